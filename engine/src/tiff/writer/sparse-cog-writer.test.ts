import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memorySink, memorySource } from '../../../testing/memory-file.ts';
import type { Window } from '../../raster/grid.ts';
import { createSamples, type Samples, type SampleType } from '../../raster/samples.ts';
import {
  type CogOptions,
  openTiff,
  readWindow,
  type SparseImage,
  type TiffImage,
  writeCog,
  writeSparseCog,
} from '../index.ts';

/** An image of random blocks, with holes, in nothing. */
interface Scattered {
  readonly width: number;
  readonly height: number;
  readonly sampleType: SampleType;
  readonly nodata: number;
  readonly samples: readonly Samples[];
}

const whole = ({ width, height }: { width: number; height: number }): Window => ({
  column: 0,
  row: 0,
  width,
  height,
});

function cut({ width, samples }: Scattered, window: Window): Samples[] {
  return samples.map((band) => {
    const part = band.slice(0, window.width * window.height);
    for (let row = 0; row < window.height; row++) {
      const start = (window.row + row) * width + window.column;
      part.set(band.subarray(start, start + window.width), row * window.width);
    }
    return part;
  });
}

const holdsSomething = (image: Scattered, window: Window) =>
  cut(image, window).some((band) => band.some((sample) => !Object.is(sample, image.nodata)));

async function writeSparse(
  image: Partial<SparseImage> & Pick<SparseImage, 'width' | 'height'>,
  options: Parameters<typeof writeSparseCog>[2] = {},
): Promise<Uint8Array> {
  const sink = memorySink();
  const base = { bandCount: 1, sampleType: 'uint8', nodata: 0 } as const;
  const all = { mayHold: () => true, readTile: () => undefined };
  await writeSparseCog({ ...base, ...all, ...image }, sink, { tileSize: 16, ...options });
  return sink.bytes();
}

function writeScattered(image: Scattered, options: CogOptions): Promise<Uint8Array> {
  const { samples, ...description } = image;
  return writeSparse(
    {
      ...description,
      bandCount: samples.length,
      mayHold: (window) => holdsSomething(image, window),
      readTile: (window) => cut(image, window),
    },
    options,
  );
}

/** Each block of an image: its pixels' window, and its bytes if the file has any. */
async function blocksOf(image: TiffImage): Promise<{ window: Window; bytes?: Uint8Array }[]> {
  const { columns, rows, blockWidth } = image.layout;
  const locate = await image.blockTable.locator();
  const blocks = Array.from({ length: rows * columns }, async (_, place) => {
    const [x, y] = [place % columns, Math.floor(place / columns)];
    const window = {
      column: x * blockWidth,
      row: y * blockWidth,
      width: Math.min(blockWidth, image.width - x * blockWidth),
      height: Math.min(blockWidth, image.height - y * blockWidth),
    };
    const found = locate(x, y, 0);
    return found
      ? { window, bytes: await image.reader.source.read(found.offset, found.length) }
      : { window };
  });
  return Promise.all(blocks);
}

const kinds = [
  { sampleType: 'uint8', nodata: 0, bandCount: 1, overviews: { prefer: [2, 3] } },
  { sampleType: 'uint8', nodata: 255, bandCount: 1, overviews: { prefer: [2, 3] } },
  { sampleType: 'uint8', nodata: 0, bandCount: 3, overviews: 'mode' },
  { sampleType: 'uint16', nodata: 0, bandCount: 4, overviews: 'average' },
  { sampleType: 'int16', nodata: -9999, bandCount: 2, overviews: 'nearest' },
  { sampleType: 'uint32', nodata: 0, bandCount: 1, overviews: 'none' },
  { sampleType: 'uint32', nodata: 7, bandCount: 2, overviews: 'average' },
  { sampleType: 'float32', nodata: Number.NaN, bandCount: 2, overviews: 'average' },
] as const;

describe.each(kinds)('$sampleType, nodata $nodata, overviews $overviews', (kind) => {
  const { sampleType, nodata, bandCount, overviews } = kind;
  const block = fc.record({
    x: fc.double({ min: 0, max: 1, noNaN: true }),
    y: fc.double({ min: 0, max: 1, noNaN: true }),
    size: fc.integer({ min: 1, max: 20 }),
    seed: fc.nat(),
  });
  const scattered = fc
    .record({
      width: fc.integer({ min: 1, max: 150 }),
      height: fc.integer({ min: 1, max: 150 }),
      blocks: fc.array(block, { maxLength: 6 }),
    })
    .map(({ width, height, blocks }): Scattered => {
      const samples = Array.from({ length: bandCount }, (_, band) => {
        const pixels = createSamples(sampleType, width * height).fill(nodata);
        for (const { x, y, size, seed } of blocks) {
          const [left, top] = [Math.floor(x * (width - 1)), Math.floor(y * (height - 1))];
          for (let row = top; row < Math.min(height, top + size); row++) {
            for (let column = left; column < Math.min(width, left + size); column++) {
              const value = (seed + band * 31 + row * 7 + column * column) % 11;
              pixels[row * width + column] = value > 8 ? nodata : value;
            }
          }
        }
        return pixels;
      });
      return { width, height, sampleType, nodata, samples };
    });

  // Expected: the pixels and bytes of a file with every block. The test of that writer compares it
  // with geotiff.
  test('the blocks that hold something are those of a whole file; the others are not there', async () => {
    const property = async (image: Scattered, tileSize: number) => {
      const options = { tileSize, overviews };
      const sink = memorySink();
      await writeCog(image, sink, options);
      const full = await openTiff(memorySource(sink.bytes()));
      const sparse = await openTiff(memorySource(await writeScattered(image, options)));
      expect(sparse.image.nodata).toBe(nodata);
      expect(sparse.overviews.length).toBe(full.overviews.length);
      const ends: number[] = [];
      for (const [index, level] of [full.image, ...full.overviews].entries()) {
        const other = [sparse.image, ...sparse.overviews][index];
        const { bands: samples } = await readWindow(level, whole(level));
        expect((await readWindow(other, whole(other))).bands).toEqual(samples);
        const blocks = await blocksOf(other);
        for (const [place, { bytes }] of (await blocksOf(level)).entries()) {
          const { window } = blocks[place];
          const isThere = holdsSomething({ ...image, ...level, nodata, samples }, window);
          expect(blocks[place].bytes).toEqual(isThere ? bytes : undefined);
        }
        const locate = await other.blockTable.locator();
        const { columns } = other.layout;
        const places = blocks.map((_, at) => locate(at % columns, Math.floor(at / columns), 0));
        ends.unshift(...places.flatMap((place) => place?.offset ?? []));
      }
      // Small overviews lie first, and the tiles of each from the top.
      expect(ends).toEqual(ends.toSorted((one, other) => one - other));
    };
    await fc.assert(fc.asyncProperty(scattered, fc.constantFrom(16, 32), property), {
      numRuns: 25,
    });
  });
});

test('a palette and what is known of the bands', async () => {
  const palette = Array.from({ length: 256 }, (_, value) => [value, 255 - value, 7] as const);
  const image = { width: 40, height: 40, sampleType: 'uint8', nodata: 255, palette } as const;
  const samples = [new Uint8Array(1600).fill(3)];
  const more = { ...image, epsg: 32_613, bands: [{ description: 'change' }] };
  const sink = memorySink();
  await writeCog({ ...more, samples }, sink, { tileSize: 16, overviews: { prefer: [3] } });
  const filled = { ...more, readTile: (window: Window) => cut({ ...image, samples }, window) };
  // If every block has data, both files are equal.
  const bytes = await writeSparse(filled, { overviews: { prefer: [3] } });
  expect(Buffer.compare(bytes, sink.bytes())).toBe(0);
});

describe('an image as wide as a continent', () => {
  const size = { width: 460_000, height: 290_000 };
  const spots = [
    { column: 5, row: 7 },
    { column: 459_999, row: 289_999 },
    { column: 201_000, row: 100_000 },
  ];
  const isIn = ({ column, row, width, height }: Window) =>
    spots.filter(
      (spot) =>
        spot.column >= column &&
        spot.column < column + width &&
        spot.row >= row &&
        spot.row < row + height,
    );
  const read: Window[] = [];
  let asked = 0;
  const image = {
    ...size,
    mayHold: (window: Window) => {
      asked++;
      return isIn(window).length > 0;
    },
    readTile: (window: Window) => {
      read.push(window);
      if (isIn(window).length === 0) throw new Error('Nothing is there to be read.');
      const samples = new Uint8Array(window.width * window.height);
      for (const { column, row } of isIn(window)) {
        samples[(row - window.row) * window.width + column - window.column] = 9;
      }
      return [samples];
    },
  };

  test('only what holds something is read, in tiles of which a reader takes so many', async () => {
    const bytes = await writeSparse(image, { tileSize: 256, overviews: { prefer: [9] } });
    expect(read.map(({ width, height }) => [width, height])).toEqual([
      [512, 512],
      [512, 512],
      // 460,000 = 898 · 512 + 224 and 290,000 = 566 · 512 + 208.
      [224, 208],
    ]);
    // Each overview asks for the four tiles below it, along three ways down eleven levels.
    expect(asked).toBeLessThan(3 * 4 * 11);
    const tiff = await openTiff(memorySource(bytes));
    expect(tiff.image.layout).toMatchObject({ blockWidth: 512, columns: 899, rows: 567 });
    expect(tiff.overviews).toHaveLength(10);
    for (const [index, level] of [tiff.image, ...tiff.overviews].entries()) {
      for (const spot of spots) {
        const column = Math.floor(spot.column / 2 ** index);
        const row = Math.floor(spot.row / 2 ** index);
        const { bands } = await readWindow(level, { column, row, width: 1, height: 1 });
        expect(bands).toEqual([Uint8Array.of(9)]);
      }
    }
  });
});

test('nothing anywhere: no block at all', async () => {
  const nowhere = { width: 100, height: 70, nodata: 3 };
  for (const none of [{ mayHold: () => false }, { readTile: () => undefined }]) {
    const { image, overviews } = await openTiff(
      memorySource(await writeSparse({ ...nowhere, ...none })),
    );
    for (const level of [image, ...overviews]) {
      expect((await blocksOf(level)).some(({ bytes }) => bytes)).toBe(false);
    }
    const { bands } = await readWindow(image, whole(image));
    expect(bands).toEqual([new Uint8Array(7000).fill(3)]);
  }
});

test('a caller may give the same arrays for each tile', async () => {
  const image: Scattered = {
    width: 90,
    height: 60,
    sampleType: 'uint16',
    nodata: 0,
    samples: [Uint16Array.from({ length: 5400 }, (_, index) => index)],
  };
  const kept = new Uint16Array(16 * 16);
  const readTile = (window: Window) => {
    const [band] = cut(image, window);
    kept.set(band);
    return [kept.subarray(0, band.length)];
  };
  const shared = await writeSparse({ ...image, readTile }, { overviews: 'average' });
  const own = await writeScattered(image, { tileSize: 16, overviews: 'average' });
  expect(Buffer.compare(shared, own)).toBe(0);
});

describe('refusals', () => {
  const size = { width: 40, height: 40 };
  test.each([
    ['bands that are missing', { ...size, readTile: () => [] }, /1 bands of 16 × 16/],
    ['a tile too small', { ...size, readTile: () => [new Uint8Array(9)] }, /16 × 16 samples/],
    ['another type', { ...size, readTile: () => [new Int8Array(256)] }, /int8.*uint8/],
    ['nodata that no sample can be', { ...size, nodata: -1 }, /uint8.*-1/],
    ['no pixels', { width: 0, height: 40 }, /0 × 40/],
    ['no end', { width: Number.POSITIVE_INFINITY, height: 40 }, /Infinity × 40/],
  ])('%s', async (_name, image, message) => {
    await expect(writeSparse(image)).rejects.toThrow(message);
    await expect(writeSparse(image)).rejects.toBeInstanceOf(RangeError);
  });

  test('what goes wrong while a tile is read is told', async () => {
    const reason = new Error('the plane is gone');
    const readTile = () => {
      throw reason;
    };
    await expect(writeSparse({ ...size, readTile })).rejects.toBe(reason);
  });

  test('an abort on the way ends the writing with its reason', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    let tiles = 0;
    const readTile = ({ width, height }: Window) => {
      if (++tiles === 3) stop.abort(reason);
      return [new Uint8Array(width * height).fill(1)];
    };
    const writing = writeSparse({ ...size, readTile }, { signal: stop.signal });
    await expect(writing).rejects.toBe(reason);
    expect(tiles).toBe(3);
  });
});
