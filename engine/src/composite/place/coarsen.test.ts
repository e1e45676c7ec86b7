import { expect, test } from 'vitest';
import { usability } from '../usability/classification.ts';
import { coarseningFactor, meanOfBlocks, refinedGrid, usabilityOfBlocks } from './coarsen.ts';

const grid = { width: 100, height: 80, affine: [640, 0, 5e5, 0, -640, 44e5], epsg: 5070 } as const;

test.each([
  [160, 4],
  // A Sentinel-2 tile of 10,980 pixels is 687 wide after four halvings.
  [109_800 / 687, 4],
  [320, 2],
  [321, 1],
  [640, 1],
  [1_000, 1],
])('pixels of %d m lie under one of 640 m by %d', (filePixelMeters, factor) => {
  expect(coarseningFactor(filePixelMeters, grid)).toBe(factor);
});

test('a file without overviews is not read into all memory', () => {
  const factor = coarseningFactor(10, { ...grid, width: 1_000, height: 1_000 });
  expect(factor).toBe(2);
});

test('the finer grid covers the same ground', () => {
  expect(refinedGrid(grid, 4)).toEqual({
    width: 400,
    height: 320,
    affine: [160, 0, 5e5, 0, -160, 44e5],
    epsg: 5070,
  });
});

// Two blocks of 2 × 2 beside each other.
const blocks = { width: 2, height: 1, factor: 2, nodata: 0 };

test('blocks become the mean of their values, nodata where most of it is', () => {
  expect(meanOfBlocks(Uint16Array.of(10, 20, 0, 0, 30, 41, 0, 9), blocks)).toEqual(
    Uint16Array.of(25, 0),
  );
  expect(meanOfBlocks(Float32Array.of(1, 2, 0, 4, 3, 5, 7, Number.NaN), blocks)).toEqual(
    Float32Array.of(2.75, 5.5),
  );
});

test('blocks are what most of them is, and masked where a quarter is', () => {
  const { clear, water, masked, snow } = usability;
  expect(
    usabilityOfBlocks(
      Uint8Array.of(clear, clear, water, water, clear, snow, water, masked),
      blocks,
    ),
  ).toEqual(Uint8Array.of(clear, masked));
});
