import { formatShare } from '../share-text.ts';
import type { RunSummary } from './my-runs.ts';

/** Below this seen share of the area, what was not seen comes before what was found. */
const scantShare = 0.5;

/** If a smaller share of the area was seen, the finding names that share. */
const wholeShare = 0.95;

type Found = Pick<RunSummary, 'change_occured' | 'changed_hectares' | 'clear_share'>;

/** The sentence on what a run has found. It is the same on every page and in every file. */
export interface Finding {
  readonly headline: string;
  /** What was found, where the headline is that most of the area was not seen. */
  readonly detail?: string;
}

/**
 * Writes a finished run's finding in a few words. Ground that was not seen is never called
 * unchanged.
 * @param areaText writes hectares in the units that the person reads
 */
export function findingOf(
  { change_occured, changed_hectares, clear_share }: Found,
  areaText: (hectares: number) => string,
): Finding {
  const found =
    change_occured === false || changed_hectares === null
      ? 'No change found'
      : `${areaText(changed_hectares)} changed`;
  if (clear_share === null || clear_share >= wholeShare) return { headline: found };
  if (clear_share === 0) {
    return {
      headline: 'Nothing was clear on both dates',
      detail: 'Change could not be looked for',
    };
  }
  const foundThere = `${found} in the ${formatShare(clear_share)} that was clear`;
  if (clear_share >= scantShare) return { headline: foundThere };
  const unobserved = `${formatShare(1 - clear_share)} of the area was not observed`;
  return { headline: unobserved.replace(/^over/, 'Over'), detail: foundThere };
}

/** A finding as one text. */
export function findingText({ headline, detail }: Finding): string {
  return detail === undefined ? headline : `${headline}. ${detail}`;
}

/**
 * Limits a finding of no change to the part of the area that was seen; undefined if that is nearly
 * all of it.
 */
export function unseenText(clearShare: number): string | undefined {
  if (clearShare >= wholeShare) return undefined;
  if (clearShare === 0) {
    return 'No part of the area was clear on both dates, so nothing can be said about change.';
  }
  const only = clearShare < scantShare ? 'Only ' : '';
  return `${only}${formatShare(clearShare)} of the area was clear on both dates. The rest was not observed, and may have changed.`;
}
