import {
  type ValueMapperErrorLabel,
  valueMapperFailure,
} from '@refugia/contract/value-mapper/errors.ts';
import { CallFailedError, isAbort, RequestRefusedError } from '../../../lib/api-errors.ts';
import { showToast } from '../../../ui/toast.tsx';

/** Shows the toast of a failed call, with the server's own sentence where it said no. */
export function showFailure(label: ValueMapperErrorLabel, error: unknown): void {
  if (isAbort(error)) return;
  const reason = error instanceof RequestRefusedError ? ` ${error.message}` : '';
  showToast('error', `${valueMapperFailure(label)}${reason}`);
}

/** Why a step failed, for beside it: the server's sentence, our own, or what a person can do. */
export function reasonOf(error: unknown): string {
  if (navigator.onLine === false) return 'This device is offline.';
  if (error instanceof CallFailedError) {
    return 'The server could not be reached or did not answer as it should. Please try again.';
  }
  return (error as Error).message;
}
