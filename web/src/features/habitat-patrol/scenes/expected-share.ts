import { CallFailedError, failureText } from '../../../lib/api-errors.ts';
import { formatDatesIn, formatShare } from '../format.ts';
import { isFailedAttempt } from '../patrol/failed-attempt.ts';
import type { SceneOutlookState } from './use-scene-outlook.ts';

/** How much of the area a run would see on both dates, as far as that is known. */
export type ExpectedShare =
  | { readonly kind: 'looking' }
  | { readonly kind: 'known'; readonly share: number }
  | { readonly kind: 'unknown'; readonly reason: string };

const runsAllTheSame = 'The analysis can be run all the same.';
const lookFailed = `The scenes could not be looked up. ${runsAllTheSame}`;
const timeRanOut = `How much of the area can be seen is not known: not enough of its scenes could be read in time. ${runsAllTheSame}`;

/**
 * Tells the share of a look once it is known for good, and the reason when it will not be. A share
 * of other dates is never told.
 */
export function expectedShareOf({
  outlook,
  error,
  isLooking,
  isStale,
}: Omit<SceneOutlookState, 'lookAgain'>): ExpectedShare {
  const share = isStale ? null : (outlook?.seen_share ?? null);
  if (share !== null) return { kind: 'known', share };
  if (isLooking) return { kind: 'looking' };
  return { kind: 'unknown', reason: error ? lookFailureText(error) : timeRanOut };
}

/**
 * The reason why scenes could not be looked at. The usual sentence of a failed attempt would say that
 * it is repeated, which is not true here.
 */
export function lookFailureText(error: Error): string {
  if (isFailedAttempt(error)) return formatDatesIn(error.body.reason);
  // Such a failure has no status of its own: its message is a sentence of the look, or of this device.
  const isTold = error instanceof CallFailedError && error.status === null;
  return isTold ? `${error.message} ${runsAllTheSame}` : failureText(error, lookFailed);
}

/** What other dates would show more than the chosen ones. */
export type Gain =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  /** In words, such as '99 % visible instead of 45 %'. */
  | { readonly kind: 'known'; readonly text: string };

/** Compares what two pairs of dates show. `own` is null where nobody looks. */
export function gainOf(own: ExpectedShare | null, theirs: ExpectedShare): Gain {
  if (own?.kind !== 'known' || theirs.kind !== 'known') return { kind: 'unknown' };
  const [more, less] = [wholePercent(theirs.share), wholePercent(own.share)];
  if (theirs.share <= own.share || more === less) return { kind: 'none' };
  return { kind: 'known', text: `${more} visible instead of ${less}` };
}

/**
 * Writes a share as whole percent, because a look in coarse pixels tells no more. Nearly all is not
 * written as all, nor little as nothing.
 */
export function wholePercent(share: number): string {
  const whole = Math.round(share * 100) / 100;
  return formatShare(whole === 0 || whole === 1 ? share : whole);
}
