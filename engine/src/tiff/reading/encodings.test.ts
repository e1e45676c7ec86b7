import { fromArrayBuffer } from 'geotiff';
import { describe, expect, test } from 'vitest';
import { memorySource } from '../../../testing/memory-file.ts';
import { buildTiff, type FileFixture, type TiffFixture } from '../../../testing/tiff-builder.ts';
import { gdalSamples } from '../../../testing/tiff-gdal-samples.ts';
import { float16Examples } from '../../../testing/tiff-samples.ts';
import { openTiff, readWindow } from '../index.ts';

const width = 21;
const height = 19;

/** Some thousands of different values within a sample's range, smooth enough for predictors. */
function bandValues(seed: number, low: number, high: number, isWhole = true): number[] {
  return Array.from({ length: width * height }, (_, index) => {
    const wave = Math.sin(index * 0.37 + seed) * 0.5 + 0.5;
    const value = low + wave * (high - low);
    // Math.round gives -0 for what rounds to zero from below.
    return isWhole ? Math.round(value) || 0 : Math.fround(value);
  });
}

type Samples = Pick<TiffFixture, 'format' | 'bits'> & { low: number; high: number };

const samples: Record<string, Samples> = {
  uint1: { bits: 1, low: 0, high: 1 },
  uint2: { bits: 2, low: 0, high: 3 },
  uint4: { bits: 4, low: 0, high: 15 },
  uint8: { bits: 8, low: 0, high: 255 },
  int8: { bits: 8, format: 'int', low: -128, high: 127 },
  uint12: { bits: 12, low: 0, high: 4095 },
  uint16: { bits: 16, low: 0, high: 65_535 },
  int16: { bits: 16, format: 'int', low: -32_768, high: 32_767 },
  uint32: { bits: 32, low: 0, high: 4_294_967_295 },
  int32: { bits: 32, format: 'int', low: -2_147_483_648, high: 2_147_483_647 },
  uint64: { bits: 64, low: 0, high: 2 ** 52 },
  int64: { bits: 64, format: 'int', low: -(2 ** 52), high: 2 ** 52 },
  float32: { bits: 32, format: 'float', low: -1e30, high: 1e30 },
  float64: { bits: 64, format: 'float', low: -1e300, high: 1e300 },
};

const layouts: Record<string, Pick<TiffFixture, 'tile' | 'rowsPerStrip' | 'planar'>> = {
  strips: { rowsPerStrip: 4 },
  'planar strips': { rowsPerStrip: 7, planar: true },
  tiles: { tile: { width: 16, height: 16 } },
  'planar tiles': { tile: { width: 16, height: 16 }, planar: true },
  'tiles larger than the image': { tile: { width: 32, height: 48 } },
};

const files: Record<string, FileFixture> = {
  'little-endian': {},
  'big-endian': { littleEndian: false },
  'big-endian BigTIFF': { littleEndian: false, bigTiff: true },
};

const codings: Record<string, Pick<TiffFixture, 'compression' | 'predictor'>> = {
  none: {},
  packbits: { compression: 'packbits' },
  lzw: { compression: 'lzw' },
  'lzw, predictor 2': { compression: 'lzw', predictor: 2 },
  deflate: { compression: 'deflate' },
  'deflate, predictor 2': { compression: 'deflate', predictor: 2 },
  'deflate, predictor 3': { compression: 'deflate', predictor: 3 },
  'old deflate, predictor 3': { compression: 'deflate-old', predictor: 3 },
  'zstd, predictor 2': { compression: 'zstd', predictor: 2 },
};

function fits(sample: Samples, predictor = 1): boolean {
  const bits = sample.bits ?? 8;
  return (
    predictor === 1 || (predictor === 2 ? bits >= 8 && bits !== 12 : sample.format === 'float')
  );
}

async function readAll(bytes: Uint8Array) {
  const { image } = await openTiff(memorySource(bytes));
  const { bands } = await readWindow(image, {
    column: 0,
    row: 0,
    width: image.width,
    height: image.height,
  });
  return { image, bands: bands.map((band) => Array.from(band)) };
}

describe.each(Object.entries(codings))('%s', (_coding, coding) => {
  const fitting = Object.entries(samples).filter(([, sample]) => fits(sample, coding.predictor));

  test.each(fitting)('%s, in every layout and byte order', async (_name, sample) => {
    const { low, high, bits, format } = sample;
    const bands = [0, 1, 2].map((seed) => bandValues(seed, low, high, format !== 'float'));
    for (const layout of Object.values(layouts)) {
      for (const file of Object.values(files)) {
        const fixture = { width, height, bands, bits, format, ...coding, ...layout };
        const read = await readAll(await buildTiff(fixture, file));
        expect(read.bands).toEqual(bands);
      }
      const single = { width, height, bands: [bands[0]], bits, format, ...coding, ...layout };
      expect((await readAll(await buildTiff(single))).bands).toEqual([bands[0]]);
    }
  });
});

/**
 * What the independent reader can read: this build of it has no 64-bit integers, no zstd, and no
 * packed samples with predictors.
 */
const oracleSamples = ['uint8', 'uint16', 'int16', 'uint32', 'float32', 'float64'];
const oracleCodings = [
  'none',
  'packbits',
  'lzw, predictor 2',
  'deflate, predictor 2',
  'deflate, predictor 3',
];

test.each(oracleCodings)('geotiff reads the same fixtures alike: %s', async (codingName) => {
  const coding = codings[codingName];
  for (const name of oracleSamples.filter((key) => fits(samples[key], coding.predictor))) {
    const { low, high, bits, format } = samples[name];
    // It takes the differences of 8-byte numbers in halves.
    if (coding.predictor === 2 && bits === 64) {
      continue;
    }
    const bands = [3, 4].map((seed) => bandValues(seed, low, high, format !== 'float'));
    for (const layout of Object.values(layouts)) {
      const bytes = await buildTiff({ width, height, bands, bits, format, ...coding, ...layout });
      const oracle = await (await fromArrayBuffer(bytes.slice().buffer)).getImage();
      const expected = (await oracle.readRasters()) as unknown as ArrayLike<number>[];
      const read = await readAll(bytes);
      expect(read.bands).toEqual([Array.from(expected[0]), Array.from(expected[1])]);
    }
  }
});

test('half-precision numbers become float32', async () => {
  const values = [...float16Examples.keys()];
  for (const littleEndian of [true, false]) {
    for (const predictor of [1, 3] as const) {
      const bytes = await buildTiff(
        {
          width: values.length,
          height: 1,
          bands: [values],
          format: 'float',
          bits: 16,
          compression: 'deflate',
          predictor,
        },
        { littleEndian },
      );
      const { image, bands } = await readAll(bytes);
      expect(image.sampleType).toBe('float32');
      expect(bands).toEqual([values]);
    }
  }
});

test('64-bit integers become float64, with a note', async () => {
  const bytes = await buildTiff({ width: 2, height: 1, bands: [[1, 2 ** 53]], bits: 64 });
  const tiff = await openTiff(memorySource(bytes));
  expect(tiff.image.sampleType).toBe('float64');
  expect(tiff.notes).toContain(
    '64-bit integers are read as float64: exact up to 9,007,199,254,740,992.',
  );
});

describe('pictures', () => {
  const smooth = (seed: number) =>
    Array.from({ length: 32 * 32 }, (_, index) =>
      Math.round(128 + 90 * Math.sin((index % 32) / 9 + seed) * Math.cos(index / 32 / 11)),
    );
  const largestDifference = (one: number[][], other: number[][]) =>
    Math.max(...one.flatMap((band, b) => band.map((value, i) => Math.abs(value - other[b][i]))));

  const tile = { width: 16, height: 16 };
  const jpeg = { width: 32, height: 32, compression: 'jpeg' as const };

  test('gray JPEG', async () => {
    const bands = [smooth(0)];
    const read = await readAll(await buildTiff({ ...jpeg, bands, rowsPerStrip: 24 }));
    expect(largestDifference(read.bands, bands)).toBeLessThanOrEqual(3);
  });

  test('YCbCr JPEG becomes RGB', async () => {
    const bands = [smooth(0), smooth(1), smooth(2)];
    const tags = { 262: { type: 'short', values: [6] } } as const;
    const read = await readAll(await buildTiff({ ...jpeg, bands, tags, tile }));
    expect(largestDifference(read.bands, bands)).toBeLessThanOrEqual(6);
  });

  test('WebP without loss: three and four bands', async () => {
    const bands = [smooth(0), smooth(1), smooth(2), smooth(3)];
    const shape = { width: 32, height: 32, compression: 'webp' as const };
    const three = bands.slice(0, 3);
    expect((await readAll(await buildTiff({ ...shape, bands: three }))).bands).toEqual(three);
    expect((await readAll(await buildTiff({ ...shape, bands, tile }))).bands).toEqual(bands);
  });

  test('a picture of another size or another number of bands is refused', async () => {
    const wider = { 256: { type: 'long', values: [40] } } as const;
    const small = await buildTiff({ ...jpeg, bands: [smooth(0)], tags: wider });
    await expect(readAll(small)).rejects.toThrow(/32 × 32 pixels and 1 bands instead of 40 × 32/);
    const colored = { 277: { type: 'short', values: [3] } } as const;
    const gray = await buildTiff({ ...jpeg, bands: [smooth(0)], tags: colored });
    await expect(readAll(gray)).rejects.toThrow(/1 bands instead of 32 × 32 and 3/);
  });
});

describe('files that GDAL wrote', () => {
  const grid = (value: (row: number, column: number) => number) =>
    Array.from({ length: 256 }, (_, index) => value(Math.floor(index / 16), index % 16));
  const ramp = grid((row, column) => 100 * row + column);
  const colors = [
    grid((row) => 16 * row),
    grid((_, column) => 16 * column),
    grid((row) => 255 - 8 * row),
  ];
  const isHole = (row: number, column: number) =>
    row >= 3 && row <= 5 && column >= 2 && column <= 8;

  test.each([
    [
      'lercFloat32',
      [grid((row, column) => (isHole(row, column) ? Number.NaN : 1.5 * row + 0.25 * column))],
    ],
    ['lercZstdUint16', [ramp]],
    ['lercBigEndian', [ramp]],
    ['lercDeflateUint16', [ramp, ramp.map((value) => value + 7), ramp.map((value) => value * 2)]],
    // GDAL decodes these two without any loss.
    ['jpegRgb', colors],
    ['jpegFourBands', [...colors, grid((_, column) => 4 * column)]],
  ] as const)('%s', async (name, expected) => {
    expect((await readAll(gdalSamples[name])).bands).toEqual(expected);
  });
});

const short = (...values: number[]) => ({ type: 'short', values }) as const;
const byDeflate = 'gdal_translate -co COMPRESS=DEFLATE input.tif output.tif';

// Each is read by GDAL 3.6.2, and no data set of the field is known to be kept so.
test.each([
  ['old-style JPEG', { 259: short(6) }, /old-style JPEG/, byDeflate],
  ['fax', { 259: short(3) }, /CCITT fax group 3/, byDeflate],
  ['JPEG 2000', { 259: short(34_712) }, /JPEG 2000/, byDeflate],
  ['brightness and differences', { 262: short(6) }, /YCbCr/, byDeflate],
  ['CIE L*a*b*', { 262: short(8) }, /CIE L\*a\*b\*/, byDeflate],
  ['CIE L*a*b* in planes', { 262: short(8), 284: short(2) }, /CIE L\*a\*b\*/, byDeflate],
  ['bits from the lowest on', { 266: short(2) }, /FillOrder 2/, byDeflate],
  [
    'decimals of 24 bits',
    { 258: short(24, 24, 24), 339: short(3, 3, 3) },
    /24 bits/,
    '-co NBITS=32',
  ],
  ['whole numbers of 20 bits', { 258: short(20, 20, 20) }, /20 bits/, '-co NBITS=32'],
  ['complex numbers', { 258: short(64, 64, 64), 339: short(6, 6, 6) }, /Complex/, '-ot Float64'],
] as const)('%s: refused with the command that mends the file', async (_, tags, what, command) => {
  const band = [1, 2, 3, 128];
  const file = await buildTiff({ width: 4, height: 1, bands: [band, band, band], tags });
  const opening = openTiff(memorySource(file));
  await expect(opening).rejects.toThrow(what);
  await expect(opening).rejects.toThrow(command);
  await expect(opening).rejects.toMatchObject({ code: 'unsupported' });
});

test.each([1, 2])('four inks are refused, together or in planes (%i)', async (planar) => {
  const bands = [[1], [2], [3], [4]];
  const tags = { 262: short(5), 284: short(planar) };
  const file = await buildTiff({ width: 1, height: 1, bands, tags, planar: planar === 2 });
  await expect(openTiff(memorySource(file))).rejects.toThrow(
    `(CMYK) are not read. Run ${byDeflate}`,
  );
});

test('five inks, and inks of 16 bits, are bands of numbers', async () => {
  const tags = { 262: short(5), 332: short(2) };
  const bands = [[1], [2], [3], [4], [5]];
  expect((await readAll(await buildTiff({ width: 1, height: 1, bands, tags }))).bands).toEqual(
    bands,
  );
  const wide = {
    width: 1,
    height: 1,
    bands: bands.slice(0, 4),
    bits: 16,
    tags: { 262: short(5) },
  } as const;
  expect((await readAll(await buildTiff(wide))).bands).toEqual(bands.slice(0, 4));
});

test('a damaged picture is refused in one sentence, however often its decoder says why', async () => {
  const bytes = Uint8Array.from(gdalSamples.jpegRgb);
  bytes[259] = 255;
  const { image } = await openTiff(memorySource(bytes));
  const reading = readWindow(image, { column: 0, row: 0, width: 16, height: 16 });
  await expect(reading).rejects.toThrow(/^The tile [^\n]*Bogus marker length\.$/);
});
