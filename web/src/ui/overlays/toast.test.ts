import { beforeEach, expect, test } from 'vitest';
import { queue, showToast } from './toast.tsx';

const shown = () => queue.visibleToasts.map(({ content }) => `${content.type}: ${content.text}`);
// Tests of other files share this queue.
beforeEach(() => queue.clear());

test('a sentence that is on show already is shown once', () => {
  showToast('error', 'No.');
  showToast('success', 'Yes.');
  showToast('error', 'No.');
  expect(shown()).toEqual(['error: No.', 'success: Yes.']);
});

test('a sentence goes for one that says more, and can be closed early', () => {
  showToast('error', 'Refused.');
  const close = showToast('message', 'Logged out: please log in.', { insteadOf: 'Refused.' });
  expect(shown()).toEqual(['message: Logged out: please log in.']);
  close();
  expect(shown()).toEqual([]);
});
