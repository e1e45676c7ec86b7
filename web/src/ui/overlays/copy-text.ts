import { showToast } from './toast.tsx';

/** Copies a text to the clipboard and reports success by a toast. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('success', done);
  } catch {
    showToast('warning', 'This browser did not allow copying. Please select the text and copy it.');
  }
}
