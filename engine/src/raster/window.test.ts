import { describe, expect, test } from 'vitest';
import type { Grid } from './grid.ts';
import { intersectWindows, windowGrid, windowOfMask, windowUnder } from './window.ts';

const grid: Grid = { width: 100, height: 80, affine: [10, 0, 5e5, 0, -10, 44e5], epsg: 32613 };

test('windows share their common pixels, or none', () => {
  const one = { column: 2, row: 3, width: 10, height: 10 };
  const other = { column: 8, row: 0, width: 20, height: 5 };
  expect(intersectWindows(one, other)).toEqual({ column: 8, row: 3, width: 4, height: 2 });
  expect(intersectWindows(one, { ...other, column: 12 })).toBeUndefined();
});

test('a window is a grid whose corner has moved', () => {
  expect(windowGrid(grid, { column: 3, row: 4, width: 5, height: 6 })).toEqual({
    width: 5,
    height: 6,
    affine: [10, 0, 500_030, 0, -10, 4_399_960],
    epsg: 32613,
  });
});

test('the window of a mask holds its outermost pixels', () => {
  const mask = new Uint8Array(100 * 80);
  expect(windowOfMask(mask, 100)).toBeUndefined();
  mask[20 * 100 + 99] = 1;
  mask[30 * 100 + 7] = 1;
  expect(windowOfMask(mask, 100)).toEqual({ column: 7, row: 20, width: 93, height: 11 });
});

describe('the window of a source under a target', () => {
  test('of the same CRS, with the margin, cut to the source', () => {
    const target: Grid = { ...grid, width: 10, height: 10, affine: [20, 0, 500_800, 0, -20, 44e5] };
    expect(windowUnder(grid, target, 2)).toEqual({ column: 78, row: 0, width: 22, height: 22 });
  });

  test('that lies elsewhere is none', () => {
    const target: Grid = { ...grid, affine: [10, 0, 7e5, 0, -10, 44e5] };
    expect(windowUnder(grid, target, 2)).toBeUndefined();
  });

  test('of the neighbouring zone holds the positions of all its pixels', () => {
    // PROJ (rasterio 1.3.5): EPSG:32612 (702000, 4398000) is EPSG:32613 (187617.08, 4401696.05).
    const source: Grid = { ...grid, affine: [10, 0, 701_500, 0, -10, 4_398_400], epsg: 32612 };
    const target: Grid = {
      width: 1,
      height: 1,
      affine: [10, 0, 187_612.08, 0, -10, 4_401_701.05],
      epsg: 32613,
    };
    const window = windowUnder(source, target, 0)!;
    // Pixel (50, 40) of the source begins at (702000, 4398000).
    expect(window.column).toBe(49);
    expect(window.row).toBe(39);
    expect(window.column + window.width).toBe(51);
    expect(window.row + window.height).toBe(41);
  });
});
