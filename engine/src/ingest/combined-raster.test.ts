import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memorySink } from '../../testing/memory-file.ts';
import type { Samples } from '../raster/samples.ts';
import { FileSource } from '../source/file-source.ts';
import { openTiff, readWindow, writeCog } from '../tiff/index.ts';
import type { MissingValueRule } from '../valuation/index.ts';
import type { CombinedLayer } from './combination/open-combination.ts';
import { buildCombinedRaster } from './combined-raster.ts';
import { ingestRaster } from './ingest.ts';

let folder: string;
const at = (name: string) => join(folder, name);

interface TestRaster {
  readonly size: readonly [width: number, height: number];
  readonly pixelMeters: number;
  readonly corner: readonly [x: number, y: number];
  readonly samples: Samples;
}

/** Writes a raster in UTM zone 13N and takes it in as an uploaded one. */
async function ingest(name: string, { size, pixelMeters, corner, samples }: TestRaster) {
  const [width, height] = size;
  const sink = memorySink();
  const sampleType = samples instanceof Uint8Array ? 'uint8' : 'float32';
  const affine = [pixelMeters, 0, corner[0], 0, -pixelMeters, corner[1]] as const;
  const image = { width, height, sampleType, samples: [samples], affine, epsg: 32613 } as const;
  await writeCog({ ...image, nodata: 255 }, sink, { overviews: 'none' });
  await writeFile(at(`${name}.tif`), sink.bytes());
  const kind = sampleType === 'uint8' ? 'categorical' : 'continuous';
  await ingestRaster(at(`${name}.tif`), at(`${name}-cog.tif`), { kind });
}

const fine = (index: number) => (index === 23 ? 255 : (index % 6) + 10 * Math.floor(index / 6));
const coarse = (index: number) =>
  index === 3 ? 255 : ((index % 4) - 1) ** 2 + 3 * Math.floor(index / 4);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-combined-'));
  await ingest('fine', {
    size: [6, 4],
    pixelMeters: 10,
    corner: [500_000, 4_500_000],
    samples: Float32Array.from({ length: 24 }, (_, index) => fine(index)),
  });
  await ingest('coarse', {
    size: [4, 3],
    pixelMeters: 20,
    corner: [499_990, 4_500_010],
    samples: Float32Array.from({ length: 12 }, (_, index) => coarse(index)),
  });
  await ingest('classes', {
    size: [3, 2],
    pixelMeters: 20,
    corner: [500_000, 4_500_000],
    samples: Uint8Array.from([1, 1, 2, 1, 3, 1]),
  });
});
afterAll(() => rm(folder, { recursive: true }));

const layers = (): readonly CombinedLayer[] => [
  {
    cogPath: at('coarse-cog.tif'),
    valuation: {
      kind: 'curve',
      curve: { type: 'peak', coefficients: { A: 1, B: 2, C: 0, D: 6 } },
      range: { min: 0, max: 10 },
    },
    weight: 1,
    above: 0.3,
    leavesOut: false,
  },
  {
    cogPath: at('fine-cog.tif'),
    valuation: {
      kind: 'curve',
      curve: { type: 'lin', coefficients: { A: 2, B: 0, C: -1 } },
      range: { min: 0, max: 34 },
    },
    weight: 3,
    above: null,
    leavesOut: false,
  },
  {
    cogPath: at('classes-cog.tif'),
    valuation: {
      kind: 'classes',
      values: [
        { code: 1, value: 0 },
        { code: 2, value: 1 },
      ],
    },
    weight: 7,
    above: null,
    leavesOut: true,
  },
];

const none = null;
/**
 * Means by numpy 2.4 in double precision: bilinear interpolation of the coarse raster at the centres of the fine
 * one's pixels, with the weights of pixels without data on the others; classes by their pixel; then the curves,
 * the weights 3 and 1, the limit of 0.3 and the mask.
 */
const expected: Readonly<Record<MissingValueRule, readonly (number | null)[]>> = {
  'no-data': [
    ...[-0.504767, -0.474414, -0.430296, -0.372415, none, none],
    ...[-0.077355, -0.019473, 0.024644, 0.054998, none, none],
    ...[0.28684, 0.360187, none, none, 0.406144, none],
    ...[none, 0.714968, none, none, none, none],
  ],
  skip: [
    ...[-0.504767, -0.474414, -0.430296, -0.372415, none, none],
    ...[-0.077355, -0.019473, 0.024644, 0.054998, none, none],
    ...[0.28684, 0.360187, 0.404305, 0.419193, 0.406144, none],
    ...[none, 0.714968, 0.759085, none, none, none],
  ],
};

test.each(['no-data', 'skip'] as const)(
  'combined values are those of numpy (%s)',
  async (missing) => {
    const target = at(`combined-${missing}.tif`);
    const items = { WEIGHTS: '1 & 3' };
    const order = { layers: layers(), missing, gridOf: null, items };
    const { statistics } = await buildCombinedRaster(order, target);
    await using source = await FileSource.open(target);
    const { image } = await openTiff(source);
    expect(image).toMatchObject({ width: 6, height: 4, sampleType: 'int16', epsg: 32613 });
    expect(image.affine).toEqual([10, 0, 500_000, 0, -10, 4_500_000]);
    expect(image.bands[0]).toMatchObject({ scale: 1e-4, items: { WEIGHTS: '1 & 3' } });
    const { bands } = await readWindow(image, { column: 0, row: 0, width: 6, height: 4 });
    const values = Array.from(bands[0], (code) => (code === -32_768 ? null : code * 1e-4));
    for (const [index, value] of values.entries()) {
      const right = expected[missing][index];
      if (right === null) expect(value).toBeNull();
      else expect(value).toBeCloseTo(right, 4);
    }
    const known = expected[missing].filter((value) => value !== null);
    expect(statistics?.maximum).toBeCloseTo(Math.max(...known), 4);
  },
);

test('the grid of another layer may be chosen', async () => {
  const order = { layers: layers(), missing: 'no-data', gridOf: 0, items: {} } as const;
  await buildCombinedRaster(order, at('on-coarse.tif'));
  await using source = await FileSource.open(at('on-coarse.tif'));
  const { image } = await openTiff(source);
  expect(image).toMatchObject({ width: 4, height: 3 });
});
