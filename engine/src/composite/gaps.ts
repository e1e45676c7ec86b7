import { usability } from './classification.ts';
import type { DateComposite } from './date-composite.ts';
import type { WorkArea } from './types.ts';
import { unassigned } from './usable-words.ts';

/** How many pixels of an area a date's picture lacks, by why; and how many show snow instead. */
export interface Gaps {
  /** Under clouds or shadows in every scene that shows them. */
  readonly clouded: number;
  /** Under snow, and not on both dates. */
  readonly snowy: number;
  /** Shown by no scene that could be read. */
  readonly unshown: number;
  /** In the picture, under snow on both dates. */
  readonly snowOnBoth: number;
}

/** Less of the area than this isn't worth a sentence. */
const notableShare = 0.01;

/** Counts what the composite of one date lacks, once it is filled. */
export function gapsOf(
  { assignment, roster, survey }: Pick<DateComposite, 'assignment' | 'roster' | 'survey'>,
  { mask }: Pick<WorkArea, 'mask'>,
): Gaps {
  const gaps = { clouded: 0, snowy: 0, unshown: 0, snowOnBoth: 0 };
  // Most areas have no snow: their pixels need not be looked up.
  const isAnySnowy = roster.some(({ counts }) => counts[usability.snow]! > 0);
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    if (mask[pixel] === 0) continue;
    const slot = assignment[pixel]!;
    if (slot !== unassigned) {
      if (isAnySnowy && roster[slot]!.usable[pixel] === usability.snow) gaps.snowOnBoth += 1;
      continue;
    }
    let [isSnowy, isClouded] = [false, false];
    for (const { usable } of survey.scenes) {
      if (usable[pixel] === usability.snow) isSnowy = true;
      else if (usable[pixel] === usability.masked) isClouded = true;
    }
    if (isSnowy) gaps.snowy += 1;
    else if (isClouded) gaps.clouded += 1;
    else gaps.unshown += 1;
  }
  return gaps;
}

/** What two parts of an area lack together. */
export function addGaps(one: Gaps, other: Gaps): Gaps {
  return {
    clouded: one.clouded + other.clouded,
    snowy: one.snowy + other.snowy,
    unshown: one.unshown + other.unshown,
    snowOnBoth: one.snowOnBoth + other.snowOnBoth,
  };
}

export const noGaps: Gaps = { clouded: 0, snowy: 0, unshown: 0, snowOnBoth: 0 };

/** Sentences on what could not be seen around the dates, why, and what may help. */
export function gapNotes(
  dates: readonly (readonly [date: string, gaps: Gaps])[],
  { pixelCount }: Pick<WorkArea, 'pixelCount'>,
): string[] {
  const lacking = (kind: keyof Gaps) =>
    dates
      .filter(([, gaps]) => gaps[kind] >= notableShare * pixelCount)
      .map(([date, gaps]) => ({ date, share: percent(gaps[kind] / pixelCount) }));
  // What lies beyond the imagery does so on both dates: that is one sentence.
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

/** Why nothing at all is in the picture of a date, and what to do; without a full stop between. */
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

/** `100 %` is all of it, and nothing less. */
function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return rounded === 100 && share < 1 ? '99 %' : `${rounded} %`;
}
