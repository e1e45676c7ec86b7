import { describe, expect, test } from 'vitest';
import { memorySource } from '../../../testing/memory-file.ts';
import { buildTiff, type FixtureTag, type TiffFixture } from '../../../testing/tiff-builder.ts';
import { openTiff, readWindow, selectOverview, TiffError } from '../index.ts';

const flat = (width: number, height: number, value = 0) =>
  new Array<number>(width * height).fill(value);

const image = (width: number, height: number, more: Partial<TiffFixture> = {}): TiffFixture => ({
  width,
  height,
  bands: [flat(width, height)],
  ...more,
});

const short = (...values: number[]): FixtureTag => ({ type: 'short', values });
const long = (...values: number[]): FixtureTag => ({ type: 'long', values });
const doubles = (...values: number[]): FixtureTag => ({ type: 'double', values });
const ascii = (values: string): FixtureTag => ({ type: 'ascii', values });

const openFixture = async (...images: TiffFixture[]) =>
  openTiff(memorySource(await buildTiff(images)));

/** GeoTIFF keys with short values. */
const geoKeys = (...keys: [key: number, value: number][]) =>
  short(1, 1, 0, keys.length, ...keys.flatMap(([key, value]) => [key, 0, 1, value]));

describe('where an image lies', () => {
  const scale = doubles(10, 20, 0);

  test.each([
    [
      'scale and tiepoint',
      { 33550: scale, 33922: doubles(0, 0, 0, 500, 900, 0) },
      [10, 0, 500, 0, -20, 900],
    ],
    [
      'a tiepoint elsewhere',
      { 33550: scale, 33922: doubles(2, 3, 0, 520, 840, 0) },
      [10, 0, 500, 0, -20, 900],
    ],
    [
      'a transformation, rotated',
      { 34264: doubles(3, 4, 0, 500, 4, -3, 0, 900, 0, 0, 0, 0, 0, 0, 0, 1) },
      [3, 4, 500, 4, -3, 900],
    ],
    // GDAL 3.6.2 takes the scale, too, unless it is zero.
    [
      'a scale and a transformation',
      {
        33550: scale,
        33922: doubles(0, 0, 0, 500, 900, 0),
        34264: doubles(3, 4, 0, 500, 4, -3, 0, 900, 0, 0, 0, 0, 0, 0, 0, 1),
      },
      [10, 0, 500, 0, -20, 900],
    ],
    [
      'a scale of zero and a transformation',
      {
        33550: doubles(0, 0, 0),
        33922: doubles(0, 0, 0, 500, 900, 0),
        34264: doubles(3, 4, 0, 500, 4, -3, 0, 900, 0, 0, 0, 0, 0, 0, 0, 1),
      },
      [3, 4, 500, 4, -3, 900],
    ],
    // GeoTIFF 1.1, annex B: PixelIsPoint places the centre of the first pixel.
    [
      'the centre of pixels',
      { 33550: scale, 33922: doubles(0, 0, 0, 500, 900, 0), 34735: geoKeys([1025, 2]) },
      [10, 0, 495, 0, -20, 910],
    ],
    ['a scale of zero', { 33550: doubles(0, 0, 0), 33922: doubles(0, 0, 0, 5, 9, 0) }, undefined],
    ['no tiepoint', { 33550: scale }, undefined],
  ] as const)('%s', async (_name, tags, affine) => {
    const tiff = await openFixture(image(4, 4, { tags }));
    expect(tiff.image.affine).toEqual(affine);
  });

  test('control points alone give no transform, and a note', async () => {
    const points = doubles(0, 0, 0, 1, 2, 0, 3, 3, 0, 4, 5, 0);
    const tiff = await openFixture(image(4, 4, { tags: { 33922: points } }));
    expect(tiff.image.affine).toBeUndefined();
    expect(tiff.notes.join()).toMatch(/ground control points/);
  });
});

describe('which CRS', () => {
  test.each([
    ['projected', geoKeys([1024, 1], [2048, 4269], [3072, 5070]), 5070, /^$/],
    ['geographic', geoKeys([1024, 2], [2048, 4326]), 4326, /^$/],
    ['user-defined', geoKeys([1024, 1], [2048, 4326], [3072, 32767]), undefined, /^$/],
    ['a code in kilometres', geoKeys([1024, 1], [3072, 32614], [3076, 9036]), undefined, /^$/],
    ['of a kind of its own', geoKeys([1024, 32767], [2048, 4326]), undefined, /^$/],
    ['a code in US survey feet', geoKeys([1024, 1], [3072, 2231], [3076, 9003]), 2231, /^$/],
    ['keys cut short', short(1, 1, 0, 9, 1024, 0, 1, 2), undefined, /9 are declared, 1 are there/],
  ])('%s', async (_name, keys, epsg, note) => {
    const tiff = await openFixture(image(4, 4, { tags: { 34735: keys } }));
    expect(tiff.image.epsg).toBe(epsg);
    expect(tiff.notes.join()).toMatch(note);
  });

  test('keys with numbers and text are kept for whoever reads CRS parameters', async () => {
    const tags = {
      34735: short(1, 1, 0, 3, 1024, 0, 1, 1, 3080, 34736, 1, 1, 1026, 34737, 5, 0),
      34736: doubles(1.5, -96.25),
      34737: ascii('Albe|'),
    };
    const { image: first } = await openFixture(image(4, 4, { tags }));
    expect(Object.fromEntries(first.geoKeys.numbers)).toEqual({ 1024: 1, 3080: -96.25 });
    expect(Object.fromEntries(first.geoKeys.texts)).toEqual({ 1026: 'Albe' });
  });
});

describe('nodata and meaning', () => {
  const float = { bits: 32, format: 'float' } as const;

  // Expected: what rasterio 1.3 with GDAL 3.6.2 gives for such a file.
  test.each([
    ['-3.4e38', float, Math.fround(-3.4e38)],
    ['-3.40282346638529e+38', float, -3.4028234663852886e38],
    ['nan', float, Number.NaN],
    ['-inf', float, -Infinity],
    ['1.797e308', float, Infinity],
    ['1.#QNAN', float, Number.NaN],
    ['-1.#INF', float, -Infinity],
    ['-9999,5', float, -9999.5],
    ['5 6', float, 5],
    ['1e', float, 1],
    [' -9999 ', {}, -9999],
    ['none', {}, 0],
    ['None', float, 0],
    ['n/a', float, 0],
    ['.', {}, 0],
    ['  ', {}, 0],
    ['nano', float, Number.NaN],
    ['', float, undefined],
  ])('nodata "%s"', async (text, samples, nodata) => {
    const tags = { 42113: ascii(text) };
    const tiff = await openFixture(image(4, 4, { ...samples, tags }));
    expect(tiff.image.nodata).toBe(nodata);
  });

  test('a nodata value that is no number is told', async () => {
    const tiff = await openFixture(image(4, 4, { tags: { 42113: ascii('none') } }));
    expect(tiff.notes).toEqual([
      'The nodata value of the file is no number ("none"). As in GDAL, 0 is nodata.',
    ]);
  });

  // GDAL 3.6.2 reads both.
  test('nodata in a field of bytes, and metadata in single quotes', async () => {
    const xml =
      "<GDALMetadata><Item sample='0' role='scale' name='SCALE'>0.5</Item></GDALMetadata>";
    const tags = { 42112: ascii(xml), 42113: { type: 'undefined', values: [55, 0] } } as const;
    const { image: first } = await openFixture(image(4, 4, { tags }));
    expect([first.nodata, first.bands[0]?.scale]).toEqual([7, 0.5]);
  });

  // Expected: the colour interpretations of GDAL 3.6.2.
  test.each([
    [2, [2], ['Undefined', 'Undefined', 'Undefined', 'Undefined'], [false, undefined]],
    [2, [2], [undefined, undefined, undefined, 'Undefined'], [true, undefined]],
    [1, [0, 0, 0], ['Red', 'Green', 'Blue', 'Alpha'], [true, 3]],
    [2, [0], ['Blue', 'Green', 'Red', undefined], [false, undefined]],
  ])('colours by the metadata of GDAL, of photometric %i', async (code, extra, names, meaning) => {
    const items = names.flatMap((name, band) =>
      name ? [`<Item name="COLORINTERP" sample="${band}" role="colorinterp">${name}</Item>`] : [],
    );
    const tags = {
      262: { type: 'short', values: [code] },
      338: { type: 'short', values: extra },
      42112: ascii(`<GDALMetadata>${items.join('')}</GDALMetadata>`),
    } as const;
    const bands = Array.from({ length: 4 }, () => flat(2, 2));
    const { image: first } = await openFixture({ width: 2, height: 2, bands, tags });
    expect([first.colours.isRgb, first.colours.alphaBand]).toEqual(meaning);
  });

  test('scale, offset and description of bands from the metadata of GDAL', async () => {
    const xml =
      '<GDALMetadata><Item name="OFFSET" sample="1" role="offset">-0.1</Item>' +
      '<Item name="SCALE" sample="1" role="scale">0.0001</Item>' +
      '<Item name="DESCRIPTION" sample="0" role="description">red &amp;amp; &amp;lt;nir&amp;gt;</Item>' +
      '<Item name="SCALE" sample="9" role="scale">7</Item></GDALMetadata>';
    const bands = [flat(2, 2), flat(2, 2)];
    const tiff = await openFixture({ width: 2, height: 2, bands, tags: { 42112: ascii(xml) } });
    expect(tiff.image.bands).toEqual([
      { description: 'red & <nir>', scale: 1, offset: 0 },
      { description: undefined, scale: 0.0001, offset: -0.1 },
    ]);
  });
});

describe('overviews and masks', () => {
  const overview = { 254: long(1) };
  const place = { 33550: doubles(10, 10, 0), 33922: doubles(0, 0, 0, 0, 0, 0) };

  test('overviews come finest first, placed as the image is', async () => {
    const tags = { ...place, 42113: ascii('7') };
    const tiff = await openFixture(
      image(40, 20, { tags }),
      image(10, 5, { tags: overview }),
      image(20, 10, { tags: overview }),
    );
    expect(tiff.overviews.map(({ width }) => width)).toEqual([20, 10]);
    expect(tiff.overviews[1].affine).toEqual([40, 0, 0, 0, -40, 0]);
    expect(tiff.overviews[1].nodata).toBe(7);
  });

  test('the overview chosen is as coarse as asked for at most, never finer than the image', async () => {
    const tiff = await openFixture(
      image(41, 20, { tags: place }),
      image(21, 10, { tags: overview }),
      image(11, 5, { tags: overview }),
    );
    const chosen = (pixelSize: number) => selectOverview(tiff, pixelSize).width;
    expect([5, 10, 19, 20, 37, 38, 1000].map(chosen)).toEqual([41, 41, 41, 21, 21, 11, 11]);
  });

  test('masks belong to the image of their size', async () => {
    const bits = Array.from({ length: 9 }, (_, index) => index % 2);
    const mask = { bits: 1, bands: [bits] } as const;
    const tiff = await openFixture(
      image(3, 3),
      image(3, 3, { ...mask, tags: { 254: long(4) } }),
      image(2, 2, { tags: overview }),
      image(2, 2, { bits: 1, tags: { 254: long(5) } }),
    );
    const { bands } = await readWindow(tiff.image.mask!, {
      column: 0,
      row: 0,
      width: 3,
      height: 3,
    });
    expect(Array.from(bands[0])).toEqual(bits);
    expect(tiff.overviews[0].mask?.width).toBe(2);
  });

  test('an overview that cannot be read is left out, with a note', async () => {
    const tags = { ...overview, 259: short(34712) };
    const tiff = await openFixture(image(4, 4), image(2, 2, { tags }));
    expect(tiff.overviews).toEqual([]);
    expect(tiff.notes.join()).toMatch(/left out.*JPEG 2000/);
  });

  test('further images are counted, not read', async () => {
    const tiff = await openFixture(image(4, 4), image(9, 9), image(2, 2, { tags: overview }));
    expect(tiff.overviews).toEqual([]);
    expect(tiff.notes).toEqual(['The file holds 2 images; the first one is read.']);
  });
});

describe('faults in the structure', () => {
  const opening = async (fixture: TiffFixture) =>
    openFixture(fixture).catch((error: unknown) => error);

  test.each<[string, Partial<TiffFixture>, RegExp]>([
    ['zero width', { tags: { 256: long(0) } }, /0 × 8/],
    ['zero bands', { tags: { 277: short(0) } }, /0 bands/],
    ['huge sides', { tags: { 256: long(4e9), 257: long(4e9) } }, /4000000000 × 4000000000/],
    ['65,535 bands', { tags: { 277: short(65_535) } }, /65535 bands/],
    [
      'tiles of 0 × 0',
      { tile: { width: 8, height: 8 }, tags: { 322: long(0), 323: long(0) } },
      /0 × 0/,
    ],
    ['strips of no rows', { tags: { 278: long(0) } }, /8 × 0/],
    [
      'tiles of 1 × 1 over a huge image',
      {
        tile: { width: 8, height: 8 },
        tags: { 256: long(1e6), 257: long(1e6), 322: long(1), 323: long(1) },
      },
      /1000000000000 blocks/,
    ],
    [
      'one compressed strip of 1 GB',
      { compression: 'deflate', tags: { 256: long(32_768), 257: long(32_768), 278: long(32_768) } },
      /strip of 32768 × 32768.*1073741824 bytes/,
    ],
    [
      'a tag that claims 4 GB',
      { tags: { 258: { type: 'short', values: [8], count: 2e9, offset: 8 } } },
      /Tag 258/,
    ],
    ['65,535 bits', { tags: { 258: short(65_535) } }, /65535 bits/],
    ['complex numbers', { tags: { 339: short(6) } }, /Complex/],
    ['bands of different sizes', { tags: { 258: short(8, 16) } }, /8, 16 bits/],
    ['CCITT', { tags: { 259: short(4) } }, /CCITT fax group 4/],
    ['an unknown compression', { tags: { 259: short(999) } }, /999/],
    ['an unknown predictor', { compression: 'lzw', tags: { 317: short(7) } }, /predictor 7/],
    ['predictor 3 of integers', { compression: 'lzw', tags: { 317: short(3) } }, /predictor 3/],
    ['YCbCr without JPEG', { tags: { 262: short(6) } }, /YCbCr/],
    ['an unknown planar configuration', { tags: { 284: short(3) } }, /planar configuration 3/],
  ])('%s', async (_name, more, message) => {
    const error = await opening(image(8, 8, more));
    expect(error).toBeInstanceOf(TiffError);
    expect((error as TiffError).message).toMatch(message);
  });

  test.each([
    ['an empty file', new Uint8Array(), /0 bytes/],
    ['HTML', Buffer.from('<!doctype html><title>Not found</title>'), /not a TIFF/],
    ['a header alone', Uint8Array.of(0x49, 0x49, 42, 0, 8, 0, 0, 0), /directory at 8/],
    ['a directory beyond the end', Uint8Array.of(0x49, 0x49, 42, 0, 0, 0, 0, 99), /would take/],
    ['another version', Uint8Array.of(0x49, 0x49, 41, 0, 8, 0, 0, 0), /version is 41/],
    [
      'an offset beyond 2^53',
      Uint8Array.of(0x49, 0x49, 43, 0, 8, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 127),
      /impossible value/,
    ],
  ])('%s', async (_name, bytes, message) => {
    await expect(openTiff(memorySource(bytes))).rejects.toThrow(message);
    await expect(openTiff(memorySource(bytes))).rejects.toBeInstanceOf(TiffError);
  });

  test('directories in a circle are read once', async () => {
    const bytes = await buildTiff([image(4, 4), image(2, 2)], { loopTo: 0 });
    const tiff = await openTiff(memorySource(bytes));
    expect(tiff.notes.join(' ')).toMatch(/circle/);
  });

  // GDAL 3.6.2, too, reads the first image of these.
  test('directories beyond the limit are left out', async () => {
    const bytes = await buildTiff([image(3, 1), image(1, 1), image(1, 1)]);
    const tiff = await openTiff(memorySource(bytes), { limits: { directories: 2 } });
    expect(tiff.image.width).toBe(3);
    expect(tiff.notes.join(' ')).toMatch(/more than 2 images/);
  });

  test('the first image is read where the list of the others is damaged', async () => {
    const bytes = Buffer.from(await buildTiff(image(4, 4)));
    const first = bytes.readUInt32LE(4);
    bytes.writeUInt32LE(4e9, first + 2 + 12 * bytes.readUInt16LE(first));
    const tiff = await openTiff(memorySource(bytes));
    expect(tiff.image.width).toBe(4);
    expect(tiff.notes.join(' ')).toMatch(/breaks off after 1: .* at 4000000000/);
  });

  test("the image is read where GDAL's own tags are damaged", async () => {
    const lost: FixtureTag = { type: 'ascii', values: 'lost', count: 9, offset: 1e9 };
    const tiff = await openFixture(image(4, 4, { tags: { 42112: lost, 42113: lost } }));
    expect([tiff.image.nodata, tiff.image.bands[0]?.scale]).toEqual([undefined, 1]);
    expect(tiff.notes).toHaveLength(2);
  });

  test('a file cut off anywhere is read or refused as a TIFF, never worse', async () => {
    const bytes = await buildTiff(
      {
        ...image(16, 16),
        compression: 'deflate',
        tile: { width: 16, height: 16 },
        tags: { 42113: ascii('0') },
      },
      { bigTiff: true },
    );
    for (let length = 0; length < bytes.length; length++) {
      const tiff = await openTiff(memorySource(bytes.subarray(0, length))).catch(
        (error: unknown) => error,
      );
      if (tiff instanceof Error) {
        expect(tiff).toBeInstanceOf(TiffError);
      }
    }
  });

  test('any one damaged byte is read or refused as a TIFF, never worse', async () => {
    const bytes = await buildTiff({
      ...image(12, 12),
      compression: 'lzw',
      predictor: 2,
      rowsPerStrip: 5,
      tags: {
        34735: geoKeys([1024, 2], [2048, 4326]),
        33550: doubles(1, 1, 0),
        33922: doubles(0, 0, 0, 0, 0, 0),
      },
    });
    for (let place = 0; place < bytes.length; place++) {
      for (const value of [0, 0x7f, 0xff]) {
        const damaged = bytes.slice();
        damaged[place] = value;
        const outcome = await readWhole(damaged).catch((error: unknown) => error);
        if (outcome instanceof Error) {
          expect(outcome).toBeInstanceOf(TiffError);
        }
      }
    }
  });
});

async function readWhole(bytes: Uint8Array): Promise<void> {
  const limits = { windowBytes: 2 ** 20, blockBytes: 2 ** 20 };
  const { image: first } = await openTiff(memorySource(bytes), { limits });
  await readWindow(first, { column: 0, row: 0, width: first.width, height: first.height });
}
