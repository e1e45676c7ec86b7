import { laterText } from '@refugia/contract/habitat-patrol/patch-texts.ts';
import type { RunDating } from '@refugia/contract/habitat-patrol/run-dating.ts';
import type { RunPatch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import { expect, test } from 'vitest';
import { datingWords, withLaterFacts } from './use-patch-dates.ts';

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

test('a patch takes over what later pictures show, and keeps its own facts until then', () => {
  const patch: RunPatch = {
    ...{ id: 1, kind: 'burn', hectares: 3, bbox: [0, 0, 1, 1], centroid: [0, 0] },
    ...{ confidence: 0.65, confidence_class: 'medium' },
  };
  const dated = { patch: 1, first_seen: null, last_unchanged: null };
  const dating = (more: object): RunDating => ({
    ...{ state: 'done', share: 1, patch_count: 60 },
    patches: [{ ...dated, ...more }],
  });
  expect(withLaterFacts(undefined, patch)).toEqual(patch);
  // What an earlier version found out, and scenes that do not tell.
  expect(withLaterFacts(dating({}), patch)).toEqual(patch);
  expect(withLaterFacts(dating({ later_changed: null, later_seen: null }), patch)).toEqual(patch);
  expect(withLaterFacts(dating({ confidence: 0.97 }), { ...patch, id: 2 }).confidence).toBe(0.65);

  const later = {
    ...{ later_changed: false, later_seen: '2024-07-03' },
    ...{ confidence: 0.03, confidence_class: 'low' },
  };
  const told = withLaterFacts(dating(later), patch);
  expect(told).toEqual({ ...patch, ...later });
  expect(laterText(told)).toBe('A later clear picture, of 07/03/2024, does not show it changed');
  expect(laterText({ ...told, later_changed: true })).toMatch(
    /07\/03\/2024, shows it changed, too/,
  );
  expect(laterText(patch)).toBeUndefined();
});
