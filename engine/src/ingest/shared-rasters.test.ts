import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rasterSentence } from '@refugia/contract/raster-facts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { FileSource } from '../source/file-source.ts';
import { openTiff, readWindow, type TiffImage } from '../tiff/index.ts';
import { writeCoarseCog } from './coarse/coarse-cog.ts';
import { ingestRaster, inspectRaster, RasterError } from './index.ts';

/** What GDAL 3.6.2 reads from each file, with GDAL's own names as keys. */
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

const missing = 'crs-missing' as const;
/**
 * The good files that are not read, with the code of the sentence that is given, and why. Files
 * without a georeference are read once a person has entered an EPSG code.
 */
const exceptions: Readonly<Record<string, RasterError['code']>> = {
  // No georeference and no reference system: an EPSG code can be entered.
  'gdalasync_sample_bigtiff.tif': missing,
  'gdalasync_test_with_mask_1bit.tif': missing,
  'imagetiff_BigTIFFMotorola.tif': missing,
  'imagetiff_int8.tif': missing,
  'imagetiff_planar-rgb-u8.tif': missing,
  'imagetiff_predictor-3-gray-f32.tif': missing,
  'imagetiff_seq-1c-64f-deflate-fpredict-afa8560e.tiff': missing,
  // A transform and no reference system: an EPSG code can be entered.
  'rasterio_float_nan.tif': missing,
  // Ground control points alone: a warp would be a guess.
  'riotiler_cog_gcps_ovr.tif': 'not-placed',
  // Mars.
  'riotiler_cog_hirise_mars.tif': 'crs-unknown',
  // PROJ, too, finds no place for 440,720 km to the east.
  'ProjLinearUnitsGeoKey_9036.tif': 'off-earth',
  // New Zealand's polynomial at 55° south, where it does not lead back to where it came from.
  'new_zealand_mapping_grid.tif': 'off-earth',
};
/** Files that GDAL 3.6.2 places by other parameters than it lists for them. */
const elsewhereInGdal: ReadonlySet<string> = new Set([
  // GDAL takes the parallel of 49 grads for 49 degrees. The file also names the code, which
  // decides.
  'epsg_27563_allgeokeys.tif',
  // GDAL swaps easting and northing. cs2cs does not, with the parameters that GDAL lists.
  'polar_stereographic_variant_a.tif',
]);

/** Python writes Infinity and NaN, which JSON does not have. */
function readExpected(): Record<string, Expected> {
  const text = readFileSync(join(folder, 'expected.json'), 'utf8');
  return JSON.parse(
    text.replace(/^(-?)Infinity(,?)$/gm, '$11e999$2').replace(/^NaN(,?)$/gm, 'null$1'),
  );
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  Buffer.from(buffer, byteOffset, byteLength);

type Corners = Awaited<ReturnType<typeof inspectRaster>>['header']['corners'];

/** Expects GDAL's corners, which it reports with seven decimals, within a hundredth of a pixel. */
function expectCorners(
  corners: Corners,
  pixelDegrees: readonly number[],
  wgs84: Expected['wgs84'],
) {
  // GDAL begins with the upper left corner and goes against the clock.
  for (const [index, [longitude, latitude]] of (wgs84?.[0] ?? []).slice(0, 4).entries()) {
    const corner = corners[[0, 3, 2, 1][index]]!;
    const turns = Math.round((corner[0] - longitude!) / 360);
    const away = [corner[0] - 360 * turns - longitude!, corner[1] - latitude!];
    for (const [axis, degrees] of away.entries()) {
      expect(Math.abs(degrees)).toBeLessThan(0.01 * pixelDegrees[axis] + 0.6e-7);
    }
  }
}

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
    expect(facts instanceof RasterError ? facts.code : undefined).toBe(exceptions[file]);
    if (facts instanceof RasterError) return;
    const { shown, corners, pixelDegrees } = facts as Awaited<ReturnType<typeof ingestRaster>>;
    const { stats, wgs84 } = expected[`good/${file}`];
    // GDAL has no mean if there are infinite samples, and it stops at the palettes of some colour
    // maps.
    if (stats && shown.infiniteCount === 0) {
      const { minimum, maximum, mean, standardDeviation } = shown.statistics!;
      [minimum, maximum, mean, standardDeviation].forEach((value, index) => {
        const wanted = stats[index]!;
        expect(Math.abs(value - wanted)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(wanted)));
      });
    }
    expectCorners(corners, pixelDegrees, wgs84);
    const before = await wholeImage(path);
    const after = await wholeImage(target);
    expect(after.bands.length).toBe(before.bands.length);
    // Comparing tens of millions of samples one by one, as `toEqual` does, takes minutes.
    after.bands.forEach((samples, band) => {
      const wanted = before.bands[band];
      expect(samples.constructor).toBe(wanted.constructor);
      expect(bytesOf(samples).equals(bytesOf(wanted))).toBe(true);
    });
    expect(after.mask).toEqual(before.mask);
    expect(after.image.affine).toEqual(before.image.affine);
    expect([after.image.epsg, after.image.geoKeyTags?.doubles]).toEqual([
      before.image.epsg,
      before.image.epsg === undefined ? before.image.geoKeyTags?.doubles : [],
    ]);
    expect(after.image.colours.alphaBand).toBe(before.image.colours.alphaBand);
    expect(after.image.colours.palette?.slice(0, 16)).toEqual(
      before.image.colours.palette?.slice(0, 16),
    );
  });

  test.each(filesIn('good'))('%s is seen coarsely, and whole where it is small', async (file) => {
    const path = join(folder, 'good', file);
    const target = join(scratch, `coarse-${file}`);
    await using source = await FileSource.open(path);
    const facts = await inspectRaster(source)
      .then((inspected) => writeCoarseCog(inspected, target))
      .catch((error: unknown) => error);
    expect(facts instanceof RasterError ? facts.code : undefined).toBe(exceptions[file]);
    if (facts instanceof RasterError || facts === null) return;
    const before = await wholeImage(path);
    const after = await wholeImage(target);
    const { width, height } = before.image;
    const corner = ({ affine: [a, b, c, d, e, f] = [1, 0, 0, 0, 1, 0], ...image }: TiffImage) => [
      a * image.width + b * image.height + c,
      d * image.width + e * image.height + f,
    ];
    const units = Math.hypot(before.image.affine![0], before.image.affine![3]);
    corner(after.image).forEach((place, axis) => {
      expect(Math.abs(place - corner(before.image)[axis]!)).toBeLessThan(1e-6 * units);
    });
    expect(Math.max(after.image.width, after.image.height)).toBeLessThanOrEqual(512);
    if (Math.max(width, height) > 512) return;
    after.bands.forEach((samples, band) => {
      expect(bytesOf(samples).equals(bytesOf(before.bands[band]))).toBe(true);
    });
    expect(after.mask).toEqual(before.mask);
  });

  test.each(filesIn('crs'))('%s lies where GDAL has it', async (file) => {
    await using source = await FileSource.open(join(folder, 'crs', file));
    const inspected = await inspectRaster(source).catch((error: unknown) => error);
    expect(inspected instanceof RasterError ? inspected.code : undefined).toBe(exceptions[file]);
    if (inspected instanceof RasterError || elsewhereInGdal.has(file)) return;
    const { corners, pixelDegrees } = (inspected as Awaited<ReturnType<typeof inspectRaster>>)
      .header;
    expectCorners(corners, pixelDegrees, expected[`crs/${file}`].wgs84);
  });

  test.each(filesIn('nasty'))('%s is refused in a sentence, or read', async (file) => {
    const outcome = await ingestRaster(join(folder, 'nasty', file), join(scratch, file), {
      name: 'Dem.tif',
    }).catch((error: unknown) => error);
    if (!(outcome instanceof Error)) return;
    expect(outcome).toBeInstanceOf(RasterError);
    const sentence = rasterSentence((outcome as RasterError).fact);
    expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
    expect(sentence).not.toContain(folder);
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
