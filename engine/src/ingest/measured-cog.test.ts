import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { memorySink } from '../../testing/memory-file.ts';
import { buildTiff } from '../../testing/tiff-builder.ts';
import { toldLater } from '../../testing/told.ts';
import { writeCog } from '../tiff/index.ts';
import { ingestRaster } from './index.ts';

const scratch = mkdtempSync(join(tmpdir(), 'refugia-measure-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** The tags of a file on UTM, in metres. */
const placed = {
  33550: { type: 'double', values: [10, 10, 0] },
  33922: { type: 'double', values: [0, 0, 0, 500_000, 4_500_000, 0] },
  34735: { type: 'short', values: [1, 1, 0, 1, 3072, 0, 1, 32_613] },
} as const;

// Expected: gdalinfo -stats of GDAL 3.6.2.
test('a long strip that the file leaves out holds the sample nearest to nodata', async () => {
  const bands = [new Array<number>(4 * 400).fill(7)];
  const tags = { ...placed, 42113: { type: 'ascii', values: '-9999' } } as const;
  const strips = { compression: 'deflate', rowsPerStrip: 200, sparse: [1] } as const;
  const path = join(scratch, 'sparse-strip.tif');
  await writeFile(path, await buildTiff({ width: 4, height: 400, bands, tags, ...strips }));
  const { shown } = await ingestRaster(path, join(scratch, 'sparse-strip-cog.tif'));
  expect(shown.statistics).toEqual({ minimum: 0, maximum: 7, mean: 3.5, standardDeviation: 3.5 });
});

/** Enough pixels for threads. */
const [width, height] = [2300, 1900] as const;
const nodata = -9999;

test('threads measure a large raster of decimals as its pixels say, one by one', async () => {
  // Ground that rises downwards, so that each part has numbers beyond those of the parts above it.
  const samples = Float32Array.from({ length: width * height }, (_, index) => {
    if (index % 7 === 0) return nodata;
    if (index % 1001 === 0) return Number.NaN;
    if (index % 5003 === 0) return Infinity;
    return (index / width) ** 1.5 + Math.sin(index) * 10;
  });
  const sink = memorySink();
  const affine = [10, 0, 500_000, 0, -10, 4_500_000] as const;
  const image = { width, height, sampleType: 'float32', samples: [samples] } as const;
  await writeCog({ ...image, affine, epsg: 32613, nodata }, sink, { overviews: 'none' });
  const path = join(scratch, 'rising.tif');
  await writeFile(path, sink.bytes());

  const numbers = samples.filter((sample) => Number.isFinite(sample) && sample !== nodata);
  let sum = 0;
  for (const number of numbers) sum += number;
  const mean = sum / numbers.length;
  let squares = 0;
  for (const number of numbers) squares += (number - mean) ** 2;
  const minimum = numbers.reduce((least, number) => Math.min(least, number));
  const maximum = numbers.reduce((most, number) => Math.max(most, number));
  const isInfinite = (sample: number) => Math.abs(sample) === Infinity;
  const infiniteCount = samples.filter(isInfinite).length;

  const { shown } = await ingestRaster(path, join(scratch, 'rising-cog.tif'));
  expect(shown).toMatchObject({ validCount: numbers.length, infiniteCount });
  expect(shown.nodataCount).toBe(samples.length - numbers.length - infiniteCount);
  expect(shown.statistics).toMatchObject({ minimum, maximum });
  expect(shown.statistics!.mean).toBeCloseTo(mean, 6);
  expect(shown.statistics!.standardDeviation).toBeCloseTo(Math.sqrt(squares / numbers.length), 6);
  const shares = histogramOf(numbers, minimum, maximum);
  expect(shown.histogram!.counts.reduce((total, count) => total + count)).toBeCloseTo(
    numbers.length,
    -3,
  );
  // Numbers near the end of a shown bin may be counted in the next one.
  shown.histogram!.counts.forEach((count, bin) => {
    expect(Math.abs(count - shares[bin])).toBeLessThan((0.02 * numbers.length) / 256 + 100);
  });
});

function histogramOf(numbers: Float32Array, minimum: number, maximum: number): number[] {
  const counts = new Array<number>(256).fill(0);
  for (const number of numbers) {
    counts[Math.min(255, Math.floor(((number - minimum) / (maximum - minimum)) * 256))]++;
  }
  return counts;
}

describe('uncompressed strips', () => {
  const [columns, rows] = [7, 11];
  const numbers = Array.from({ length: columns * rows }, (_, index) => (index * index) % 211);
  const fixture = { width: columns, height: rows, bands: [numbers] };

  async function measured(name: string, bytes: Uint8Array) {
    const file = join(scratch, name);
    await writeFile(file, bytes);
    return (await ingestRaster(file, `${file}.cog`, { epsg: 32613 })).shown;
  }

  test.each([
    ['of one row', 1, [] as number[]],
    ['of several rows', 3, []],
    ['of which one is left out', 1, [4]],
  ])('%s are measured as their pixels say', async (name, rowsPerStrip, sparse) => {
    const facts = await measured(name, await buildTiff({ ...fixture, rowsPerStrip, sparse }));
    // A strip that is left out holds zeros.
    const expected = numbers.map((number, index) =>
      sparse.includes(Math.floor(index / columns)) ? 0 : number,
    );
    const mean = expected.reduce((sum, number) => sum + number) / expected.length;
    const squares = expected.reduce((sum, number) => sum + (number - mean) ** 2, 0);
    expect(facts.validCount).toBe(expected.length);
    expect(facts.statistics!.minimum).toBe(Math.min(...expected));
    expect(facts.statistics!.maximum).toBe(Math.max(...expected));
    expect(facts.statistics!.mean).toBeCloseTo(mean, 9);
    expect(facts.statistics!.standardDeviation).toBeCloseTo(
      Math.sqrt(squares / expected.length),
      9,
    );
  });

  test('one that is shorter than its rows is refused', async () => {
    const tags = { 279: { type: 'long', values: [7, 7, 7, 7, 6, 7, 7, 7, 7, 7, 7] } } as const;
    const bytes = await buildTiff({ ...fixture, rowsPerStrip: 1, tags });
    await expect(toldLater(measured('short.tif', bytes))).rejects.toThrow(
      /row 4 .* 6 bytes of samples/,
    );
  });
});
