import { createSimulationTransport } from '@refugia/simulation/index.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { memorySink, memorySource } from '../../../testing/memory-file.ts';
import { mulberry32 } from '../../change/pair/sample.ts';
import { runKernelHere } from '../../threads/kernel.ts';
import { openTiff, readWindow, TiffError, writeCog } from '../../tiff/index.ts';
import { type DecodeRange, decodeRange } from '../../tiff/reading/decode-range.ts';
import { placeBand } from '../place/place-band.ts';
import { spansOfOnes } from '../place/spans.ts';
import { ReadingThreads } from './reading-threads.ts';
import { SceneFiles } from './scene-files.ts';

const threads = new ReadingThreads(2);
afterAll(() => threads.close());

const [width, height] = [300, 200];
const affine = [10, 0, 500_000, 0, -10, 4_500_000] as const;
const grid = { width, height, affine, epsg: 32614 };
const random = mulberry32(7);
const samples = Uint16Array.from({ length: width * height }, () => 1 + 2_000 * random());

async function cog(): Promise<Uint8Array> {
  const sink = memorySink();
  const picture = { width, height, sampleType: 'uint16', affine, epsg: 32614, nodata: 0 } as const;
  await writeCog({ ...picture, samples: [samples] }, sink, { tileSize: 64 });
  return sink.bytes();
}

describe('a window read with threads', () => {
  const window = { column: 30, row: 20, width: 250, height: 150 };
  const inThread: DecodeRange = (task) =>
    threads.run(decodeRange, { ...task, bytes: task.bytes.slice() });

  test('holds the same as one read without, in shared memory', async () => {
    const { image } = await openTiff(memorySource(await cog()));
    const read = await readWindow(image, window, { decodeRange: inThread });
    expect(read).toEqual(await readWindow(image, window));
    expect(read.bands[0].buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  test('blocks that are not wanted are not asked for, and are nodata', async () => {
    const { image } = await openTiff(memorySource(await cog()));
    const isBlockWanted = (column: number) => column === 1;
    const read = await readWindow(image, window, { decodeRange: inThread, isBlockWanted });
    const whole = await readWindow(image, window);
    const expected = whole.bands[0].map((value, index) => {
      const column = Math.floor(((index % window.width) + window.column) / 64);
      return column === 1 ? value : 0;
    });
    expect(read.bands[0]).toEqual(expected);
  });

  test('tells of a damaged block as one read without does', async () => {
    const bytes = (await cog()).slice();
    const { image } = await openTiff(memorySource(bytes));
    const place = (await image.blockTable.locator())(2, 1, 0)!;
    bytes.fill(0, place.offset, place.offset + place.length);
    const failure = await readWindow(image, window, { decodeRange: inThread }).catch(
      (error) => error,
    );
    const alone = await readWindow(image, window).catch((error) => error);
    expect(failure).toBeInstanceOf(TiffError);
    expect(failure.code).toBe('damaged');
    expect(failure.message).toContain('The tile at column 128, row 64 of memory');
    expect(failure.message).toBe(alone.message);
  });
});

test.each([
  ['on the same grid', grid],
  ['on pixels of half the size', { ...grid, affine: [5, 0, 500_000, 0, -5, 4_500_000] as const }],
])('a band is put into a picture alike by a thread and by the caller, %s', async (_, target) => {
  const need = new Uint8Array(width * height).map(() => (random() < 0.8 ? 1 : 0));
  const place = async (run: typeof runKernelHere) => {
    const band = new Uint16Array(new SharedArrayBuffer(2 * width * height));
    const missing = new Uint8Array(new SharedArrayBuffer(width * height));
    const raster = { width, height, bands: [samples.map((value) => (value < 50 ? 0 : value))] };
    const told = await run(placeBand, {
      asset: { href: '', scale: 0.0001, offset: -0.1, nodata: 0 },
      name: 'red',
      read: {
        window: { column: 0, row: 0, width, height },
        target,
        raster,
        source: grid,
        nodata: 0,
      },
      gridWidth: width,
      spans: spansOfOnes(need, width),
      missing,
      band,
      correction: 0,
    });
    return { told, band, missing };
  };
  const alone = await place(runKernelHere);
  expect(alone.missing.includes(1)).toBe(true);
  expect(alone.told).toEqual({ isDoublySubtracted: true, isLacking: true });
  expect(await place(threads.run)).toEqual(alone);
});

test('what a kernel throws comes to whoever asked, and the thread goes on', async () => {
  await expect(threads.run(placeBand, {} as never)).rejects.toMatchObject({ name: 'TypeError' });
  const nothing = { range: { offset: 0, length: 0, blocks: [] }, bytes: new Uint8Array(1) };
  await expect(threads.run(decodeRange, nothing as never)).resolves.toBeUndefined();
});

test('closing tells whoever still waits, and whoever asks afterwards', async () => {
  const closed = new ReadingThreads(1);
  const waiting = closed.run(placeBand, {} as never);
  void closed.close();
  await expect(waiting).rejects.toThrow('The threads have been closed.');
  await expect(closed.run(placeBand, {} as never)).rejects.toThrow('closed');
});

test('cancelling ends the threads at once, whatever they have been given', async () => {
  const given = new AbortController();
  const files = new SceneFiles(createSimulationTransport(), given.signal);
  const run = files.runnerFor(1_000_000);
  expect(files.runnerFor(999_999)).toBe(runKernelHere);
  const waiting = Array.from({ length: 20 }, () => run(placeBand, {} as never));
  given.abort();
  for (const outcome of await Promise.allSettled(waiting)) {
    expect(outcome).toMatchObject({ reason: { message: expect.stringContaining('closed') } });
  }
  expect(() => new SceneFiles(createSimulationTransport(), given.signal).runnerFor(1e6)).toThrow();
});
