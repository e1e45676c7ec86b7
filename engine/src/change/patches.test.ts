import { expect, test } from 'vitest';
import { changeClass } from './options.ts';
import { dropWeakPatches, labelPatches } from './patches.ts';
import { summariseMask } from './summary.ts';

/** A mask from rows of '.', '#' (changed) and '?' (unobserved). */
function mask(...rows: string[]): Uint8Array {
  const codes = {
    '.': changeClass.unchanged,
    '#': changeClass.changed,
    '?': changeClass.unobserved,
  };
  return Uint8Array.from(rows.join(''), (_, i) => codes[rows.join('')[i] as keyof typeof codes]);
}

test('corners connect, gaps and unobserved pixels part', () => {
  const { count, sizes, labels } = labelPatches(mask('#.?#', '.#?#', '....', '##..'), 4, 4);
  expect(count).toBe(3);
  expect(Array.from(sizes)).toEqual([0, 2, 2, 2]);
  expect(Array.from(labels.subarray(0, 4))).toEqual([1, 0, 0, 2]);
});

test('a patch that fills the picture is one patch', () => {
  expect(labelPatches(new Uint8Array(300 * 200).fill(1), 300, 200).sizes[1]).toBe(60_000);
});

test('patches below the size or without strong pixels go, unobserved pixels stay', () => {
  const pixels = mask('##..?', '#...#', '....#', '.##..');
  const score = Float32Array.from(pixels, (_, i) => (i < 6 ? 9 : 1));
  dropWeakPatches(pixels, 5, 4, { smallest: 3, strong: { score, above: 5, pixels: 2 } });
  expect(pixels).toEqual(mask('##..?', '#....', '.....', '.....'));
});

test('a summary counts what was observed', () => {
  expect(summariseMask(mask('##..?', '#...?', '....#', '.....'), 5, 4)).toEqual({
    observedPixels: 18,
    changedPixels: 4,
    changedShare: 4 / 18,
    patchCount: 2,
    largestPatchPixels: 3,
  });
  expect(summariseMask(mask('??'), 2, 1).changedShare).toBe(0);
});
