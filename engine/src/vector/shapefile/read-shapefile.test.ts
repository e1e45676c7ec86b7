import { describe, expect, test } from 'vitest';
import {
  backwards,
  buildDbf,
  buildShp,
  geometriesOf,
  nullContent,
  pathContent,
  pointContent,
  polygon,
  propertiesOf,
  readZip,
  square,
} from '../../../testing/vector-files.ts';

describe('shapefiles', () => {
  const table = buildDbf(
    [
      { name: 'NAME', type: 'C', length: 12 },
      { name: 'SIZE', type: 'N', length: 8 },
      { name: 'DAY', type: 'D', length: 8 },
      { name: 'OK', type: 'L', length: 1 },
    ],
    [
      ['One', '    1.50', '20240229', 'T'],
      ['Two', '********', '        ', '?'],
      ['Three', '       3', '00000000', 'N'],
    ],
  );
  const points = buildShp([pointContent(1, 2), pointContent(3, 4), nullContent], [9, 9, -4]);

  test('kinds of attributes, in sub-folders and any case, whatever the record numbers', () => {
    const imported = readZip(
      { path: 'data/Sites.SHP', content: points.shp },
      { path: 'data/SITES.dbf', content: table },
      { path: 'data/sites.Shx', content: points.shx },
      { path: '__MACOSX/data/._Sites.shp', content: 'x' },
    );
    expect(imported.layers[0].name).toBe('Sites');
    expect(geometriesOf(imported)).toEqual([
      { type: 'Point', coordinates: [1, 2] },
      { type: 'Point', coordinates: [3, 4] },
      null,
    ]);
    expect(propertiesOf(imported)).toEqual([
      { NAME: 'One', SIZE: 1.5, DAY: '2024-02-29', OK: true },
      { NAME: 'Two', SIZE: null, DAY: null, OK: null },
      { NAME: 'Three', SIZE: 3, DAY: null, OK: false },
    ]);
  });

  test('rows that are marked as deleted are left out with their shapes', () => {
    const deleted = buildDbf([{ name: 'N', type: 'C', length: 1 }], [['a'], ['b'], ['c']], {
      deleted: [1],
    });
    const imported = readZip(
      { path: 'a.shp', content: points.shp },
      { path: 'a.dbf', content: deleted },
    );
    expect(propertiesOf(imported)).toEqual([{ N: 'a' }, { N: 'c' }]);
    expect(imported.skipped[0]?.reason).toBe('Is marked as deleted in the attribute table.');
  });

  // Bytes by the code pages' own tables (Unicode Consortium, MAPPINGS/VENDORS/MICSFT).
  test.for([
    ['Latin 1 by its .cpg', '88591', 0, 'e9', 'é'],
    ['Cyrillic by its .cpg', 'ANSI 1251', 0, 'c6e8', 'Жи'],
    ['Japanese by its .cpg', '932', 0, '93fa', '日'],
    ['DOS by its language driver', undefined, 2, '82', 'é'],
    ['Greek DOS by its language driver', undefined, 0x86, '80', 'Α'],
    ['Cyrillic by its language driver', undefined, 201, 'c6', 'Ж'],
    ['UTF-8 against the usual language driver', undefined, 87, 'd096', 'Ж'],
    ['Windows-1252 where it is no UTF-8', undefined, 0, 'e9', 'é'],
    ['a .cpg that nobody knows', 'Klingon', 201, 'c6', 'Ж'],
    ['UTF-8 that was cut within its last letter', 'UTF-8', 87, 'd096d096c5', 'ЖЖ'],
    ['a .cpg that is wrong', 'UTF-8', 87, 'e9', 'é'],
  ] as const)('texts in %s', ([, codePage, languageDriver, bytes, expected]) => {
    const dbf = buildDbf(
      [{ name: 'N', type: 'C', length: bytes.length / 2 }],
      [[Buffer.from(bytes, 'hex')]],
      {
        languageDriver,
      },
    );
    const imported = readZip(
      { path: 'a.shp', content: buildShp([pointContent(1, 2)]).shp },
      { path: 'a.dbf', content: dbf },
      ...(codePage === undefined ? [] : [{ path: 'a.cpg', content: codePage }]),
    );
    expect(propertiesOf(imported)).toEqual([{ N: expected }]);
  });

  test.each([
    ['plain', 5],
    ['with heights', 15],
    ['with measures', 25],
  ])('polygons %s: islands in lakes, holes by their direction', (_, type) => {
    const paths = [
      backwards(square(0, 0, 10)),
      square(1, 1, 8),
      backwards(square(2, 2, 2)),
      square(2.5, 2.5, 1),
      backwards(square(20, 0, 1)),
    ];
    const { shp } = buildShp([pathContent(paths, { type })]);
    const [shape] = geometriesOf(readZip({ path: 'a.shp', content: shp }));
    expect(shape).toEqual({
      type: 'MultiPolygon',
      coordinates: [
        [square(0, 0, 10), backwards(square(1, 1, 8))],
        [square(2, 2, 2), backwards(square(2.5, 2.5, 1))],
        [square(20, 0, 1)],
      ],
    });
  });

  test('a .prj file with nothing but an EPSG code is understood', () => {
    const { shp } = buildShp([pointContent(1113194.91, 1118889.97)]);
    const parts = (prj: string) => [
      { path: 'a.shp', content: shp },
      { path: 'a.prj', content: prj },
    ];
    expect(readZip(...parts('EPSG:3857\n')).notes).toContain(
      'a was converted from WGS 84 / Pseudo-Mercator to WGS 84.',
    );
    expect(() => readZip(...parts('EPSG:4267'))).toThrow('the datum NAD27 (EPSG:4267)');
  });

  test('where all rings run the wrong way round, the largest is no hole all the same', () => {
    const outer = square(0, 0, 9);
    const hole = backwards(square(2, 2));
    const { shp } = buildShp([pathContent([outer, hole])]);
    const imported = readZip({ path: 'a.shp', content: shp });
    expect(geometriesOf(imported)).toEqual([polygon(outer, hole)]);
  });

  test('a polygon whose only ring runs the wrong way round is no hole', () => {
    const { shp } = buildShp([pathContent([square(0, 0)])]);
    expect(geometriesOf(readZip({ path: 'a.shp', content: shp }))).toEqual([polygon(square(0, 0))]);
  });

  test('an index that leads astray is not followed', () => {
    const shx = Buffer.from(points.shx);
    shx.writeInt32BE(5_000_000, 100);
    const imported = readZip(
      { path: 'a.shp', content: points.shp },
      { path: 'a.shx', content: shx },
    );
    expect(geometriesOf(imported)).toHaveLength(3);
    expect(imported.notes).toContain(
      'a: The index (.shx) is damaged; the shapes were read without it.',
    );
  });

  test('a main file that was cut off gives what is there', () => {
    const imported = readZip({ path: 'a.shp', content: points.shp.subarray(0, 150) });
    expect(geometriesOf(imported)).toEqual([{ type: 'Point', coordinates: [1, 2] }]);
    expect(imported.notes).toContainEqual(expect.stringMatching(/cut off/));
  });

  test('of two layers the good one is imported and the other one named', () => {
    const imported = readZip(
      { path: 'bad.shp', content: 'no shapefile' },
      { path: 'good.shp', content: points.shp },
    );
    expect(imported.layers.map(({ name }) => name)).toEqual(['good']);
    expect(imported.skipped[0]).toMatchObject({ count: 1, examples: ['bad.shp'] });
  });

  test.each([
    ['in UTF-16', Buffer.from('\ufeffGEOGCS["x",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]', 'utf16le'), []], // biome-ignore format: a table
    ['that is empty', Buffer.from(' '), [expect.stringContaining('there is no .prj file')]],
  ])('a .prj %s', (_, content, notes) => {
    const imported = readZip({ path: 'a.shp', content: points.shp }, { path: 'a.prj', content });
    expect(geometriesOf(imported)[0]).toEqual({ type: 'Point', coordinates: [1, 2] });
    expect(imported.notes.filter((note) => note.includes('.prj'))).toEqual(notes);
  });

  test('a datum that takes a grid is refused by name', () => {
    const prj =
      'GEOGCS["GCS_North_American_1927",DATUM["D_North_American_1927",SPHEROID["Clarke_1866",6378206.4,294.9786982]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
    expect(() =>
      readZip({ path: 'a.shp', content: points.shp }, { path: 'a.prj', content: prj }),
    ).toThrow(/datum North American 1927/);
  });
});
