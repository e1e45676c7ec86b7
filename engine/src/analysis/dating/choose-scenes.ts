import type { Scene } from '../../source/scene.ts';
import { dayOf } from '../../source/scene.ts';

const hopelessCloudPercent = 90;
/** Later scenes are few, and clouds that are not recognised lie beside those that are. */
const cloudyPercent = 60;
const laterDays = 3;

/**
 * Chooses scenes between two dates, evenly over the time: of each stretch of time the clearest by the
 * catalogue, each time of one day with all its tiles. Scenes of both pictures always belong to them.
 *
 * @param scenes in the order of time
 * @param kept ids of the scenes of both pictures
 * @param most how many scenes are chosen besides those
 */
export function chooseScenes(
  scenes: readonly Scene[],
  kept: ReadonlySet<string>,
  most: number,
): Scene[] {
  const free = scenes.filter(
    ({ id, cloudCoverPercent = 0 }) => !kept.has(id) && cloudCoverPercent < hopelessCloudPercent,
  );
  const days = [...Map.groupBy(free, dayOf).values()];
  const tiles = Math.max(1, ...days.map(({ length }) => length));
  const stretches = Math.max(1, Math.floor(most / tiles));
  const [first, last] = [timeOf(days[0]), timeOf(days.at(-1))];
  const stretchOf = (day: readonly Scene[]) =>
    Math.min(
      stretches - 1,
      Math.floor(((timeOf(day) - first) / Math.max(1, last - first)) * stretches),
    );
  const chosen = [...Map.groupBy(days, stretchOf).values()].flatMap((candidates) =>
    candidates.reduce((best, day) => (cloudOf(day) < cloudOf(best) ? day : best)),
  );
  const ids = new Set([...kept, ...chosen.map(({ id }) => id)]);
  return scenes.filter(({ id }) => ids.has(id));
}

/** The scenes of the next three days that are not cloudy by the catalogue, with all their tiles. */
export function chooseLaterScenes(scenes: readonly Scene[]): Scene[] {
  const days = [...Map.groupBy(scenes, dayOf).values()];
  return days
    .filter((day) => cloudOf(day) <= cloudyPercent)
    .slice(0, laterDays)
    .flat();
}

function timeOf(day: readonly Scene[] | undefined): number {
  return Date.parse(day?.[0]?.datetime ?? '1970-01-01');
}

function cloudOf(day: readonly Scene[]): number {
  return day.reduce((sum, { cloudCoverPercent = 0 }) => sum + cloudCoverPercent, 0) / day.length;
}
