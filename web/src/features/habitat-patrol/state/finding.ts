import type { RunSummary } from '@refugia/contract/my-runs.ts';
import { formatHectares, formatShare } from '../format.ts';

/** With less of the area seen than this, figures of change say little about the whole. */
const scantShare = 0.5;

/** With less of the area seen than this, what was found is told with how much that is. */
const wholeShare = 0.95;

type Finding = Pick<RunSummary, 'change_occured' | 'changed_hectares' | 'clear_share'>;

/** What a finished run found, in a few words that never tell what was not seen as unchanged. */
export function findingOf({ change_occured, changed_hectares, clear_share }: Finding): string {
  if (clear_share === 0) return 'Nothing was clear on both dates';
  const found =
    change_occured === false || changed_hectares === null
      ? 'No change found'
      : `${formatHectares(changed_hectares)} changed`;
  return clear_share === null || clear_share >= wholeShare
    ? found
    : `${found} in the ${formatShare(clear_share)} that was clear`;
}

/** What no change means where most of the area was not seen; undefined where enough was. */
export function unseenText(clearShare: number): string | undefined {
  if (clearShare === 0) {
    return 'No part of the area was clear on both dates, so nothing can be said about change.';
  }
  return clearShare < scantShare
    ? `Only ${formatShare(clearShare)} of the area was clear on both dates. The rest was not observed, and may have changed.`
    : undefined;
}
