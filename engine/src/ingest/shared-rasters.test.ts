import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FileSource } from '../source/file-source.ts';
import { openTiff, readWindow } from '../tiff/index.ts';
import { ingestRaster, RasterError } from './index.ts';

/** What GDAL 3.6.2 reads from each file; the keys are its own. */
interface Expected {
  crs: { epsg: string | null } | null;
  gt: number[] | null;
  /** Of band 1: minimum, maximum, mean, standard deviation. */
  stats?: (number | null)[];
  /** The footprint in longitude and latitude. */
  wgs84: number[][][] | null;
}

const folder = join(
  process.env.REFUGIA_SHARED ?? join(import.meta.dirname, '../../../../shared'),
  'data/rasters',
);
const isHere = existsSync(join(folder, 'expected.json'));
const filesIn = (name: string) => (isHere ? readdirSync(join(folder, name)) : []);
const scratch = mkdtempSync(join(tmpdir(), 'refugia-ingest-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Python writes Infinity and NaN, which are no JSON. */
function readExpected(): Record<string, Expected> {
  const text = readFileSync(join(folder, 'expected.json'), 'utf8');
  return JSON.parse(
    text.replace(/^(-?)Infinity(,?)$/gm, '$11e999$2').replace(/^NaN(,?)$/gm, 'null$1'),
  );
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  Buffer.from(buffer, byteOffset, byteLength);

async function wholeImage(path: string) {
  await using source = await FileSource.open(path);
  const { image } = await openTiff(source);
  const { width, height } = image;
  const { bands } = await readWindow(image, { column: 0, row: 0, width, height });
  const mask =
    image.mask && (await readWindow(image.mask, { column: 0, row: 0, width, height })).bands[0];
  return { image, bands, mask: mask?.map((part: number) => (part === 0 ? 0 : 1)) };
}

describe.skipIf(!isHere)('the shared rasters', () => {
  const expected = isHere ? readExpected() : {};

  test.each(filesIn('good'))('%s becomes a COG of the same pixels', async (file) => {
    const path = join(folder, 'good', file);
    const target = join(scratch, file);
    const facts = await ingestRaster(path, target).catch((error: unknown) => error);
    if (facts instanceof RasterError) {
      expect(facts.code).toMatch(/^(crs-missing|crs-unknown|not-placed)$/);
      return;
    }
    const { shown, corners } = facts as Awaited<ReturnType<typeof ingestRaster>>;
    const { stats, wgs84 } = expected[`good/${file}`]!;
    // With infinite samples GDAL has no mean; it stops at some colour maps' palettes.
    if (stats && shown.infiniteCount === 0) {
      const { minimum, maximum, mean, standardDeviation } = shown.statistics!;
      [minimum, maximum, mean, standardDeviation].forEach((value, index) => {
        const wanted = stats[index]!;
        expect(Math.abs(value - wanted)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(wanted)));
      });
    }
    // GDAL tells positions with seven decimals, upper left first and against the clock.
    const footprint = wgs84?.[0] ?? [];
    footprint.slice(0, 4).forEach(([longitude, latitude], index) => {
      const corner = corners[[0, 3, 2, 1][index]!]!;
      const turns = Math.round((corner[0] - longitude!) / 360);
      expect(corner[0] - 360 * turns).toBeCloseTo(longitude!, 6);
      expect(corner[1]).toBeCloseTo(latitude!, 6);
    });
    const before = await wholeImage(path);
    const after = await wholeImage(target);
    expect(after.bands.length).toBe(before.bands.length);
    // Comparing tens of millions of samples one by one, as `toEqual` does, takes minutes.
    after.bands.forEach((samples, band) => {
      const wanted = before.bands[band]!;
      expect(samples.constructor).toBe(wanted.constructor);
      expect(bytesOf(samples).equals(bytesOf(wanted))).toBe(true);
    });
    expect(after.mask).toEqual(before.mask);
    expect(after.image.affine).toEqual(before.image.affine);
    expect(after.image.colours.alphaBand).toBe(before.image.colours.alphaBand);
    expect(after.image.colours.palette?.slice(0, 16)).toEqual(
      before.image.colours.palette?.slice(0, 16),
    );
  });

  test.each(filesIn('nasty'))('%s is refused in a sentence, or read', async (file) => {
    const outcome = await ingestRaster(join(folder, 'nasty', file), join(scratch, file), {
      name: 'Dem.tif',
    }).catch((error: unknown) => error);
    if (!(outcome instanceof Error)) return;
    expect(outcome).toBeInstanceOf(RasterError);
    expect(outcome.message).toMatch(/^[A-Z].{20,}\.$/);
    expect(outcome.message).not.toContain(folder);
    expect(readdirSync(scratch).filter((name) => name.startsWith(file))).toEqual([]);
  });
});

test.skipIf(!isHere)(
  isHere
    ? 'the shared rasters are here'
    : 'SKIPPED: ../shared/data/rasters is not here; built fixtures alone prove the ingest',
  () => {
    expect(filesIn('good').length).toBeGreaterThan(0);
  },
);
