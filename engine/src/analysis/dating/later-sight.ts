import { average } from '../../math/average.ts';
import { changedShare, leastDifference, unchangedShare } from './change-dates.ts';
import type { Measures } from './patch-measures.ts';

/** Whether clear scenes after a run's second picture show a patch changed, too. */
export interface LaterSight {
  /** The day of the last of them, YYYY-MM-DD. */
  readonly date: string;
  readonly isChanged: boolean;
}

/** What scenes tell of one patch: those of both pictures, and later ones in the order of time. */
interface PatchSeries {
  readonly before: readonly Measures[];
  readonly after: readonly Measures[];
  readonly later: readonly { readonly date: string; readonly measures: Measures }[];
}

/**
 * Tells whether later clear scenes show a patch changed, by the index that changed most against the
 * ground around. They do not if it is back at its value before, or if both pictures hardly differ in it.
 *
 * @returns null where they show too little of it, or something between both pictures
 */
export function findLaterSight({ before, after, later }: PatchSeries): LaterSight | null {
  const told = [0, 1].flatMap((measure) => {
    const first = meanOf(before, measure);
    const second = meanOf(after, measure);
    const seen = later.filter(({ measures }) => measures[measure] !== undefined);
    const third = meanOf(
      seen.map(({ measures }) => measures),
      measure,
    );
    if (first === undefined || second === undefined || third === undefined) return [];
    const change = second - first;
    return [{ size: Math.abs(change), way: (third - first) / change, date: seen.at(-1)!.date }];
  });
  if (told.length === 0) return null;
  const { size, way, date } = told.reduce((most, each) => (each.size > most.size ? each : most));
  if (size < leastDifference || way <= unchangedShare) return { date, isChanged: false };
  return way >= changedShare ? { date, isChanged: true } : null;
}

function meanOf(scenes: readonly Measures[], measure: number): number | undefined {
  const values = scenes.flatMap((measures) => measures[measure] ?? []);
  return values.length === 0 ? undefined : average(values);
}
