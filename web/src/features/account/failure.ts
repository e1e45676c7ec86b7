import { messages } from '@refugia/contract/messages.ts';
import { failureText as textOf } from '../../lib/api-errors.ts';
import { showToast } from '../../ui/overlays/toast.tsx';

/** The server's own sentence when it said no; the specification's general one when the call failed. */
export function failureText(error: unknown): string {
  return textOf(error, messages.somethingWentWrong);
}

/** Shows a toast about a failed call. */
export function showFailure(error: unknown): void {
  showToast('error', failureText(error));
}
