import { rasterSentence } from '@refugia/contract/raster-facts.ts';
import { describe, expect, test } from 'vitest';
import { memorySource } from '../../testing/memory-file.ts';
import { buildTiff, type FixtureTag } from '../../testing/tiff-builder.ts';
import { toldLater } from '../../testing/told.ts';
import { readWindow } from '../tiff/index.ts';
import { inspectRaster } from './index.ts';

type Tags = Readonly<Record<number, FixtureTag | undefined>>;

const doubles = (...values: number[]): FixtureTag => ({ type: 'double', values });
const shorts = (...values: number[]): FixtureTag => ({ type: 'short', values });
const numbers = Array.from({ length: 16 }, (_, index) => index);
const [scale, tiepoint, matrix, keys, keyDoubles] = [33550, 33922, 34264, 34735, 34736];
/** Further than the file reaches. */
const outside = 4e9;
const whole = {
  [scale]: doubles(30, 30, 0),
  [tiepoint]: doubles(0, 0, 0, 500_000, 4_500_000, 0),
  [keys]: shorts(1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32_613),
} as const;
const placeOfWhole = [30, 0, 500_000, 0, -30, 4_500_000];
/** Columns are one unit wide, and rows run downwards. */
const placeOfPicture = [1, 0, 0, 0, -1, 0];

async function open(tags: Tags) {
  const bytes = await buildTiff({
    width: 4,
    height: 4,
    bands: [numbers],
    tags: { ...whole, ...tags },
  });
  return memorySource(bytes);
}

// Rasterio 1.3.5 with GDAL 3.6.2 opens each of these files and reads their pixels.
describe('pixels are read where the georeference is damaged, once a person has entered a code', () => {
  test.each<[string, Tags]>([
    ['a tie point of five numbers', { [tiepoint]: doubles(0, 0, 0, 500_000, 4_500_000) }],
    ['no tie point', { [tiepoint]: undefined }],
    ['no pixel scale', { [scale]: undefined }],
    ['a pixel scale of one number', { [scale]: doubles(30) }],
    ['a pixel scale of zero', { [scale]: doubles(0, 0, 0) }],
    ['rows without height', { [scale]: doubles(30, 0, 0) }],
    ['a pixel scale that is no number', { [scale]: doubles(Number.NaN, Number.NaN, 0) }],
    ['an infinite pixel scale', { [scale]: doubles(Infinity, 30, 0) }],
    ['a tie point at no number', { [tiepoint]: doubles(0, 0, 0, Number.NaN, 4_500_000, 0) }],
    ['a tie point outside of the file', { [tiepoint]: { ...whole[tiepoint], offset: outside } }],
    ['more tie points than the file holds', { [tiepoint]: { ...whole[tiepoint], count: 1e8 } }],
    ['a pixel scale outside of the file', { [scale]: { ...whole[scale], offset: outside } }],
    ['a matrix of zeros', { [scale]: undefined, [matrix]: doubles(...Array(16).fill(0)) }],
    [
      'a matrix of nine numbers',
      { [scale]: undefined, [matrix]: doubles(30, 0, 5e5, 0, -30, 4e6, 0, 0, 1) },
    ],
  ])('%s: the place is a picture’s', async (_, tags) => {
    const source = await open(tags);
    await expect(toldLater(inspectRaster(source))).rejects.toMatchObject({
      code: 'crs-missing',
      message: expect.stringContaining('Enter an EPSG code'),
    });
    const { image, header } = await inspectRaster(source, { epsg: 32_613 });
    expect(header.affine).toEqual(placeOfPicture);
    expect(header.notes.map(rasterSentence).join(' ')).toMatch(
      /georeference.*does not say where its pixels lie/,
    );
    const { bands } = await readWindow(image, { column: 0, row: 0, width: 4, height: 4 });
    expect(Array.from(bands[0]!)).toEqual(numbers);
  });

  // Rasterio gives the transform of the whole file, and no reference system.
  test.each<[string, FixtureTag]>([
    ['cut short before the code', shorts(1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1)],
    ['cut within the code', shorts(1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0)],
    ['without keys', shorts(1, 1, 0, 3)],
    ['of two numbers', shorts(1, 1)],
    ['outside of the file', { ...whole[keys], offset: outside }],
    ['longer than the file', { ...whole[keys], count: 4_000 }],
    ['beyond any size', { ...whole[keys], count: 2e9 }],
  ])('a directory of keys that is %s: the place is the file’s', async (_, table) => {
    const source = await open({ [keys]: table });
    await expect(toldLater(inspectRaster(source))).rejects.toMatchObject({ code: 'crs-missing' });
    const { header } = await inspectRaster(source, { epsg: 32_613 });
    expect(header.affine).toEqual(placeOfWhole);
  });

  test('numbers of the keys that lie outside of the file are told, and the code counts', async () => {
    const table = shorts(1, 1, 0, 3, 1024, 0, 1, 1, 2057, keyDoubles!, 1, 0, 3072, 0, 1, 32_613);
    const lost = { ...doubles(6_378_137), count: 9, offset: outside };
    const { header } = await inspectRaster(await open({ [keys]: table, [keyDoubles!]: lost }));
    expect([header.crs.epsg, header.affine]).toEqual([32_613, placeOfWhole]);
    expect(header.notes.map(rasterSentence)).toEqual([
      expect.stringMatching(/^A tag of the coordinate reference system is left out: Tag 34736 /),
    ]);
  });
});

test('a file with ground control points alone is refused, with a code, too', async () => {
  const points = doubles(
    0,
    0,
    0,
    5e5,
    4e6,
    0,
    4,
    0,
    0,
    500_120,
    4e6,
    0,
    0,
    4,
    0,
    5e5,
    3_999_880,
    0,
  );
  const source = await open({ [scale]: undefined, [tiepoint]: points });
  await expect(toldLater(inspectRaster(source, { epsg: 32_613 }))).rejects.toMatchObject({
    code: 'not-placed',
    message: expect.stringContaining('ground control points alone'),
  });
});

describe('what GDAL places, and this does not, is refused with the command that mends the file', () => {
  const text = (name: string) =>
    `ESRI PE String = PROJCS["mine",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["${name}"],PARAMETER["central_meridian",0],UNIT["metre",1]]|`;
  const described = (wkt: string): Tags => ({
    [keys]: shorts(1, 1, 0, 2, 1024, 0, 1, 32_767, 3073, 34_737, wkt.length, 0),
    34737: { type: 'ascii', values: wkt },
  });
  const points = [0, 0, 0, 10, 50, 0, 4, 0, 0, 11, 50, 0, 0, 4, 0, 10, 49, 0];

  test.each<[string, Tags, string]>([
    ['an atlas’s projection', described(text('Wagner_VII')), 'crs-unknown'],
    [
      'an urban grid',
      { [keys]: shorts(1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 6247) },
      'crs-unknown',
    ],
    ['points alone', { [scale]: undefined, [tiepoint]: doubles(...points) }, 'not-placed'],
  ])('%s', async (_, tags, code) => {
    await expect(toldLater(inspectRaster(await open(tags)))).rejects.toMatchObject({
      code,
      message: expect.stringMatching(
        / Run gdalwarp -t_srs EPSG:4326 input\.tif output\.tif and use the new file\.$/,
      ),
    });
  });
});
