import { showToast } from '../../ui/toast.tsx';

/** Puts a text onto the clipboard and says so. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('success', done);
  } catch {
    showToast('warning', 'This browser did not allow to copy. Please select the text and copy it.');
  }
}
