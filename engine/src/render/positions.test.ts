import { describe, expect, test } from 'vitest';
import { coordinateTransform } from '../crs/transform.ts';
import type { TileAddress } from '../geo/web-mercator.ts';
import { countedBounds } from '../raster/footprint.ts';
import type { Grid } from '../raster/grid.ts';
import { mercatorBounds, placeWindow, tileWindow } from './positions.ts';

/** Sentinel-2's grid of tile T33TWL. */
const grid: PlacedGrid = {
  width: 10_980,
  height: 10_980,
  affine: [10, 0, 499_980, 0, -10, 5_300_040],
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

type PlacedGrid = Grid & { readonly epsg: number };

/** Where the pixels of a tile lie on a grid, by their indices. */
function placedPixels(tile: TileAddress, placed: PlacedGrid): Map<number, [number, number]> {
  const crs = {
    epsg: placed.epsg,
    isGeographic: false,
    toLonLat: coordinateTransform(placed.epsg, 4326),
    fromLonLat: coordinateTransform(4326, placed.epsg),
  };
  const raster = { ...placed, crs, mercatorBounds: mercatorBounds(countedBounds(placed, crs)!) };
  const pixels = new Map<number, [number, number]>();
  for (const { part, columns, rows } of placeWindow(tileWindow(tile, 256), raster)) {
    for (let index = 0; index < columns.length; index++) {
      const row = part.row + Math.floor(index / part.width);
      const column = part.column + (index % part.width);
      const isInside =
        columns[index] >= 0 &&
        rows[index] >= 0 &&
        columns[index] <= placed.width &&
        rows[index] <= placed.height;
      if (isInside) pixels.set(row * 256 + column, [columns[index], rows[index]]);
    }
  }
  return pixels;
}

describe('where a tile lies on a grid', () => {
  test.each(fromProj)('$z/$x/$y pixel $pixel', ({ z, x, y, pixel, at }) => {
    const [column, row] = placedPixels({ z, x, y }, grid).get(pixel[1] * 256 + pixel[0])!;
    expect(column).toBeCloseTo(at[0], 4);
    expect(row).toBeCloseTo(at[1], 4);
  });

  test('a tile beside the grid has none', () => {
    expect(placedPixels({ z: 10, x: 100, y: 100 }, grid).size).toBe(0);
  });

  test('on the other side of the globe nothing wraps around', () => {
    const placed = placedPixels({ z: 0, x: 0, y: 0 }, grid).size;
    // 110 km at 47° north are 160 km on the map; a pixel of the world's tile is 156.5 km.
    expect(placed).toBeGreaterThanOrEqual(1);
    expect(placed).toBeLessThanOrEqual(6);
  });

  // Alaska Albers around the Aleutians; positions by PROJ 9.1, both datums on GRS80.
  test.each([
    { z: 5, x: 31, y: 10, pixel: [200, 100], at: [551.0609675951364, 223.2593821004548] },
    { z: 5, x: 0, y: 10, pixel: [40, 128], at: [912.359603155281, 514.0740968549502] },
    { z: 0, x: 0, y: 0, pixel: [254, 84], at: [499.9306793295189, 420.7448027299544] },
    { z: 0, x: 0, y: 0, pixel: [3, 84], at: [1205.4775257388956, 694.6651970732003] },
  ] as const)('across the antimeridian: $z/$x/$y pixel $pixel', ({ z, x, y, pixel, at }) => {
    const aleutians: PlacedGrid = {
      width: 2600,
      height: 900,
      affine: [640, 0, -2_200_000, 0, -640, 900_000],
      epsg: 3338,
    };
    const placed = placedPixels({ z, x, y }, aleutians);
    const [column, row] = placed.get(pixel[1] * 256 + pixel[0])!;
    expect(column).toBeCloseTo(at[0], 3);
    expect(row).toBeCloseTo(at[1], 3);
    // Greenwich is far from it.
    if (z === 0) expect(placed.has(84 * 256 + 128)).toBe(false);
  });

  test('a tile far from a grid across the antimeridian has none', () => {
    const taveuni: PlacedGrid = {
      width: 300,
      height: 300,
      affine: [10, 0, 818_000, 0, -10, 8_145_000],
      epsg: 32760,
    };
    expect(placedPixels({ z: 10, x: 1023, y: 560 }, taveuni).size).toBeGreaterThan(0);
    expect(placedPixels({ z: 10, x: 0, y: 560 }, taveuni).size).toBeGreaterThan(0);
    expect(placedPixels({ z: 10, x: 512, y: 560 }, taveuni).size).toBe(0);
  });
});
