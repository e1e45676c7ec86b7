import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memorySink } from '../../testing/memory-file.ts';
import type { Affine } from '../raster/grid.ts';
import { writeCog } from '../tiff/index.ts';
import type { ZoneEdgeRule } from './row-cover.ts';
import { type Zone, zoneStatistics } from './zone-statistics.ts';

let folder: string;
const at = (name: string) => join(folder, name);

const grids = {
  lonlat: { affine: [0.01, 0, -105, 0, -0.01, 40.3], epsg: 4326 },
  utm: { affine: [1000, 0, 500_000, 0, -1000, 4_462_000], epsg: 32613 },
  antimeridian: { affine: [0.01, 0, 179.8, 0, -0.01, 40.3], epsg: 4326 },
} as const satisfies Record<string, { affine: Affine; epsg: number }>;

const [width, height] = [40, 30];

/** Writes a raster of values in steps of 0.0001, with a gap at every 37th pixel. */
async function write(name: keyof typeof grids): Promise<void> {
  const samples = Int16Array.from({ length: width * height }, (_, index) =>
    index % 37 === 0 ? -32_768 : ((index * 7919) % 20_011) - 5000,
  );
  const sink = memorySink();
  const image = { width, height, sampleType: 'int16', samples: [samples] } as const;
  const bands = [{ scale: 1e-4, items: {} }];
  await writeCog({ ...image, ...grids[name], nodata: -32_768, bands }, sink, { overviews: 'none' });
  await writeFile(at(name), sink.bytes());
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-zones-'));
  for (const name of ['lonlat', 'utm', 'antimeridian'] as const) await write(name);
});
afterAll(() => rm(folder, { recursive: true }));

/** With slanting sides, a notch and a hole. The outer ring runs clockwise, the hole counter-clockwise. */
const slanting: Zone = {
  type: 'Polygon',
  coordinates: [
    [
      [-104.985, 40.29],
      [-104.62, 40.27],
      [-104.66, 40.03],
      [-104.8, 40.1],
      [-104.97, 40.02],
      [-104.985, 40.29],
    ],
    [
      [-104.85, 40.22],
      [-104.9, 40.15],
      [-104.74, 40.18],
      [-104.85, 40.22],
    ],
  ],
};
const box = (west: number, south: number, east: number, north: number) => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];
/** Both parts reach beyond the raster. */
const beyond: Zone = {
  type: 'MultiPolygon',
  coordinates: [box(-105.2, 40.05, -104.9, 40.4), box(-104.7, 40.1, -104.5, 40.2)],
};

type Expected = [name: keyof typeof grids, zone: Zone, edges: ZoneEdgeRule, ...numbers: number[]];

/**
 * Hectares, mean, minimum, maximum and hectares at or above 0.5, from numpy: pixels are weighted by their areas in the
 * ellipsoid's cylindrical equal-area projection, with corners by PROJ (`rasterio.warp.transform`). Centres are
 * those of `rasterio.features.geometry_mask`; shares are areas of the zone's rings, cut by each pixel with Sutherland
 * and Hodgman's algorithm. Sides in UTM are of 400 steps.
 */
const expected: Expected[] = [
  [
    'lonlat',
    slanting,
    'centre',
    63747.3701200231,
    0.5102771341513495,
    -0.4999,
    1.4992,
    32157.902932068646,
  ],
  [
    'lonlat',
    slanting,
    'share',
    63931.972043923684,
    0.5053671149465809,
    -0.4999,
    1.4992,
    32101.779854196822,
  ],
  [
    'lonlat',
    beyond,
    'centre',
    32159.345443392787,
    0.5044700814540796,
    -0.498,
    1.4973,
    15984.92438800917,
  ],
  [
    'lonlat',
    beyond,
    'share',
    32159.345443391037,
    0.5044700814540842,
    -0.498,
    1.4973,
    15984.924388008352,
  ],
  [
    'utm',
    slanting,
    'centre',
    63950.61583710114,
    0.48989960668617594,
    -0.498,
    1.4992,
    31524.954441274123,
  ],
  [
    'utm',
    slanting,
    'share',
    63631.60261414611,
    0.4915254086112323,
    -0.498,
    1.4992,
    31501.400240088595,
  ],
  [
    'utm',
    beyond,
    'centre',
    40131.67649648128,
    0.49463551836689384,
    -0.4941,
    1.4973,
    19715.57298651323,
  ],
  [
    'utm',
    beyond,
    'share',
    39342.56286804902,
    0.4941665032263437,
    -0.4941,
    1.4973,
    19318.401542031857,
  ],
];

test.each(expected)('a zone on a grid in %s has the numbers of numpy', async (...row) => {
  const [name, zone, edges, hectares, mean, minimum, maximum, hectaresAbove] = row;
  const [found] = await zoneStatistics(at(name), [zone], { edges, threshold: 0.5 });
  const near = (number: number, other: number) =>
    expect(Math.abs(number / other - 1)).toBeLessThan(name === 'lonlat' ? 1e-9 : 1e-6);
  near(found.hectares, hectares);
  near(found.mean!, mean);
  near(found.hectaresAbove, hectaresAbove);
  expect([found.minimum, found.maximum]).toEqual([
    expect.closeTo(minimum, 9),
    expect.closeTo(maximum, 9),
  ]);
});

test('zones share one pass, keep their order and may overlap', async () => {
  const options = { edges: 'share', threshold: 0.5 } as const;
  const zones = [beyond, slanting, beyond];
  const shares: number[] = [];
  const all = await zoneStatistics(at('utm'), zones, {
    ...options,
    onProgress: (share) => shares.push(share),
  });
  for (const [index, zone] of zones.entries()) {
    expect(all[index]).toEqual((await zoneStatistics(at('utm'), [zone], options))[0]);
  }
  expect(shares.at(-1)).toBe(1);
});

test('the rings of a zone may run either way', async () => {
  const options = { edges: 'share', threshold: 0 } as const;
  const [outer, hole] = slanting.coordinates as number[][][];
  const turned: Zone = { type: 'Polygon', coordinates: [outer.toReversed(), hole] };
  const [one, other] = await zoneStatistics(at('lonlat'), [slanting, turned], options);
  expect(other.hectares / one.hectares).toBeCloseTo(1, 12);
});

test('a zone beyond the antimeridian lies on a grid that counts on', async () => {
  const options = { edges: 'centre', threshold: -1 } as const;
  const west: Zone = { type: 'Polygon', coordinates: box(-180, 40.1, -179.9, 40.2) };
  const counted: Zone = { type: 'Polygon', coordinates: box(180, 40.1, 180.1, 40.2) };
  const [one, other] = await zoneStatistics(at('antimeridian'), [west, counted], options);
  expect(one.hectares).toBeGreaterThan(0);
  expect(one).toEqual(other);
  expect(one.hectaresAbove).toBe(one.hectares);
});

test('a zone beside the raster, or within a pixel by its centre alone, has no ground', async () => {
  const far: Zone = { type: 'Polygon', coordinates: box(10, 40, 11, 41) };
  const narrow: Zone = {
    type: 'Polygon',
    coordinates: box(-104.8999, 40.1001, -104.8991, 40.1009),
  };
  const none = { hectares: 0, mean: null, minimum: null, maximum: null, hectaresAbove: 0 };
  const zones = [far, narrow];
  expect(await zoneStatistics(at('utm'), [far], { edges: 'share', threshold: 0 })).toEqual([none]);
  const options = { edges: 'centre', threshold: 0 } as const;
  expect(await zoneStatistics(at('lonlat'), zones, options)).toEqual([none, none]);
  const [, covered] = await zoneStatistics(at('lonlat'), zones, { ...options, edges: 'share' });
  expect(covered.hectares).toBeGreaterThan(0);
});

test('the pass ends when nobody wants it', async () => {
  const question = {
    edges: 'share',
    threshold: 0,
    signal: AbortSignal.abort(new Error('gone')),
  } as const;
  await expect(zoneStatistics(at('utm'), [slanting], question)).rejects.toThrow('gone');
});
