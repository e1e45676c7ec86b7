import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromArrayBuffer } from 'geotiff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memorySink, memorySource } from '../../../testing/memory-file.ts';
import type { Affine } from '../../raster/grid.ts';
import { type Samples, sampleTypeOf } from '../../raster/samples.ts';
import { type CogOptions, openTiff, readWindow, writeCog, writeFileAtomically } from '../index.ts';
import type { OverviewResampling } from './halve-rows.ts';

const width = 150;
const height = 90;
const affine: Affine = [30, 0, 500_000, 0, -30, 4_600_000];

function wave(seed: number, low: number, high: number): number[] {
  return Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return low + (high - low) * (0.5 + 0.5 * Math.sin(x / 9 + seed) * Math.cos(y / 7));
  });
}

const bandsOf: Record<string, Samples[]> = {
  uint8: [Uint8Array.from(wave(0, 0, 255))],
  int8: [Int8Array.from(wave(0, -128, 127))],
  uint16: [0, 1, 2, 3].map((seed) => Uint16Array.from(wave(seed, 0, 65_535))),
  int16: [Int16Array.from(wave(0, -32_768, 32_767)), Int16Array.from(wave(1, -5, 5))],
  uint32: [Uint32Array.from(wave(0, 0, 4_294_967_295))],
  int32: [Int32Array.from(wave(0, -2_147_483_648, 2_147_483_647))],
  float32: [Float32Array.from(wave(0, -1e6, 1e6)), Float32Array.from(wave(2, 0, 1))],
  float64: [Float64Array.from(wave(0, -1e200, 1e200))],
  rgb: [0, 1, 2].map((seed) => Uint8Array.from(wave(seed, 0, 255))),
};

async function writeBytes(
  samples: readonly Samples[],
  more: Partial<Parameters<typeof writeCog>[0]> = {},
  options: CogOptions = {},
): Promise<Uint8Array> {
  const sink = memorySink();
  const sampleType = samples[0] ? sampleTypeOf(samples[0]) : 'uint8';
  const image = { width, height, sampleType, samples, affine, epsg: 32_613, ...more };
  await writeCog(image, sink, { tileSize: 64, ...options });
  return sink.bytes();
}

describe.each(Object.entries(bandsOf))('%s', (_name, samples) => {
  test('geotiff and this reader read back what was written', async () => {
    const bytes = await writeBytes(samples);
    const oracle = await fromArrayBuffer(new Uint8Array(bytes).buffer);
    const oracleImage = await oracle.getImage();
    const rasters = (await oracleImage.readRasters()) as unknown as Samples[];
    expect(Array.from(rasters)).toEqual(samples);
    expect(oracleImage.getOrigin()).toEqual([500_000, 4_600_000, 0]);
    expect(oracleImage.getResolution()).toEqual([30, -30, 0]);
    expect(oracleImage.getGeoKeys()).toMatchObject({
      GTModelTypeGeoKey: 1,
      GTRasterTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: 32_613,
    });
    const tiff = await openTiff(memorySource(bytes));
    expect(tiff.image.affine).toEqual(affine);
    expect(tiff.image.epsg).toBe(32_613);
    expect(tiff.overviews.map((overview) => [overview.width, overview.height])).toEqual([
      [75, 45],
      [38, 23],
    ]);
    const read = await readWindow(tiff.image, { column: 0, row: 0, width, height });
    expect(read.bands).toEqual(samples);
  });
});

test('deflate that looks for runs only gives the same samples, to geotiff too', async () => {
  const samples = bandsOf.uint16!;
  const [strings, runs] = await Promise.all(
    (['strings', 'runs'] as const).map((matching) => writeBytes(samples, {}, { matching })),
  );
  expect(runs!.length).not.toBe(strings!.length);
  const image = await (await fromArrayBuffer(new Uint8Array(runs!).buffer)).getImage();
  expect(Array.from((await image.readRasters()) as unknown as Samples[])).toEqual(samples);
});

describe('what goes with the pixels', () => {
  const samples = bandsOf.int16;

  test('nodata, descriptions, scale and offset', async () => {
    const bands = [{ description: 'near <infrared> & "more"' }, { scale: 0.0001, offset: -0.1 }];
    const { image } = await openTiff(
      memorySource(await writeBytes(samples, { nodata: -9999, bands })),
    );
    expect(image.nodata).toBe(-9999);
    expect(image.bands).toEqual([
      { description: 'near <infrared> & "more"', scale: 1, offset: 0 },
      { description: undefined, scale: 0.0001, offset: -0.1 },
    ]);
    const nan = await writeBytes(bandsOf.float32, { nodata: Number.NaN });
    expect((await openTiff(memorySource(nan))).image.nodata).toBe(Number.NaN);
  });

  test('rotated and south-up grids, and none', async () => {
    for (const turned of [
      [3, 4, 10, 4, -3, 20],
      [0.5, 0, -100, 0, 0.5, 40],
    ] as const) {
      const { image } = await openTiff(memorySource(await writeBytes(samples, { affine: turned })));
      expect(image.affine).toEqual(turned);
    }
    const bytes = await writeBytes(samples, { affine: undefined, epsg: undefined });
    const { image } = await openTiff(memorySource(bytes));
    expect([image.affine, image.epsg]).toEqual([undefined, undefined]);
  });

  // Kinds from the EPSG registry: 4326 and 9777 are geographic, 4087 and 5070 are projected.
  test.each([
    [4326, 2],
    [9777, 2],
    [4087, 1],
    [5070, 1],
    [3857, 1],
  ])('EPSG:%i is written with model type %i', async (epsg, modelType) => {
    const { image } = await openTiff(memorySource(await writeBytes(samples, { epsg })));
    expect(image.geoKeys.numbers.get(1024)).toBe(modelType);
    expect(image.epsg).toBe(epsg);
  });
});

describe('overviews', () => {
  const pixels = Uint8Array.from([...[10, 20, 0, 0, 7], ...[30, 40, 0, 9, 8], ...[1, 2, 3, 3, 5]]);
  const halves = async (overviews: OverviewResampling, nodata?: number) => {
    // A tile of 16 pixels holds all of 5 × 3, so the image is repeated until it needs two.
    const wide = 20;
    const repeated = Uint8Array.from({ length: wide * 3 }, (_, index) => {
      const [x, y] = [index % wide, Math.floor(index / wide)];
      return x < 5 ? pixels[y * 5 + x] : pixels[y * 5 + 4];
    });
    const sink = memorySink();
    const shape = {
      width: wide,
      height: 3,
      sampleType: 'uint8',
      samples: [repeated],
      nodata,
    } as const;
    await writeCog(shape, sink, { overviews, tileSize: 16 });
    const { overviews: levels } = await openTiff(memorySource(sink.bytes()));
    const { bands } = await readWindow(levels[0], { column: 0, row: 0, width: 2, height: 2 });
    return Array.from(bands[0]);
  };

  // By hand: (10 + 20 + 30 + 40)/4, (0 + 0 + 0 + 9)/4 rounded; the last row stands alone.
  test('averages', async () => expect(await halves('average')).toEqual([25, 2, 2, 3]));
  test('averages leave nodata out', async () =>
    expect(await halves('average', 0)).toEqual([25, 9, 2, 3]));
  test('the commonest', async () => expect(await halves('mode')).toEqual([10, 0, 1, 3]));
  test('the first', async () => expect(await halves('nearest')).toEqual([10, 0, 1, 3]));

  test('one value wherever it is, else the commonest', async () => {
    expect(await halves({ prefer: [9] })).toEqual([10, 9, 1, 3]);
    expect(await halves({ prefer: [40] })).toEqual([40, 0, 1, 3]);
  });

  test('the commonest of some values wherever one is', async () => {
    const rows = [
      [3, 0, 3, 0, 0, 0, 2, 0],
      [2, 2, 0, 0, 9, 9, 3, 7],
    ];
    const wide = 20;
    const samples = [
      Uint8Array.from({ length: wide * 2 }, (_, i) => rows[Math.floor(i / wide)][i % wide] ?? 0),
    ];
    const sink = memorySink();
    const shape = { width: wide, height: 2, sampleType: 'uint8', samples } as const;
    await writeCog(shape, sink, { overviews: { prefer: [2, 3] }, tileSize: 16 });
    const { overviews: levels } = await openTiff(memorySource(sink.bytes()));
    const { bands } = await readWindow(levels[0], { column: 0, row: 0, width: 4, height: 1 });
    // Worked out by hand. Of the preferred classes, the first block has two 2s and a 3, the second
    // a 3, and the fourth one of each, of which 2 comes first. The third has neither: 0 and 9 are
    // equally frequent, and 0 comes first.
    expect(Array.from(bands[0])).toEqual([2, 3, 0, 2]);
  });

  test('four pixels of nodata stay nodata, and NaN is none of the average', async () => {
    const samples = [Float32Array.from({ length: 32 * 2 }, (_, index) => index % 4)];
    samples[0].set([-1, -1, Number.NaN, 5], 0);
    samples[0].set([-1, -1, 7, Number.NaN], 32);
    const sink = memorySink();
    const image = { width: 32, height: 2, sampleType: 'float32', samples, nodata: -1 } as const;
    await writeCog(image, sink, { tileSize: 16 });
    const { overviews: levels } = await openTiff(memorySource(sink.bytes()));
    const { bands } = await readWindow(levels[0], { column: 0, row: 0, width: 3, height: 1 });
    expect(Array.from(bands[0])).toEqual([-1, 6, 0.5]);
  });

  test('none, when none are wanted', async () => {
    const bytes = await writeBytes(bandsOf.uint8, {}, { overviews: 'none' });
    expect((await openTiff(memorySource(bytes))).overviews).toEqual([]);
  });
});

test('the layout of a COG: directories before data, small overviews before the image', async () => {
  const bytes = await writeBytes(bandsOf.uint16);
  expect(Buffer.from(bytes.subarray(8, 200)).toString('latin1')).toMatch(
    /^GDAL_STRUCTURAL_METADATA_SIZE=\d{6} bytes\nLAYOUT=IFDS_BEFORE_DATA\n/,
  );
  // The frame of a tile, from GDAL's description of its COG driver: size before, last bytes again after.
  const { image, overviews } = await openTiff(memorySource(bytes));
  const { offset, length } = (await image.blockTable.locator())(1, 1, 0)!;
  expect(Buffer.from(bytes).readUInt32LE(offset - 4)).toBe(length);
  const end = offset + length;
  expect(bytes.subarray(end, end + 4)).toEqual(bytes.subarray(end - 4, end));
  const firsts = await Promise.all(
    [image, ...overviews].map(async (level) => (await level.blockTable.locator())(0, 0, 0)!.offset),
  );
  expect(firsts).toEqual(firsts.toSorted((one, other) => other - one));
});

test('a palette: geotiff reads its colours, of the image and of its overviews', async () => {
  const palette = Array.from({ length: 256 }, (_, value) => [value, 255 - value, 7] as const);
  const bytes = await writeBytes(bandsOf.uint8, { palette });
  const oracle = await fromArrayBuffer(new Uint8Array(bytes).buffer);
  for (const index of [0, 1]) {
    const { fileDirectory } = await oracle.getImage(index);
    const colours = await fileDirectory.loadValue('ColorMap');
    // TIFF 6.0, page 23: all reds, all greens, all blues, of 16 bits.
    expect(Array.from(colours as ArrayLike<number>)).toEqual(
      [0, 1, 2].flatMap((channel) => palette.map((colour) => colour[channel] * 257)),
    );
    expect(await fileDirectory.loadValue('PhotometricInterpretation')).toBe(3);
  }
  const rasters = (await (await oracle.getImage()).readRasters()) as unknown as Samples[];
  expect(Array.from(rasters)).toEqual(bandsOf.uint8);
});

test('BigTIFF: geotiff and this reader read it back', async () => {
  const bytes = await writeBytes(bandsOf.uint16, { nodata: 3 }, { bigTiff: true });
  const oracle = await (await fromArrayBuffer(new Uint8Array(bytes).buffer)).getImage();
  expect(Array.from((await oracle.readRasters()) as unknown as Samples[])).toEqual(bandsOf.uint16);
  expect(oracle.getGDALNoData()).toBe(3);
  const { image, bigTiff, overviews } = await openTiff(memorySource(bytes));
  expect([bigTiff, overviews.length]).toEqual([true, 2]);
  const read = await readWindow(image, { column: 0, row: 0, width, height });
  expect(read.bands).toEqual(bandsOf.uint16);
});

describe('refusals', () => {
  const samples = bandsOf.uint8;
  test.each([
    ['a band too short', () => writeBytes([new Uint8Array(5)]), /150 × 90 samples/],
    ['no bands', () => writeBytes([]), /0 bands/],
    ['nodata that no sample can be', () => writeBytes(samples, { nodata: -9999 }), /uint8.*-9999/],
    ['a code that is none', () => writeBytes(samples, { epsg: 102_039 }), /102039/],
    ['tiles of 100', () => writeBytes(samples, {}, { tileSize: 100 }), /100/],
    [
      'a transform of NaN',
      () => writeBytes(samples, { affine: [Number.NaN, 0, 0, 0, 1, 0] }),
      /NaN/,
    ],
    [
      'a palette of too few colours',
      () => writeBytes(samples, { palette: [[1, 2, 3]] }),
      /palette of 1 colours/,
    ],
    [
      'a palette for what is no byte',
      () => writeBytes(bandsOf.uint16, { palette: Array.from({ length: 256 }, () => [1, 2, 3]) }),
      /4 bands of uint16/,
    ],
    ['bands of two types', () => writeBytes([...samples, ...bandsOf.int8]), /int8.*uint8/],
  ])('%s', async (_name, write, message) => {
    await expect(write()).rejects.toThrow(message);
    await expect(write()).rejects.toBeInstanceOf(RangeError);
  });

  test('an abort ends the writing with its reason', async () => {
    const reason = new Error('enough');
    const image = { width, height, sampleType: 'uint8', samples } as const;
    const writing = writeCog(image, memorySink(), { signal: AbortSignal.abort(reason) });
    await expect(writing).rejects.toBe(reason);
  });
});

describe('files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'refugia-cog-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('are there whole', async () => {
    const path = join(folder, 'whole.tif');
    await writeFileAtomically(path, (sink) =>
      writeCog({ width, height, sampleType: 'uint8', samples: bandsOf.uint8 }, sink),
    );
    const { image } = await openTiff(memorySource(await readFile(path)));
    expect((await readWindow(image, { column: 0, row: 0, width, height })).bands).toEqual(
      bandsOf.uint8,
    );
  });

  test('or not at all: a failure leaves the old file and nothing beside it', async () => {
    const path = join(folder, 'kept.tif');
    await writeFile(path, 'old');
    const before = (await readdir(folder)).length;
    const failing = writeFileAtomically(path, async (sink) => {
      await sink.write(Uint8Array.of(1, 2, 3));
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toHaveLength(before);
  });
});
