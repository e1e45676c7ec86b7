import type { EmptyCause, RunFact } from '../../facts/run-facts.ts';
import type { CompositePair, Gaps, WorkArea } from '../types.ts';
import { usability } from '../usability/classification.ts';
import { unassigned } from '../usability/usable-pixels.ts';
import type { DateComposite } from './date-composite.ts';

/** Gaps are mentioned only above this share of the area. */
const notableShare = 0.01;

/** Counts the pixels that a filled composite of one date lacks. */
export function gapsOf(
  { assignment, roster, survey }: Pick<DateComposite, 'assignment' | 'roster' | 'survey'>,
  { mask }: Pick<WorkArea, 'mask'>,
): Gaps {
  const gaps = { clouded: 0, snowy: 0, unshown: 0, snowOnBoth: 0 };
  // Most areas have no snow, so the search for it can be skipped.
  const isAnySnowy = roster.some(({ counts }) => counts[usability.snow] > 0);
  for (let pixel = 0; pixel < mask.length; pixel++) {
    if (mask[pixel] === 0) continue;
    const slot = assignment[pixel];
    if (slot !== unassigned) {
      if (isAnySnowy && roster[slot].usable[pixel] === usability.snow) gaps.snowOnBoth++;
      continue;
    }
    let [isSnowy, isClouded] = [false, false];
    for (const { usable } of survey.scenes) {
      if (usable[pixel] === usability.snow) isSnowy = true;
      else if (usable[pixel] === usability.masked) isClouded = true;
    }
    if (isSnowy) gaps.snowy++;
    else if (isClouded) gaps.clouded++;
    else gaps.unshown++;
  }
  return gaps;
}

/** Adds the gaps of two parts of an area. */
export function addGaps(one: Gaps, other: Gaps): Gaps {
  return {
    clouded: one.clouded + other.clouded,
    snowy: one.snowy + other.snowy,
    unshown: one.unshown + other.unshown,
    snowOnBoth: one.snowOnBoth + other.snowOnBoth,
  };
}

export const noGaps: Gaps = { clouded: 0, snowy: 0, unshown: 0, snowOnBoth: 0 };

/** What could not be seen around both dates, why, and snow on ground that is compared nevertheless. */
export function gapNotes(
  { before, after }: CompositePair['gaps'],
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
  { pixelCount }: Pick<WorkArea, 'pixelCount'>,
): RunFact[] {
  const lacking = (kind: keyof Gaps) =>
    (
      [
        [startDate, before],
        [endDate, after],
      ] as const
    )
      .filter(([, gaps]) => gaps[kind] >= notableShare * pixelCount)
      .map(([date, gaps]) => ({ date, percent: percentOf(gaps[kind] / pixelCount) }));
  // Ground beyond the imagery is missing on both dates and is mentioned once.
  const unshown = Map.groupBy(lacking('unshown'), ({ percent }) => percent);
  const snowShare = before.snowOnBoth / pixelCount;
  return [
    ...[...unshown].map(([percent, of]): RunFact => {
      return { code: 'area-not-shown', params: { percent, dates: of.map(({ date }) => date) } };
    }),
    ...lacking('clouded').map((params): RunFact => ({ code: 'area-clouded', params })),
    ...lacking('snowy').map((params): RunFact => ({ code: 'area-snowy', params })),
    ...(before.snowOnBoth < notableShare * pixelCount
      ? []
      : [{ code: 'snow-on-both-dates', params: { percent: percentOf(snowShare) } } as const]),
  ];
}

/** Why a date's picture has no pixel at all. */
export function emptyCause({ clouded, snowy, unshown }: Gaps): EmptyCause {
  if (unshown > clouded + snowy) return 'not-shown';
  return snowy > clouded ? 'snow' : 'clouds';
}

/** A share in whole percent, 100 only if it is complete. */
function percentOf(share: number): number {
  const rounded = Math.round(share * 100);
  return rounded === 100 && share < 1 ? 99 : rounded;
}
