import { describe, expect, test } from 'vitest';
import { memorySource } from '../../../testing/memory-file.ts';
import { buildTiff, type TiffFixture } from '../../../testing/tiff-builder.ts';
import { openTiff, type TiffImage } from '../../tiff/index.ts';
import { isStreamed } from './image-rows.ts';
import { streamedRows } from './streamed-rows.ts';

const [width, height] = [600, 450];
const west = Array.from({ length: width * height }, (_, index) => index % width);
const north = Array.from({ length: width * height }, (_, index) => Math.floor(index / width));
const size = { width, height, format: 'float', bits: 32 } as const;
const tile = { width: 256, height: 128 };

const kinds: Readonly<Record<string, TiffFixture>> = {
  'uncompressed tiles': { ...size, bands: [west, north], tile },
  'deflated tiles with predictor': {
    ...size,
    bands: [north],
    tile,
    compression: 'deflate',
    predictor: 3,
  },
  'one LZW tile that is larger than the image': {
    ...size,
    bands: [west, north],
    tile: { width: 640, height: 464 },
    compression: 'lzw',
  },
  'planes of zstd tiles': {
    ...size,
    bands: [west, north],
    planar: true,
    tile,
    compression: 'zstd',
  },
  'PackBits strips': { ...size, bands: [west, north], rowsPerStrip: 200, compression: 'packbits' },
};

async function opened(fixture: TiffFixture): Promise<TiffImage> {
  const limits = { blockBytes: 2 ** 36 };
  return (await openTiff(memorySource(await buildTiff(fixture)), { limits })).image;
}

/** All rows of the given bands, put together. */
async function rowsOf(image: TiffImage, bands: readonly number[]): Promise<number[][]> {
  const rows: number[][] = bands.map(() => []);
  for await (const part of streamedRows(image, bands, undefined)) {
    part.bands.forEach((samples, band) => {
      for (const sample of samples) rows[band]!.push(sample);
    });
  }
  return rows;
}

describe('rows that are unpacked in parts', () => {
  test.each(Object.entries(kinds))(
    '%s: the samples are those that were packed',
    async (...given) => {
      const [, fixture] = given;
      const image = await opened(fixture);
      const bands = fixture.bands.map((_, band) => band).reverse();
      expect(await rowsOf(image, bands)).toEqual(fixture.bands.toReversed());
    },
  );

  test('a tile that the file leaves out is no data', async () => {
    const tags = { 42113: { type: 'ascii', values: '-9' } } as const;
    const fixture = { ...size, bands: [west], tile, sparse: [1], tags } as const;
    const [rows] = (await rowsOf(await opened(fixture), [0])) as [number[]];
    expect([rows[255], rows[256], rows[511], rows[512]]).toEqual([255, -9, -9, 512]);
    expect(rows[width * 127 + 256]).toBe(-9);
    expect(rows[width * 128 + 256]).toBe(256);
  });

  test('a tile that is cut short is named', async () => {
    const whole = await opened({ ...size, bands: [west], tile, compression: 'deflate' });
    const layout = { ...whole.layout, blockBytes: 2 * whole.layout.blockBytes, blockHeight: 256 };
    const rows = rowsOf({ ...whole, layout }, [0]);
    // Both tiles that lie side by side are cut short, and are read at the same time.
    await expect(rows).rejects.toThrow(
      /The tile at column (0|256), row 0 of .* it ends \d+ rows too early/,
    );
  });
});

test.each([
  ['deflate', 16_384, 1, true],
  ['none', 16_384, 1, true],
  ['lzw', 16_384, 4, true],
  ['deflate', 1024, 1, false],
  ['jpeg', 16_384, 1, false],
  // Each of many tiles side by side would need memory of its own.
  ['deflate', 16_384, 65, false],
] as const)(
  'of %s tiles of %d × 1,040 bytes, %d in a row, it is %o that parts are unpacked',
  async (...given) => {
    const [compression, tileWidth, columns, isInParts] = given;
    const image = await opened({
      width: 8,
      height: 8,
      bands: [Array(64).fill(0)],
      tile: { width: 16, height: 16 },
    });
    const layout = { ...image.layout, columns, blockBytes: tileWidth * 1040 };
    const encoding = { ...image.encoding, compression };
    expect(isStreamed({ ...image, layout, encoding }, 1)).toBe(isInParts);
  },
);
