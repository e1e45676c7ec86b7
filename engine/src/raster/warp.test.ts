import { describe, expect, test } from 'vitest';
import { told } from '../../testing/told.ts';
import type { Grid } from './grid.ts';
import { warp } from './warp.ts';

const source: Grid = {
  width: 200,
  height: 200,
  affine: [20, 0, 700_000, 0, -20, 4_400_000],
  epsg: 32612,
};

/** The raster that GDAL was also given, with a hole of nodata. */
function sawtooth(): Uint16Array {
  const band = new Uint16Array(200 * 200);
  for (let row = 0; row < 200; row++) {
    for (let column = 0; column < 200; column++) {
      const isHole = row >= 50 && row < 60 && column >= 70 && column < 80;
      const value = 1000 + ((column * 7 + row * 13) % 251) * 8 + column * 5;
      band[row * 200 + column] = isHole ? 0 : value;
    }
  }
  return band;
}

const raster = { width: 200, height: 200, bands: [sawtooth()] };

function summary(band: ArrayLike<number>): { filled: number; sum: number } {
  let filled = 0;
  let sum = 0;
  for (let index = 0; index < band.length; index++) {
    if (band[index] !== 0) filled++;
    sum += band[index];
  }
  return { filled, sum };
}

describe('warp to the neighbouring UTM zone', () => {
  const target: Grid = {
    width: 150,
    height: 150,
    affine: [20, 0, 186_120, 0, -20, 4_403_200],
    epsg: 32613,
  };
  const at: [number, number][] = [
    [60, 40],
    [75, 75],
    [100, 120],
    [130, 20],
    [140, 140],
  ];

  // Expected: gdalwarp 3.6.2 -et 0.
  test('nearest gives what GDAL gives', () => {
    const [band] = warp(raster, source, target, { resampling: 'nearest', nodata: 0 }).bands;
    expect(summary(band!)).toEqual({ filled: 22_399, sum: 55_952_721 });
    expect(at.map(([row, column]) => band![row * 150 + column])).toEqual([
      1904, 3444, 2575, 2349, 1845,
    ]);
  });

  // Expected: the mean of the four neighbours by numpy, at positions by PROJ (rasterio 1.3.5);
  // gdalwarp, whose kernel is a little wider where pixels shrink, fills the same pixels.
  test('bilinear weighs the four neighbours', () => {
    const [band] = warp(raster, source, target, { resampling: 'bilinear', nodata: 0 }).bands;
    const { filled, sum } = summary(band!);
    expect(filled).toBe(22_399);
    expect(sum / 55_950_963).toBeCloseTo(1, 5);
    for (const [index, [row, column]] of at.entries()) {
      const expected = [1935, 3429, 2523, 2378, 1888][index];
      expect(Math.abs(band![row * 150 + column] - expected)).toBeLessThanOrEqual(1);
    }
  });
});

describe('warp within a CRS', () => {
  // Expected: rasterio 1.3.5 reproject, bilinear, 20 m to 10 m.
  test('bilinear from 20 m to 10 m gives what GDAL gives', () => {
    const target: Grid = {
      width: 60,
      height: 60,
      affine: [10, 0, 701_300, 0, -10, 4_399_100],
      epsg: 32612,
    };
    const [band] = warp(raster, source, target, { resampling: 'bilinear', nodata: 0 }).bands;
    const { filled, sum } = summary(band!);
    expect(filled).toBe(3200);
    expect(sum / 7_691_803).toBeCloseTo(1, 4);
    expect([...band!.subarray(0, 6)]).toEqual([1572, 1602, 1633, 1663, 1694, 1724]);
    expect([...band!.subarray(30 * 60, 30 * 60 + 6)]).toEqual([3132, 3162, 3193, 3223, 3254, 2908]);
  });

  test('aligned grids are copied, with nodata where the source has nothing', () => {
    const target: Grid = {
      width: 4,
      height: 3,
      affine: [20, 0, 699_960, 0, -20, 4_400_020],
      epsg: 32612,
    };
    const [band] = warp(raster, source, target, { resampling: 'bilinear', nodata: 9 }).bands;
    const s = sawtooth();
    expect([...band!]).toEqual([9, 9, 9, 9, 9, 9, s[0], s[1], 9, 9, s[200], s[201]]);
  });

  test('a target beside the source is nodata all over', () => {
    const target: Grid = {
      width: 5,
      height: 5,
      affine: [20, 0, 900_000, 0, -20, 4_400_000],
      epsg: 32612,
    };
    for (const resampling of ['nearest', 'bilinear'] as const) {
      const [band] = warp(raster, source, target, { resampling, nodata: 7 }).bands;
      expect([...band!]).toEqual(new Array(25).fill(7));
    }
  });

  test('a CRS without a definition is refused by name', () => {
    const target: Grid = { ...source, epsg: 2056 };
    const work = () => warp(raster, source, target, { resampling: 'nearest', nodata: 0 });
    expect(() => told(work)).toThrow('EPSG:2056');
  });
});
