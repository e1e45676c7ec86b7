import type { RunSummary } from '@refugia/contract/habitat-patrol/my-runs.ts';
import { formatShare } from '../format.ts';
import type { PatrolState } from './patrol-state.ts';

/** Below this seen share of the area, figures of change say little about the whole. */
const scantShare = 0.5;

/** Below this seen share of the area, a finding is shown together with the share. */
const wholeShare = 0.95;

type Finding = Pick<RunSummary, 'change_occured' | 'changed_hectares' | 'clear_share'>;

/**
 * Writes a finished run's finding in a few words. Ground that was not seen is never called
 * unchanged.
 * @param areaText writes hectares in the units that the person reads
 */
export function findingOf(
  { change_occured, changed_hectares, clear_share }: Finding,
  areaText: (hectares: number) => string,
): string {
  if (clear_share === 0) return 'Nothing was clear on both dates';
  const found =
    change_occured === false || changed_hectares === null
      ? 'No change found'
      : `${areaText(changed_hectares)} changed`;
  return clear_share === null || clear_share >= wholeShare
    ? found
    : `${found} in the ${formatShare(clear_share)} that was clear`;
}

/** The text of a folded panel, which is a result's finding. */
export function foldedText(
  state: PatrolState,
  areaText: (hectares: number) => string,
): string | undefined {
  if (state.phase !== 'shown') return undefined;
  const { change_occured, statistics } = state.result;
  return findingOf({ change_occured, ...statistics }, areaText);
}

/** Explains a finding of no change when most of the area was not seen, otherwise undefined. */
export function unseenText(clearShare: number): string | undefined {
  if (clearShare === 0) {
    return 'No part of the area was clear on both dates, so nothing can be said about change.';
  }
  return clearShare < scantShare
    ? `Only ${formatShare(clearShare)} of the area was clear on both dates. The rest was not observed, and may have changed.`
    : undefined;
}
