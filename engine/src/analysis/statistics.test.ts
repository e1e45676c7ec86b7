import { expect, test } from 'vitest';
import type { WorkArea } from '../composite/index.ts';
import { areaStatistics } from './statistics.ts';

/** 100 × 100 pixels on the central meridian of UTM zone 13, where its scale is .9996. */
const width = 100;
const hectaresOfPixel = 0.01 / 0.9996 ** 2;

function workArea(mask: Uint8Array): WorkArea {
  return {
    grid: { width, height: width, affine: [10, 0, 499_500, 0, -10, 4_400_000], epsg: 32613 },
    mask,
    pixelCount: mask.reduce((sum, value) => sum + value, 0),
    pixelSizeMeters: 10,
  };
}

test('sizes count the pixels of the area only, on the ellipsoid', () => {
  const inside = new Uint8Array(width * width);
  inside.fill(1, 0, 50 * width);
  const mask = new Uint8Array(width * width);
  // A patch of 6, one of 2 that touches by a corner makes 8, a lone one, and one outside of the area.
  for (const index of [0, 1, 2, 100, 101, 102, 203, 204, 1050, 9000]) mask[index] = 1;
  mask.fill(255, 40 * width);
  const statistics = areaStatistics(mask, workArea(inside));
  expect(statistics.areaHectares / hectaresOfPixel).toBeCloseTo(5000, 0);
  expect(statistics.clearHectares / hectaresOfPixel).toBeCloseTo(4000, 0);
  expect(statistics.clearShare).toBeCloseTo(0.8, 4);
  expect(statistics.changedHectares / hectaresOfPixel).toBeCloseTo(9, 2);
  expect(statistics.changedShare).toBeCloseTo(9 / 4000, 5);
  expect(statistics.patchCount).toBe(2);
  expect(statistics.largestPatchHectares / hectaresOfPixel).toBeCloseTo(8, 2);
});

test('an area without a clear pixel has shares of zero', () => {
  const inside = new Uint8Array(width * width).fill(1);
  const statistics = areaStatistics(new Uint8Array(width * width).fill(255), workArea(inside));
  expect(statistics).toMatchObject({ clearShare: 0, changedShare: 0, patchCount: 0 });
});
