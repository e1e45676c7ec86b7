import type { FailedAttempt } from '@refugia/contract/habitat-patrol/runs.ts';
import { RequestRefusedError } from '../../../lib/api-errors.ts';

/**
 * Whether an error says that the server remembers a failure of this request. It counts as an
 * attempt and is answered at once.
 */
export function isFailedAttempt(
  error: unknown,
): error is RequestRefusedError & { body: Pick<FailedAttempt, 'reason'> } {
  return error instanceof RequestRefusedError && error.code === 'attempt_would_fail_again';
}
