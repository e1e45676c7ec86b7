import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Affine } from '../raster/grid.ts';
import type { Samples } from '../raster/samples.ts';
import { FileSource } from '../source/file-source.ts';
import { openTiff, readWindow, type Tiff, TiffError } from './index.ts';

/** What GDAL 3.6.2 reads from each file, with GDAL's own names as keys. */
interface Expected {
  w: number;
  h: number;
  bands: number;
  dtype: string;
  nodata: string;
  overviews: number;
  scale: number | null;
  offset: number | null;
  compression: string | null;
  gt: number[] | null;
  gcps: number;
  crs: { epsg: string | null } | null;
  /** Of band 1: minimum, maximum, mean, standard deviation. */
  stats?: number[];
  checksum?: number[];
}

const folder = join(
  process.env.REFUGIA_SHARED ?? join(import.meta.dirname, '../../../../shared'),
  'data/rasters',
);
const isHere = existsSync(join(folder, 'expected.json'));
const filesIn = (name: string) => (isHere ? readdirSync(join(folder, name)) : []);

/** Python writes Infinity and NaN, which JSON does not have. */
function readExpected(): Record<string, Expected> {
  const text = readFileSync(join(folder, 'expected.json'), 'utf8');
  return JSON.parse(
    text.replace(/^(-?)Infinity(,?)$/gm, '$11e999$2').replace(/^NaN(,?)$/gm, 'null$1'),
  );
}

async function withTiff<Result>(
  path: string,
  use: (tiff: Tiff) => Promise<Result>,
): Promise<Result> {
  await using source = await FileSource.open(join(folder, path));
  return await use(await openTiff(source));
}

const wholeWindow = ({ image }: Tiff) => ({
  column: 0,
  row: 0,
  width: image.width,
  height: image.height,
});

const sampleTypes: Record<string, string> = {
  Byte: 'uint8',
  UInt16: 'uint16',
  Int16: 'int16',
  UInt32: 'uint32',
  Int32: 'int32',
  Float32: 'float32',
  Float64: 'float64',
};

describe.skipIf(!isHere)('the shared rasters, against what GDAL reads', () => {
  const expected = isHere ? readExpected() : {};

  test.each(filesIn('good'))('%s', async (file) => {
    const entry = expected[`good/${file}`];
    await withTiff(`good/${file}`, async (tiff) => {
      const { image } = tiff;
      expect([image.width, image.height, image.bandCount]).toEqual([entry.w, entry.h, entry.bands]);
      // GDAL 3.6 has no signed bytes.
      expect(image.sampleType === 'int8' ? 'uint8' : image.sampleType).toBe(
        sampleTypes[entry.dtype],
      );
      expect(image.nodata).toBe(entry.nodata === 'None' ? undefined : Number(entry.nodata));
      expect(tiff.overviews).toHaveLength(entry.overviews);
      expect(image.bands[0].scale).toBe(entry.scale ?? 1);
      expect(image.bands[0].offset).toBe(entry.offset ?? 0);
      expect(image.affine && toGdalOrder(image.affine)).toEqual(entry.gt ?? undefined);
      // If a file has control points, GDAL reports the CRS apart from them.
      if (entry.gcps === 0) {
        expect(image.epsg).toBe(entry.crs?.epsg ? Number(entry.crs.epsg) : undefined);
      }
      if (!entry.checksum) {
        // GDAL reports no statistics for rasters that are too large or have no data.
        return;
      }
      const { bands } = await readWindow(image, wholeWindow(tiff));
      expect(bands.map((band) => gdalChecksum(asGdalReads(band)))).toEqual(entry.checksum);
      // With infinite samples there is no mean to compare.
      if (entry.stats?.every(Number.isFinite)) {
        const statistics = statisticsOf(bands[0], image.nodata);
        entry.stats.forEach((value, index) => {
          expect(statistics[index]).toBeCloseTo(value, 5);
        });
      }
    });
  });

  test.each(filesIn('crs'))('%s is placed as GDAL places it', async (file) => {
    const entry = expected[`crs/${file}`];
    await withTiff(`crs/${file}`, async ({ image }) => {
      expect(image.affine && toGdalOrder(image.affine)).toEqual(entry.gt ?? undefined);
      const named = Number(/_(\d{4,5})(?:_|\.)/.exec(file)?.[1]);
      // GDAL replaces codes that EPSG has deprecated. Here a file is read as it stands.
      const code = entry.crs?.epsg && (file.includes('3410') ? named : Number(entry.crs.epsg));
      expect(image.epsg).toBe(code || undefined);
    });
  });

  test.each(filesIn('nasty'))('%s is read within bounds or refused', async (file) => {
    const startMemory = process.memoryUsage().rss;
    const start = process.cpuUsage();
    const outcome = await withTiff(`nasty/${file}`, async (tiff) => {
      const { width, height, layout } = tiff.image;
      for (let row = 0; row < height; row += layout.blockHeight) {
        const rows = Math.min(layout.blockHeight, height - row);
        await readWindow(tiff.image, { column: 0, row, width, height: rows });
      }
      return 'read';
    }).catch((error: unknown) => error);
    // Processor time of this process, which does not depend on what else the machine does.
    const { user, system } = process.cpuUsage(start);
    if (outcome !== 'read') {
      expect(outcome).toBeInstanceOf(TiffError);
      expect((outcome as TiffError).message).toMatch(/^[A-Z/].{20,}\.$/);
    }
    expect(process.memoryUsage().rss - startMemory).toBeLessThan(300e6);
    expect((user + system) / 1e6).toBeLessThan(2);
  });
});

test.skipIf(!isHere)(
  isHere
    ? 'the shared rasters are here'
    : 'SKIPPED: ../shared/data/rasters is not here; built fixtures alone prove the reader',
  () => {
    expect(filesIn('good').length).toBeGreaterThan(0);
    expect(filesIn('nasty').length).toBeGreaterThan(0);
  },
);

function toGdalOrder([a, b, c, d, e, f]: Affine): number[] {
  return [c, a, b, f, d, e];
}

/** GDAL 3.6 reads signed bytes as unsigned. */
function asGdalReads(band: Samples): Samples {
  return band instanceof Int8Array ? new Uint8Array(band.buffer) : band;
}

/** GDALChecksumImage as GDAL documents it: remainders by eleven primes in turn, modulo 65,536. */
function gdalChecksum(band: Samples): number {
  const primes = [7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43];
  const isFloat = band instanceof Float32Array || band instanceof Float64Array;
  const largest = 2 ** 31 - 1;
  let sum = 0;
  for (let index = 0; index < band.length; index++) {
    let value = band[index];
    if (isFloat && !Number.isFinite(value)) {
      value = -largest - 1;
    } else if (isFloat) {
      value = Math.max(Math.floor(value + 0.5), -largest);
    }
    sum = (sum + (Math.min(value, largest) % primes[index % primes.length])) & 0xffff;
  }
  return sum;
}

/** Minimum, maximum, mean, standard deviation, as GDAL's: without nodata and NaN. */
function statisticsOf(band: Samples, nodata: number | undefined): number[] {
  let [minimum, maximum, count, mean, squares] = [Infinity, -Infinity, 0, 0, 0];
  for (const value of band) {
    if (!Number.isNaN(value) && value !== nodata) {
      minimum = Math.min(minimum, value);
      maximum = Math.max(maximum, value);
      count++;
      const difference = value - mean;
      mean += difference / count;
      squares += difference * (value - mean);
    }
  }
  return [minimum, maximum, mean, Math.sqrt(squares / count)];
}
