import { failureText } from '../../lib/api-errors.ts';
import { showToast } from './toast.tsx';

/** Shows a toast about a failed call, with the sentence of `failureText`. */
export function showFailure(error: unknown, otherwise?: string): void {
  showToast('error', failureText(error, otherwise));
}
