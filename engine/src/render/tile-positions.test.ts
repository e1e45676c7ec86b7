import { describe, expect, test } from 'vitest';
import { tilePositions, windowUnder } from './tile-positions.ts';

/** Sentinel-2's grid of tile T33TWL. */
const grid = {
  width: 10_980,
  height: 10_980,
  affine: [10, 0, 499_980, 0, -10, 5_300_040] as const,
  epsg: 32633,
};

/** Positions of pixel centres by PROJ 9.1 (rasterio.warp.transform), tile by tile. */
const fromProj = [
  { z: 8, x: 138, y: 89, pixel: [255, 255], at: [3542.03431544475, 9009.721951499301] },
  { z: 10, x: 555, y: 357, pixel: [0, 0], at: [885.4662426266935, 1111.4755932613275] },
  { z: 10, x: 555, y: 357, pixel: [100, 37], at: [1915.9987874238286, 1488.795466621127] },
  { z: 12, x: 2222, y: 1430, pixel: [31, 128], at: [2285.285106973088, 2747.9768400708213] },
  { z: 12, x: 2222, y: 1430, pixel: [255, 255], at: [2864.9127956798184, 3072.2360606006346] },
  { z: 16, x: 35553, y: 22889, pixel: [100, 37], at: [2261.674304534355, 2793.975874550268] },
] as const;

describe('where a tile lies on a grid', () => {
  test.each(fromProj)('$z/$x/$y pixel $pixel', ({ z, x, y, pixel, at }) => {
    const positions = tilePositions({ z, x, y }, 256, grid);
    const index = pixel[1] * 256 + pixel[0];
    // 0.02 pixels of the tile, in pixels of the grid.
    const tolerance = 0.02 * (positions?.gridPixelsPerPixel ?? 0);
    expect(Math.abs((positions?.columns[index] ?? 0) - at[0])).toBeLessThan(tolerance);
    expect(Math.abs((positions?.rows[index] ?? 0) - at[1])).toBeLessThan(tolerance);
  });

  test('a tile beside the grid has none', () => {
    expect(tilePositions({ z: 10, x: 100, y: 100 }, 256, grid)).toBeNull();
  });

  test('on the other side of the globe nothing wraps around', () => {
    const positions = tilePositions({ z: 0, x: 0, y: 0 }, 256, grid);
    const placed = positions?.columns.filter((column) => !Number.isNaN(column)) ?? [];
    // 110 km at 47° north are 160 km on the map; a pixel of the world's tile is 156.5 km.
    expect(placed.length).toBeGreaterThanOrEqual(1);
    expect(placed.length).toBeLessThanOrEqual(6);
  });

  // Alaska Albers around the Aleutians; positions by PROJ 9.1, both datums on GRS80.
  test.each([
    { z: 5, x: 31, y: 10, pixel: [200, 100], at: [551.0609675951364, 223.2593821004548] },
    { z: 5, x: 0, y: 10, pixel: [40, 128], at: [912.359603155281, 514.0740968549502] },
    { z: 0, x: 0, y: 0, pixel: [254, 84], at: [499.9306793295189, 420.7448027299544] },
    { z: 0, x: 0, y: 0, pixel: [3, 84], at: [1205.4775257388956, 694.6651970732003] },
  ] as const)('across the antimeridian: $z/$x/$y pixel $pixel', ({ z, x, y, pixel, at }) => {
    const aleutians = {
      width: 2600,
      height: 900,
      affine: [640, 0, -2_200_000, 0, -640, 900_000] as const,
      epsg: 3338,
    };
    const positions = tilePositions({ z, x, y }, 256, aleutians)!;
    const index = pixel[1] * 256 + pixel[0];
    const tolerance = 0.02 * positions.gridPixelsPerPixel;
    expect(Math.abs(positions.columns[index] - at[0])).toBeLessThan(tolerance);
    expect(Math.abs(positions.rows[index] - at[1])).toBeLessThan(tolerance);
    // Greenwich is not looked at.
    if (z === 0) expect(positions.columns[84 * 256 + 128]).toBeNaN();
  });

  test('a tile far from a grid across the antimeridian has none', () => {
    const taveuni = {
      width: 300,
      height: 300,
      affine: [10, 0, 818_000, 0, -10, 8_145_000] as const,
      epsg: 32760,
    };
    expect(tilePositions({ z: 10, x: 1023, y: 560 }, 256, taveuni)).not.toBeNull();
    expect(tilePositions({ z: 10, x: 0, y: 560 }, 256, taveuni)).not.toBeNull();
    expect(tilePositions({ z: 10, x: 512, y: 560 }, 256, taveuni)).toBeNull();
  });

  test('the window under a tile is cut to the grid', () => {
    const positions = tilePositions({ z: 8, x: 138, y: 89 }, 256, grid)!;
    const window = windowUnder(positions, grid, 50)!;
    expect(window.column).toBe(0);
    expect(window.row).toBe(0);
    expect(window.column + window.width).toBeLessThanOrEqual(grid.width);
    expect(window.row + window.height).toBeLessThanOrEqual(grid.height);
  });

  test('a grid without a CRS is refused', () => {
    expect(() => tilePositions({ z: 0, x: 0, y: 0 }, 256, { ...grid, epsg: undefined })).toThrow(
      /coordinate system/,
    );
  });
});
