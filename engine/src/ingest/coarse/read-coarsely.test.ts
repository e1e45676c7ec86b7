import { expect, test } from 'vitest';
import { memorySource } from '../../../testing/memory-file.ts';
import { buildTiff, type TiffFixture } from '../../../testing/tiff-builder.ts';
import { openTiff, type TiffImage } from '../../tiff/index.ts';
import { coarseSize, readCoarsely } from './read-coarsely.ts';

const width = 1300;
const height = 900;
/** Each sample tells the place from which it comes. */
const place = Array.from(
  { length: width * height },
  (_, index) => 2048 * Math.floor(index / width) + (index % width),
);
const otherBand = place.map((sample) => -sample);
const numbers = { width, height, format: 'float', bits: 32 } as const;

const kinds: Readonly<Record<string, TiffFixture>> = {
  'uncompressed tiles': { ...numbers, bands: [place], tile: { width: 256, height: 256 } },
  'uncompressed strips': { ...numbers, bands: [place], rowsPerStrip: 7 },
  'one uncompressed strip': { ...numbers, bands: [place] },
  'deflated tiles of floats': {
    ...numbers,
    bands: [place],
    tile: { width: 128, height: 256 },
    compression: 'deflate',
    predictor: 3,
  },
  'deflated strips, the last one shorter': {
    ...numbers,
    bands: [place],
    rowsPerStrip: 64,
    compression: 'deflate',
  },
  'LZW strips of two bands': {
    ...numbers,
    bands: [place, otherBand],
    rowsPerStrip: 16,
    compression: 'lzw',
  },
  'planes of zstd tiles': {
    ...numbers,
    bands: [place, otherBand],
    planar: true,
    tile: { width: 256, height: 128 },
    compression: 'zstd',
  },
};

async function opened(fixture: TiffFixture): Promise<TiffImage> {
  return (await openTiff(memorySource(await buildTiff(fixture)))).image;
}

test.each(Object.entries(kinds))('%s: each pixel is from near its place', async (_, fixture) => {
  const image = await opened(fixture);
  const size = coarseSize(image);
  expect(size).toEqual({ width: 512, height: 354 });
  const bands = fixture.bands.map((_, band) => band);
  const picture = await readCoarsely(image, bands, size);
  expect(picture?.bands).toHaveLength(bands.length);
  const away = { columns: 0, rows: 0 };
  picture!.bands[0].forEach((sample, index) => {
    const column = (((index % 512) + 0.5) * width) / 512;
    const row = ((Math.floor(index / 512) + 0.5) * height) / 354;
    away.columns = Math.max(away.columns, Math.abs((sample % 2048) + 0.5 - column));
    away.rows = Math.max(away.rows, Math.abs(Math.floor(sample / 2048) + 0.5 - row));
  });
  expect(away.columns).toBeLessThanOrEqual(0.5);
  // Rows are read in steps of 16 where a strip of 64 rows gives 34 of 512, and of less elsewhere.
  expect(away.rows).toBeLessThanOrEqual(4);
  if (bands.length === 1) return;
  expect(picture!.bands[1].every((sample, index) => sample === -picture!.bands[0][index])).toBe(
    true,
  );
});

test('a block that the file leaves out is no data', async () => {
  const image = await opened({
    ...numbers,
    bands: [place],
    tile: { width: 256, height: 256 },
    compression: 'deflate',
    sparse: [0],
    tags: { 42113: { type: 'ascii', values: '-5' } },
  });
  const picture = await readCoarsely(image, [0], { width: 512, height: 354 });
  expect([picture!.bands[0][0], picture!.bands[0].at(-1)! > 0]).toEqual([-5, true]);
});

test('a block that is cut short is damaged', async () => {
  const whole = await buildTiff(kinds['deflated tiles of floats']);
  const { image } = await openTiff(memorySource(whole));
  const locate = await image.blockTable.locator();
  const first = locate(0, 0, 0)!;
  whole.fill(0, first.offset + 20, first.offset + first.length);
  await expect(readCoarsely(image, [0], coarseSize(image))).rejects.toMatchObject({
    name: 'TiffError',
    code: 'damaged',
    message: expect.stringMatching(/^The tile at column 0, row 0 of .+ can't be decoded: /),
  });
});
