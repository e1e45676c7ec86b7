import type { FailedAttempt } from '@refugia/contract/habitat-patrol.ts';
import { RequestRefusedError } from '../../../lib/api-errors.ts';

/** The server remembers that this very request fails: an attempt all the same, answered at once. */
export function isFailedAttempt(
  error: unknown,
): error is RequestRefusedError & { body: Pick<FailedAttempt, 'reason'> } {
  return error instanceof RequestRefusedError && error.code === 'attempt_would_fail_again';
}
