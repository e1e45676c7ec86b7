import { eventsNear, type LandEvent, severityAt } from './events.ts';
import type { Ground } from './ground.ts';
import { surfaces } from './surfaces.ts';

/** An event's effect on a patch right after it: 0 to 255 for each pixel. */
export interface GroundEvent {
  readonly event: LandEvent;
  readonly severity: Uint8Array;
}

/** The events that reach a patch, with their severity where the ground can suffer them. */
export function groundEvents(
  ground: Ground,
  nodeX: Float64Array,
  nodeY: Float64Array,
  seed: number,
): GroundEvent[] {
  const { patch, lattice } = ground;
  const { width, height } = patch;
  const west = nodeX.reduce((a, b) => Math.min(a, b));
  const east = nodeX.reduce((a, b) => Math.max(a, b));
  const south = nodeY.reduce((a, b) => Math.min(a, b));
  const north = nodeY.reduce((a, b) => Math.max(a, b));
  const found: GroundEvent[] = [];
  const rowX = new Float64Array(width);
  const rowY = new Float64Array(width);
  for (const event of eventsNear(west, south, east, north, seed)) {
    const severity = new Uint8Array(width * height);
    let any = false;
    for (let row = 0; row < height; row++) {
      lattice.interpolateRow(nodeX, row, rowX);
      lattice.interpolateRow(nodeY, row, rowY);
      for (let column = 0; column < width; column++) {
        const index = row * width + column;
        const value = severityAt(event, rowX[column], rowY[column]);
        if (value === 0) continue;
        const effect = value * susceptibility(ground, index, event);
        if (effect > 0) {
          severity[index] = Math.round(255 * effect);
          any = true;
        }
      }
    }
    if (any) found.push({ event, severity });
  }
  return found;
}

/** Trees are cut where there are trees, fire takes what is neither water, field nor town. */
function susceptibility(ground: Ground, index: number, event: LandEvent): number {
  const group = surfaces[ground.surface[index]].group;
  const otherGroup = surfaces[ground.other[index]].group;
  const share = ground.otherShare[index] / 255;
  const counts = (of: string) => {
    switch (event.kind) {
      case 'clear-cut':
        return of === 'forest';
      case 'solar farm':
        return of !== 'water' && of !== 'built';
      case 'burn':
        return of === 'forest' || of === 'open';
    }
  };
  return (counts(group) ? 1 - share : 0) + (counts(otherGroup) ? share : 0);
}
