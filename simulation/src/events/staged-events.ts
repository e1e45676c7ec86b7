import { toWorld } from '../world/projection.ts';
import { exampleRows } from './examples-data.ts';
import type { LandEvent } from './land-event.ts';

let staged: LandEvent[] | undefined;

/** The events of the named examples, whatever the seed. */
export function stagedEvents(): readonly LandEvent[] {
  staged ??= exampleRows.flatMap(({ center, events }, example) => {
    const [centerX, centerY] = toWorld(center);
    return events.map(([kind, date, east, north, radiusMeters], index) => ({
      id: `${kind.replace(' ', '-')}-example-${example}-${index}`,
      kind,
      day: Date.parse(`${date}T00:00:00Z`) / 86_400_000,
      x: centerX + east,
      y: centerY + north,
      radiusMeters,
      seed: 9_001 + example * 389 + index * 37,
    }));
  });
  return staged;
}

let quiet: { x: number; y: number; radiusMeters: number }[] | undefined;

/** Places of the named examples, around which the calendar adds no other events. */
export function quietPlaces(): readonly { x: number; y: number; radiusMeters: number }[] {
  quiet ??= exampleRows.map(({ center, halfMeters }) => {
    const [x, y] = toWorld(center);
    return { x, y, radiusMeters: halfMeters * 1.5 + 5_500 };
  });
  return quiet;
}
