import { runSentence, type StoredFact } from '@refugia/contract/habitat-patrol/run-facts.ts';
import type { FailedAttempt } from '@refugia/contract/habitat-patrol/runs.ts';
import { messages } from '@refugia/contract/messages.ts';

/** Why an attempt gave no result, and whether the same request would fail again. */
interface AttemptFailure {
  readonly reason: StoredFact;
  readonly permanent: boolean;
  /** The id of the failed run, if there was one. */
  readonly id?: string;
}

/** The status of the reply, as decided in docs/decisions/006-status-codes-of-runs.md. */
export function failedAttemptStatus({ permanent }: Pick<AttemptFailure, 'permanent'>): 422 | 502 {
  return permanent ? 422 : 502;
}

/** The specification's sentence together with what happened. */
export function describeFailedAttempt({ reason, permanent, id }: AttemptFailure): FailedAttempt {
  return {
    error: messages.habitatPatrol.attemptFailed,
    code: permanent ? 'attempt_would_fail_again' : 'attempt_failed',
    reason: runSentence(reason),
    permanent,
    ...(id !== undefined && { id }),
  };
}
