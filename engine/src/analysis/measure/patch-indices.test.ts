import { expect, test } from 'vitest';
import type { DatePicture, PicturePair } from '../../composite/types.ts';
import { measurePatchIndices } from './patch-indices.ts';

/** Pictures of three pixels with these bands. */
function pairOf(
  names: DatePicture['names'],
  before: readonly number[][],
  after: readonly number[][],
): PicturePair {
  const picture = (bands: readonly number[][]) =>
    ({ names, bands: bands.map((band) => Uint16Array.from(band)) }) as unknown as DatePicture;
  return { before: picture(before), after: picture(after) };
}

test('the indices of a patch are the means over its pixels, on both dates', () => {
  const names = ['red', 'nir', 'swir1', 'swir2'] as const;
  const before = [
    [500, 1_000, 9_000],
    [3_500, 3_000, 100],
    [1_500, 3_000, 9_000],
    [700, 1_500, 9_000],
  ];
  const after = [
    [2_000, 2_000, 9_000],
    [2_000, 3_000, 100],
    [3_000, 2_000, 9_000],
    [3_000, 2_000, 9_000],
  ];
  const patch = { pixels: Int32Array.of(0, 1) };
  const [indices] = measurePatchIndices([patch], pairOf(names, before, after));
  // By hand, such as NDVI before: (3,000 / 4,000 + 2,000 / 4,000) / 2.
  expect(indices!.ndvi!.before).toBeCloseTo((3 / 4 + 2 / 4) / 2, 12);
  expect(indices!.ndvi!.after).toBeCloseTo((0 + 1 / 5) / 2, 12);
  expect(indices!.nbr!.before).toBeCloseTo((2.8 / 4.2 + 1.5 / 4.5) / 2, 12);
  expect(indices!.nbr!.after).toBeCloseTo((-1 / 5 + 1 / 5) / 2, 12);
  expect(indices!.ndmi!.before).toBeCloseTo((2 / 5 + 0) / 2, 12);
  expect(indices!.ndmi!.after).toBeCloseTo((-1 / 5 + 1 / 5) / 2, 12);
});

test('an index whose bands are missing is left out', () => {
  const bands = [[500], [3_500]];
  const [indices] = measurePatchIndices(
    [{ pixels: Int32Array.of(0) }],
    pairOf(['red', 'nir'], bands, bands),
  );
  expect(Object.keys(indices!)).toEqual(['ndvi']);
});
