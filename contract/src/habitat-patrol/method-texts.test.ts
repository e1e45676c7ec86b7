import { expect, test } from 'vitest';
import { methodSentences } from './method-texts.ts';
import type { RunResult } from './runs.ts';

const result = {
  method: 'lda',
  bands: ['red', 'nir'],
  parameters: {
    land_cover: 'scrub',
    blank_mask_margins: true,
    window_days: 45,
    smallest_patch_pixels: 5,
    smallest_change_hectares: 0.5,
    scenes: { before: { exclude: ['a'] } },
  },
  statistics: { pixel_size_meters: 20 },
  imagery: { mode: 'demo', label: 'Simulated imagery' },
} as unknown as RunResult;

test('says method, parameters and imagery in words', () => {
  expect(methodSentences(result)).toEqual([
    'Method: Land cover (LDA), land cover scrub.',
    'Compared in pixels of 20 m, by the bands red, near infrared.',
    'Scenes were looked for up to 45 days before and after each date, among those chosen by hand.',
    'Patches of fewer than 5 pixels are left out.',
    'Change beside clouds that looks like their rim or shadow counts as not observed.',
    'Imagery: Simulated imagery.',
  ]);
});
