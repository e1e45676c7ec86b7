import type { Gaps, WorkArea } from '../types.ts';
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

/** Sentences on what could not be seen around the dates, the reason, and what may help. */
export function gapNotes(
  dates: readonly (readonly [date: string, gaps: Gaps])[],
  { pixelCount }: Pick<WorkArea, 'pixelCount'>,
): string[] {
  const lacking = (kind: keyof Gaps) =>
    dates
      .filter(([, gaps]) => gaps[kind] >= notableShare * pixelCount)
      .map(([date, gaps]) => ({ date, share: percent(gaps[kind] / pixelCount) }));
  // What lies beyond the imagery is missing on both dates and needs one sentence only.
  const unshown = Map.groupBy(lacking('unshown'), ({ share }) => share);
  return [
    ...[...unshown].map(
      ([share, of]) =>
        `${share} of the area is shown by no scene around ${of.map(({ date }) => date).join(' or ')}: it is given as not observed. Choose another date, or an area that the imagery covers.`,
    ),
    ...lacking('clouded').map(
      ({ date, share }) =>
        `${share} of the area is under clouds or shadows in every scene around ${date}: it is given as not observed. Another date may show it.`,
    ),
    ...lacking('snowy').map(
      ({ date, share }) =>
        `${share} of the area lies under snow around ${date}, and not on both dates: it is given as not observed. Two dates of the same season can be compared.`,
    ),
  ];
}

/** A sentence on ground that is compared although snow hides it on both dates. */
export function snowNotes(
  { snowOnBoth }: Gaps,
  { pixelCount }: Pick<WorkArea, 'pixelCount'>,
): string[] {
  if (snowOnBoth < notableShare * pixelCount) return [];
  return [
    `${percent(snowOnBoth / pixelCount)} of the area lies under snow on both dates: what changed beneath it can not be seen.`,
  ];
}

/** Why a date's picture has no pixel at all, and what to do. Neither text ends with a full stop. */
export function emptySentences(date: string, gaps: Gaps): { reason: string; advice: string } {
  const { clouded, snowy, unshown } = gaps;
  if (unshown > clouded + snowy) {
    return {
      reason: `No scene around ${date} shows this area`,
      advice: 'Choose another date or another area.',
    };
  }
  if (snowy > clouded) {
    return {
      reason: `The area lies under snow around ${date}, and not on both dates, so that the ground can not be compared`,
      advice: 'Choose two dates of the same season.',
    };
  }
  return {
    reason: `No scene around ${date} shows the area without clouds`,
    advice: 'Choose another date.',
  };
}

/** Says `100 %` only if the share is complete. */
function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return rounded === 100 && share < 1 ? '99 %' : `${rounded} %`;
}
