import type { RunDating } from '@refugia/contract/habitat-patrol/run-dating.ts';
import { expect, test } from 'vitest';
import { datingWords } from './use-patch-dates.ts';

test('when a patch changed is told, or why it is not known', () => {
  const dating: RunDating = {
    state: 'running',
    share: 0.419,
    patch_count: 60,
    patches: [
      { patch: 1, first_seen: '2024-06-14', last_unchanged: '2024-06-02' },
      { patch: 2, first_seen: null, last_unchanged: null },
    ],
  };
  expect(datingWords(dating, 1)).toBe(
    'First seen changed on 06/14/2024, last unchanged on 06/02/2024',
  );
  expect(datingWords(dating, 2)).toBe('No clear scene between both dates tells it');
  expect(datingWords(dating, 3)).toBe('Being found out: 41 % of the patches are dated');
  expect(datingWords({ ...dating, state: 'failed' }, 3)).toMatch(/could not be read/);
  expect(datingWords(dating, 61)).toBe('Only the largest 60 patches are dated');
  expect(datingWords({ ...dating, state: 'none', patches: [] }, 1)).toBeUndefined();
  expect(datingWords(undefined, 1)).toBeUndefined();
});
