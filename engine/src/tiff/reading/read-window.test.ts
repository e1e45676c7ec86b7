import { describe, expect, test } from 'vitest';
import { memorySink, memorySource } from '../../../testing/memory-file.ts';
import { buildTiff, type TiffFixture } from '../../../testing/tiff-builder.ts';
import type { Window } from '../../raster/grid.ts';
import { type ByteSource, openTiff, readWindow, writeCog } from '../index.ts';

const width = 70;
const height = 50;
const values = (band: number) =>
  Array.from({ length: width * height }, (_, index) => (index * 7 + band * 31) % 251);
const bands = [values(0), values(1), values(2)];
const tiles: TiffFixture = { width, height, bands, tile: { width: 16, height: 16 } };

/** The same pixels, cut from the bands that the file was made of. */
function cut(band: readonly number[], window: Window) {
  return Array.from({ length: window.width * window.height }, (_, index) => {
    const x = window.column + (index % window.width);
    const y = window.row + Math.floor(index / window.width);
    return band[y * width + x];
  });
}

/** Counts the reads of a source. */
function counted(source: ByteSource) {
  const reads: { offset: number; length: number }[] = [];
  const counting: ByteSource = {
    name: source.name,
    size: (signal) => source.size(signal),
    read(offset, length, signal) {
      reads.push({ offset, length });
      return source.read(offset, length, signal);
    },
  };
  return { source: counting, reads };
}

describe.each([
  ['tiles', tiles],
  ['planar tiles', { ...tiles, planar: true }],
  ['strips', { width, height, bands, rowsPerStrip: 6, compression: 'lzw' }],
  ['one uncompressed strip', { width, height, bands }],
] as [string, TiffFixture][])('windows of %s', (_name, fixture) => {
  test.each([
    [0, 0, 70, 50],
    [69, 49, 1, 1],
    [15, 15, 2, 2],
    [3, 20, 40, 1],
    [64, 0, 6, 50],
  ])('column %i, row %i, %i × %i', async (column, row, wide, high) => {
    const { image } = await openTiff(memorySource(await buildTiff(fixture)));
    const window = { column, row, width: wide, height: high };
    const raster = await readWindow(image, window);
    expect(raster.bands.map((band) => Array.from(band))).toEqual(
      bands.map((band) => cut(band, window)),
    );
    const picked = await readWindow(image, window, { bands: [2, 0, 2] });
    expect(picked.bands.map((band) => Array.from(band))).toEqual(
      [2, 0, 2].map((index) => cut(bands[index], window)),
    );
  });
});

test('blocks that the file leaves out are nodata, or 0', async () => {
  const sparse = { ...tiles, bands: [bands[0]], sparse: [0, 6] };
  const window = { column: 8, row: 8, width: 16, height: 16 };
  const read = async (nodata?: string) => {
    const tags = nodata === undefined ? {} : { 42113: { type: 'ascii', values: nodata } as const };
    const { image } = await openTiff(memorySource(await buildTiff({ ...sparse, tags })));
    return (await readWindow(image, window)).bands[0];
  };
  // The window's first quarter is block 0, its last one block 6.
  const expected = (fill: number) =>
    cut(bands[0], window).map((value, index) => (index % 16 < 8 === index < 128 ? fill : value));
  expect(Array.from(await read())).toEqual(expected(0));
  expect(Array.from(await read('77'))).toEqual(expected(77));
  // No byte can hold these. GDAL 3.6.2, too, takes the nearest.
  expect(Array.from(await read('-9999'))).toEqual(expected(0));
  expect(Array.from(await read('300'))).toEqual(expected(255));
});

// GDAL 3.6.2 reads such files whole.
test.each([0, 5000])('an uncompressed strip whose table says %i bytes is read', async (bytes) => {
  const numbers = Array.from({ length: 12 }, (_, index) => index * 20);
  const tags = { 279: { type: 'long', values: [bytes] } } as const;
  const file = await buildTiff({ width: 4, height: 3, bands: [numbers], tags });
  const { image } = await openTiff(memorySource(file));
  const { bands } = await readWindow(image, { column: 0, row: 0, width: 4, height: 3 });
  expect(Array.from(bands[0]!)).toEqual(numbers);
});

describe('tables of very many blocks', () => {
  const rows = 20_000;
  const columnOf = (band: number) =>
    Array.from({ length: rows }, (_, row) => (row * 7 + band) % 251);
  const strips: TiffFixture = {
    width: 1,
    height: rows,
    bands: [columnOf(0), columnOf(1), columnOf(2)],
    rowsPerStrip: 1,
  };

  test.each([
    ['a strip for all bands', strips],
    ['a strip for each band', { ...strips, planar: true }],
    ['lengths left out', { ...strips, planar: true, tags: { 279: undefined } }],
  ] as [string, TiffFixture][])('%s', async (_name, fixture) => {
    const bytes = await buildTiff(fixture);
    // 16,384 entries of the tables are read together: the second and third time within a band, too.
    const windows = [
      [0, 3],
      [16_380, 10],
      [2 * 16_384 - rows - 3, 7],
      [3 * 16_384 - 2 * rows - 3, 7],
      [rows - 1, 1],
    ];
    for (const [row, height] of windows) {
      const { image } = await openTiff(memorySource(bytes));
      const picked = await readWindow(
        image,
        { column: 0, row, width: 1, height },
        { bands: [2, 0] },
      );
      expect(picked.bands.map((band) => Array.from(band))).toEqual(
        [2, 0].map((band) => columnOf(band).slice(row, row + height)),
      );
    }
  });

  test('only the parts that list a window are read, and those once', async () => {
    const { source, reads } = counted(memorySource(await buildTiff(strips)));
    const { image } = await openTiff(source);
    const bytesFor = async (row: number) => {
      reads.length = 0;
      await readWindow(image, { column: 0, row, width: 1, height: 5 });
      return reads.reduce((total, { length }) => total + length, 0);
    };
    // 16,384 offsets of 4 bytes and as many lengths; then the other 3,616, and pixels alone: strips of
    // 3 bytes, each on a place that 2 divides.
    expect(await bytesFor(100)).toBe(2 * 65_536 + 19);
    expect(await bytesFor(200)).toBe(19);
    expect(await bytesFor(19_000)).toBeLessThan(2 * 16_384 + 20);
    expect(await bytesFor(19_500)).toBe(19);
  });
});

describe('requests', () => {
  const cog = async () => {
    const sink = memorySink();
    // Noise, which no codec makes small, so that tiles lie far apart.
    let state = 1;
    const noise = Uint16Array.from({ length: 1024 * 1024 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return state >>> 15;
    });
    const samples = [noise];
    const shape = { width: 1024, height: 1024, sampleType: 'uint16', samples } as const;
    await writeCog(shape, sink, { tileSize: 128 });
    return { bytes: sink.bytes(), samples };
  };

  test('a COG opens with one read, and its tables are in it', async () => {
    const { bytes } = await cog();
    const { source, reads } = counted(memorySource(bytes));
    const { image, overviews } = await openTiff(source);
    expect(overviews).toHaveLength(3);
    expect(reads).toHaveLength(1);
    await readWindow(image, { column: 0, row: 0, width: 1, height: 1 });
    expect(reads).toHaveLength(2);
  });

  test('neighbouring tiles come with one request, far ones apart, none twice', async () => {
    const { bytes, samples } = await cog();
    const { source, reads } = counted(memorySource(bytes));
    const { image } = await openTiff(source);
    reads.length = 0;
    const { bands: read } = await readWindow(image, {
      column: 130,
      row: 130,
      width: 250,
      height: 250,
    });
    // Two rows of two tiles each: a row lies together, and the next row six tiles further on.
    expect(reads).toHaveLength(2);
    expect(read[0][0]).toBe(samples[0][130 * 1024 + 130]);
    reads.length = 0;
    const apart = { coalesce: { gapBytes: -1 } };
    await readWindow(image, { column: 130, row: 130, width: 250, height: 250 }, apart);
    expect(reads).toHaveLength(4);
    reads.length = 0;
    const joined = { coalesce: { gapBytes: 2 ** 20 } };
    await readWindow(image, { column: 130, row: 130, width: 250, height: 250 }, joined);
    expect(reads).toHaveLength(1);
  });

  test('no more ranges are read at once than asked for', async () => {
    const { bytes } = await cog();
    const memory = memorySource(bytes);
    let running = 0;
    let most = 0;
    const source: ByteSource = {
      ...memory,
      async read(offset, length) {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        return memory.read(offset, length);
      },
    };
    const { image } = await openTiff(source);
    const whole = { column: 0, row: 0, width: 1024, height: 1024 };
    const options = { coalesce: { gapBytes: -1 } };
    await readWindow(image, whole, { ...options, concurrency: 3 });
    expect(most).toBe(3);
  });

  test('an abort stops the reading, and its reason comes out', async () => {
    const { bytes } = await cog();
    const { source, reads } = counted(memorySource(bytes));
    const { image } = await openTiff(source);
    const whole = { column: 0, row: 0, width: 1024, height: 1024 };
    const abort = new AbortController();
    const reason = new Error('enough');
    const options = { signal: abort.signal, concurrency: 1, coalesce: { gapBytes: -1 } };
    const reading = readWindow(image, whole, options);
    setImmediate(() => abort.abort(reason));
    await expect(reading).rejects.toBe(reason);
    const readsWhenStopped = reads.length;
    expect(readsWhenStopped).toBeLessThan(64);
    await new Promise((resolve) => setImmediate(resolve));
    expect(reads).toHaveLength(readsWhenStopped);
    await expect(readWindow(image, whole, { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });

  test('an abort is answered while the tables are on their way', async () => {
    const image = { ...tiles, width: 256, height: 256, bands: [new Array(2 ** 16).fill(3)] };
    const memory = memorySource(await buildTiff(image));
    let isStuck = false;
    const source: ByteSource = {
      ...memory,
      read: (offset, length) =>
        isStuck ? new Promise<never>(() => {}) : memory.read(offset, length),
    };
    const tiff = await openTiff(source);
    isStuck = true;
    const abort = new AbortController();
    const window = { column: 5, row: 5, width: 1, height: 1 };
    const reading = readWindow(tiff.image, window, { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  test('a failed read of the tables is tried again next time', async () => {
    // Large enough for the tables to lie beyond what opening reads.
    const image = { ...tiles, width: 256, height: 256, bands: [new Array(2 ** 16).fill(3)] };
    const bytes = await buildTiff(image);
    const memory = memorySource(bytes);
    let isDown = false;
    const source: ByteSource = {
      ...memory,
      async read(offset, length) {
        if (isDown) {
          throw new Error('503');
        }
        return memory.read(offset, length);
      },
    };
    const tiff = await openTiff(source);
    const window = { column: 5, row: 5, width: 1, height: 1 };
    isDown = true;
    await expect(readWindow(tiff.image, window)).rejects.toThrow('503');
    isDown = false;
    expect((await readWindow(tiff.image, window)).bands[0][0]).toBe(3);
  });
});

describe('refusals', () => {
  test('windows and bands that are not there', async () => {
    const { image } = await openTiff(memorySource(await buildTiff(tiles)));
    const inside = { column: 0, row: 0, width: 1, height: 1 };
    await expect(readWindow(image, { ...inside, column: 70 })).rejects.toThrow(/column 70/);
    await expect(readWindow(image, { ...inside, width: 0 })).rejects.toThrow(RangeError);
    await expect(readWindow(image, { ...inside, row: 0.5 })).rejects.toThrow(RangeError);
    await expect(readWindow(image, inside, { bands: [3] })).rejects.toThrow(/no band 3/);
  });

  test('windows beyond the limit, before anything is allocated', async () => {
    const source = memorySource(await buildTiff(tiles));
    const { image } = await openTiff(source, { limits: { windowBytes: 10_000 } });
    const whole = { column: 0, row: 0, width, height };
    await expect(readWindow(image, whole)).rejects.toThrow(/takes 10500 bytes; the limit is 10000/);
  });

  test.each([
    [
      'fewer offsets than blocks',
      { ...tiles, tags: { 324: { type: 'long', values: [8] } } },
      /20 blocks, but tag 324 lists 1/,
    ],
    ['no offsets', { ...tiles, tags: { 324: undefined } }, /no table of block offsets/],
    [
      'no lengths of compressed blocks',
      { ...tiles, compression: 'lzw', tags: { 325: undefined } },
      /no table of block lengths/,
    ],
    [
      'blocks beyond the end',
      { ...tiles, tags: { 324: { type: 'long', values: new Array(20).fill(1e9) } } },
      /Tile 0 would take/,
    ],
    [
      'blocks too short',
      { ...tiles, tags: { 325: { type: 'long', values: new Array(20).fill(5) } } },
      /5 bytes of samples instead of 768/,
    ],
  ] as [string, TiffFixture, RegExp][])('%s', async (_name, fixture, message) => {
    const { image } = await openTiff(memorySource(await buildTiff(fixture)));
    const reading = readWindow(image, { column: 0, row: 0, width, height });
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toHaveProperty('name', 'TiffError');
  });

  test('blocks that unpack to more than they hold', async () => {
    // The strip was made of 50 rows, and is read as one of 10.
    const tags = { 257: { type: 'long', values: [10] } } as const;
    for (const compression of ['deflate', 'zstd'] as const) {
      const bytes = await buildTiff({ width, height, bands, compression, tags });
      const { image } = await openTiff(memorySource(bytes));
      await expect(readWindow(image, { column: 0, row: 0, width, height: 10 })).rejects.toThrow(
        /unpacks to more than its 2100 bytes/,
      );
    }
  });

  test('old files without lengths of uncompressed strips are read', async () => {
    const fixture = { width, height, bands, rowsPerStrip: 8, tags: { 279: undefined } };
    const { image } = await openTiff(memorySource(await buildTiff(fixture)));
    const read = await readWindow(image, { column: 0, row: 0, width, height });
    expect(read.bands.map((band) => Array.from(band))).toEqual(bands);
  });
});

test('samples at any place in a Buffer are read, and the Buffer stays as it is', async () => {
  const fixture = { width: 5, height: 3, bands: [Array.from({ length: 15 }, (_, i) => i * 4000)] };
  for (const littleEndian of [true, false]) {
    const built = await buildTiff({ ...fixture, bits: 16 }, { littleEndian });
    for (const shift of [0, 1]) {
      // A Buffer of a file or of the network may lie like this, off the samples' boundaries.
      const buffer = Buffer.concat([Buffer.alloc(shift), built]).subarray(shift);
      const { image } = await openTiff(memorySource(buffer));
      const window = { column: 0, row: 0, width: 5, height: 3 };
      for (const _again of [1, 2]) {
        expect(Array.from((await readWindow(image, window)).bands[0])).toEqual(fixture.bands[0]);
      }
      expect(Buffer.compare(buffer, built)).toBe(0);
    }
  }
});

test('one uncompressed strip is read in parts, not as a whole', async () => {
  const [wide, high] = [1200, 1000];
  const band = Array.from({ length: wide * high }, (_, index) => index % 250);
  const { source, reads } = counted(
    memorySource(await buildTiff({ width: wide, height: high, bands: [band] })),
  );
  const { image } = await openTiff(source, { limits: { blockBytes: 2 ** 20 } });
  reads.length = 0;
  const read = await readWindow(image, { column: 7, row: 900, width: 4, height: 1 });
  expect(Array.from(read.bands[0])).toEqual(band.slice(900 * wide + 7, 900 * wide + 11));
  expect(reads.every(({ length }) => length <= 2 ** 20)).toBe(true);
});
