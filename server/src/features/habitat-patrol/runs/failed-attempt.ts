import type { FailedAttempt } from '@refugia/contract/habitat-patrol.ts';
import { messages } from '@refugia/contract/messages.ts';

/** Why an attempt gave no result, and whether the same request would fail again. */
interface AttemptFailure {
  readonly reason: string;
  readonly permanent: boolean;
  /** The run that failed, where there was one. */
  readonly id?: string;
}

/** The status of its reply: docs/decisions/006-status-codes-of-runs.md. */
export function failedAttemptStatus({ permanent }: Pick<AttemptFailure, 'permanent'>): 422 | 502 {
  return permanent ? 422 : 502;
}

/** The specification's sentence, and beside it what happened. */
export function describeFailedAttempt({ reason, permanent, id }: AttemptFailure): FailedAttempt {
  return {
    error: messages.habitatPatrol.attemptFailed,
    code: permanent ? 'attempt_would_fail_again' : 'attempt_failed',
    reason,
    permanent,
    ...(id !== undefined && { id }),
  };
}
