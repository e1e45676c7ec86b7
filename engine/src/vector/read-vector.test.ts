import { describe, expect, test } from 'vitest';
import {
  buildDbf,
  buildShp,
  nullContent,
  pathContent,
  pointContent,
} from '../../testing/shapefile-builder.ts';
import { buildZip, type ZipEntry } from '../../testing/zip-builder.ts';
import { readVector, VectorError, type VectorImport } from './index.ts';

const text = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const readJson = (value: unknown) => readVector(text(value), 'area.json');
const kml = (inner: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;
const readKml = (inner: string) => readVector(text(kml(inner)), 'area.kml');
const readZip = (...entries: ZipEntry[]) => readVector(buildZip(entries), 'area.zip');

const square = (x: number, y: number, size = 1): [number, number][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];
const backwards = (ring: [number, number][]) => ring.toReversed();
const polygon = (...coordinates: number[][][]) => ({ type: 'Polygon', coordinates });
const feature = (geometry: unknown, properties: unknown = {}) => ({
  type: 'Feature',
  properties,
  geometry,
});
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const geometriesOf = ({ layers }: VectorImport) =>
  layers.flatMap(({ features }) => features.map(({ geometry }) => geometry));
const propertiesOf = ({ layers }: VectorImport) =>
  layers.flatMap(({ features }) => features.map(({ properties }) => properties));

describe('encodings of text', () => {
  const point = JSON.stringify(feature({ type: 'Point', coordinates: [1, 2] }, { name: 'Žár' }));
  const swapped = Buffer.from(point, 'utf16le').swap16();

  test.each([
    ['UTF-8', text(point)],
    ['UTF-8 with its mark', text(`\uFEFF${point}`)],
    ['UTF-16, little end first', Buffer.from(`\uFEFF${point}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${point}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(point, 'utf16le')],
    ['UTF-16 the other way without a mark', swapped],
  ])('%s', (_, bytes) => {
    const imported = readVector(bytes, 'a.json');
    expect(propertiesOf(imported)).toEqual([{ name: 'Žár' }]);
    expect(imported.notes).toEqual([]);
  });

  test('what is not UTF-8 is read as Windows-1252, and says so', () => {
    const bytes = Buffer.from(point.replace('Žár', 'Lac Léman'), 'latin1');
    const imported = readVector(bytes, 'a.json');
    expect(propertiesOf(imported)).toEqual([{ name: 'Lac Léman' }]);
    expect(imported.notes).toEqual(['The text is not UTF-8; it was read as Windows-1252.']);
  });

  test('KML in the encoding that it declares', () => {
    const placemark = '<kml><Placemark><name>\xbd</name></Placemark></kml>';
    const bytes = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-2"?>${placemark}`, 'latin1');
    // 0xBD of ISO 8859-2 is ˝, of ISO 8859-1 ½.
    expect(propertiesOf(readVector(bytes, 'a.kml'))).toEqual([{ name: '˝' }]);
  });
});

describe('GeoJSON', () => {
  test('properties become flat', () => {
    const properties = { text: 'a', number: 1, yes: true, none: null, list: [1], deep: { a: 1 } };
    const imported = readJson(feature({ type: 'Point', coordinates: [1, 2] }, properties));
    expect(propertiesOf(imported)).toEqual([
      { text: 'a', number: 1, yes: true, none: null, list: '[1]', deep: '{"a":1}' },
    ]);
  });

  test('hundreds of thousands of points in one shape are read', () => {
    const coordinates = Array.from({ length: 200_000 }, (_, index) => [index / 2000, 1]);
    const [geometry] = geometriesOf(readJson({ type: 'MultiPoint', coordinates }));
    expect((geometry as { coordinates: unknown[] }).coordinates).toHaveLength(200_000);
  });

  test('a property named __proto__ is only a property', () => {
    const imported = readVector(
      text('{"type":"Feature","geometry":null,"properties":{"__proto__":{"polluted":1}}}'),
      'a.json',
    );
    expect(Object.keys(propertiesOf(imported)[0]!)).toEqual(['__proto__']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('heights are left out, rings closed and turned, repeated corners dropped', () => {
    const outer = [
      [0, 0, 5],
      [0, 1, 5],
      [0, 1, 5],
      [1, 1, 5],
      [1, 0, 5],
    ];
    const imported = readJson(polygon(outer));
    expect(geometriesOf(imported)).toEqual([
      polygon([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
        [0, 0],
      ]),
    ]);
    expect(imported.notes).toEqual(['Rings that were not closed have been closed.']);
  });

  test('rings without an area and stray holes are left out, and named', () => {
    const flat = [
      [0, 0],
      [1, 1],
      [2, 2],
      [0, 0],
    ];
    const imported = readJson(
      collection(
        feature(polygon(square(0, 0, 4), flat, square(50, 50)), { name: 'Lake' }),
        feature(polygon(flat)),
        feature(polygon([[0, 0]])),
      ),
    );
    expect(geometriesOf(imported)).toEqual([polygon(square(0, 0, 4)), null, null]);
    expect(imported.skipped).toEqual([
      { reason: 'Has a ring without an area.', count: 3, examples: ['1: Lake', '2', '3'] },
      { reason: 'Has a hole that lies outside of its polygon.', count: 1, examples: ['1: Lake'] },
      { reason: 'Its polygons have no area.', count: 2, examples: ['2', '3'] },
    ]);
  });

  test('an outline that crosses itself becomes polygons that do not', () => {
    const bowTie = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [0, 0],
    ];
    const imported = readJson(polygon(bowTie));
    expect(geometriesOf(imported)[0]).toMatchObject({ type: 'MultiPolygon' });
    expect(imported.notes).toEqual(['Polygons whose outline crosses itself have been repaired.']);
  });

  test.each([
    ['a name', { type: 'name', properties: { name: 'EPSG:32613' } }],
    ['a URN', { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32613' } }],
    [
      'a URN with a version',
      { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG:9.1:32613' } },
    ],
    [
      'an address',
      { type: 'name', properties: { name: 'http://www.opengis.net/def/crs/EPSG/0/32613' } },
    ],
    ['a code', { type: 'EPSG', properties: { code: 32613 } }],
  ])('a coordinate system by %s', (_, crs) => {
    // PROJ through rasterio: longitude -104.9903, latitude 39.7392.
    const geometry = { type: 'Point', coordinates: [500_831.13, 4_398_811.668] };
    const imported = readJson({ ...collection(feature(geometry)), crs });
    const [point] = geometriesOf(imported) as { coordinates: number[] }[];
    expect(point!.coordinates[0]).toBeCloseTo(-104.9903, 5);
    expect(point!.coordinates[1]).toBeCloseTo(39.7392, 5);
  });

  test.each(['urn:ogc:def:crs:OGC:1.3:CRS84', 'EPSG:4326', 'urn:ogc:def:crs:EPSG::4326'])(
    '%s is longitude and latitude',
    (name) => {
      const crs = { type: 'name', properties: { name } };
      const imported = readJson({ ...feature({ type: 'Point', coordinates: [1, 2] }), crs });
      expect(geometriesOf(imported)).toEqual([{ type: 'Point', coordinates: [1, 2] }]);
      expect(imported.notes).toEqual([]);
    },
  );

  test.each([
    ['EPSG:4267', 'EPSG:4267'],
    ['urn:x:unheard-of', 'urn:x:unheard-of'],
  ])('the coordinate system %s is refused by name', (name, shown) => {
    const crs = { type: 'name', properties: { name } };
    expect(() => readJson({ ...collection(), crs })).toThrow(shown);
  });

  test.each([
    ['TopoJSON', { type: 'Topology', objects: {} }, /TopoJSON/],
    ['Esri JSON', { geometryType: 'esriGeometryPolygon', features: [] }, /Esri JSON/],
    ['another type', { type: 'Thing' }, /no GeoJSON/],
    ['a list', [1, 2], /no GeoJSON/],
    ['no list of features', { type: 'FeatureCollection' }, /no list of features/],
    ['letters of the wrong case', { type: 'featureCollection' }, /writes it "FeatureCollection"/],
    ['half a file', '{"type": "FeatureCollection", "features": [', /mistake at its end/],
    ['a number that is none', '{"coordinates":[[[1,2],[NaN,40]]]}', /mistake near .*\[NaN,40\]/],
    [
      'more lists than are read',
      `[${'[],'.repeat(1_200_000)}[]]`,
      /1,200,000 JSON lists and objects/,
    ],
  ])('%s is refused', (_, value, message) => {
    expect(() => readJson(value)).toThrow(VectorError);
    expect(() => readJson(value)).toThrow(message);
  });

  test('a member of the list that is no feature is named', () => {
    const imported = readJson(collection({ type: 'feature' }, null, 7));
    expect(imported.skipped).toEqual([
      {
        reason: 'Stands in the list of features and is none.',
        count: 3,
        examples: ['"feature"', 'nothing of a known type', 'nothing of a known type'],
      },
    ]);
  });
});

describe('KML', () => {
  test('prefixes, blanks in coordinates, CDATA, folders and schema data', () => {
    const imported = readKml(`<Folder><kml:Placemark><name><![CDATA[<b>Lake</b>]]></name>
      <ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="size">4</SimpleData></SchemaData></ExtendedData>
      <Polygon><outerBoundaryIs><LinearRing><coordinates>
        0, 0, 0  1, 0,0 1,1 ,0
        0,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></kml:Placemark></Folder>`);
    expect(geometriesOf(imported)).toEqual([polygon(square(0, 0))]);
    expect(propertiesOf(imported)).toEqual([{ name: '<b>Lake</b>', size: '4' }]);
  });

  test('a track is a line, several are several', () => {
    const track = (x: number) =>
      `<gx:Track><when>2020</when><gx:coord>${x} 1 0</gx:coord><gx:coord>${x} 2 0</gx:coord></gx:Track>`;
    const imported = readKml(
      `<Placemark><gx:MultiTrack>${track(1)}${track(2)}</gx:MultiTrack></Placemark>`,
    );
    expect(geometriesOf(imported)).toEqual([
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [1, 1],
            [1, 2],
          ],
          [
            [2, 1],
            [2, 2],
          ],
        ],
      },
    ]);
  });

  test('numbers in another notation than KML has are no coordinates', () => {
    const imported = readKml(
      '<Placemark><Point><coordinates>0x10,1</coordinates></Point></Placemark><Placemark><Point><coordinates>1;2</coordinates></Point></Placemark>',
    );
    expect(geometriesOf(imported)).toEqual([null, null]);
  });

  test('a feature with more attributes than any table has is refused', () => {
    const data = Array.from({ length: 2001 }, (_, index) => `<Data name="a${index}"/>`).join('');
    expect(() => readKml(`<Placemark><ExtendedData>${data}</ExtendedData></Placemark>`)).toThrow(
      'The file has a feature with more than 2000 attributes (line 1).',
    );
  });

  test('one mistake in the middle of a file is told with its line', () => {
    expect(() => readKml('\n<Placemark>\n</Folder>')).toThrow(/line 3/);
  });
});

describe('KML as people write it', () => {
  const read = (coordinates: string, name = 'a') =>
    readKml(
      `<Placemark><name>${name}</name><Point><coordinates>${coordinates}</coordinates></Point></Placemark>`,
    );

  test('decimal commas are told, not taken for places elsewhere', () => {
    const imported = read('-105,5,40,1');
    expect(geometriesOf(imported)).toEqual([null]);
    expect(imported.skipped[0]?.reason).toBe(
      'Has a coordinate of more than three numbers: decimals have to be written with a point.',
    );
  });

  test('an "and" that should be an entity is a letter like others', () => {
    const imported = read('1,2', 'Fish & Wildlife &amp; <![CDATA[R&D]]> &nbsp; & Co');
    expect(propertiesOf(imported)).toEqual([{ name: 'Fish & Wildlife & R&D &nbsp; & Co' }]);
  });

  test('a second outer ring is another polygon', () => {
    const ring = (x: number) =>
      `<outerBoundaryIs><LinearRing><coordinates>${x},0 ${x + 1},0 ${x + 1},1 ${x},1 ${x},0</coordinates></LinearRing></outerBoundaryIs>`;
    const imported = readKml(`<Placemark><Polygon>${ring(0)}${ring(5)}</Polygon></Placemark>`);
    expect(geometriesOf(imported)).toEqual([
      { type: 'MultiPolygon', coordinates: [[square(0, 0)], [square(5, 0)]] },
    ]);
  });

  test('UTF-16 that was saved anew as UTF-8 is read', () => {
    const text =
      '<?xml version="1.0" encoding="UTF-16"?><kml><Placemark><name>é</name></Placemark></kml>';
    expect(propertiesOf(readVector(Buffer.from(text), 'a.kml'))).toEqual([{ name: 'é' }]);
  });

  test('a web page is called one', () => {
    const page = Buffer.from('<!DOCTYPE html><html><body>Sign in</body></html>');
    expect(() => readVector(page, 'a.kml')).toThrow('The file is a web page, not KML.');
  });
});

describe('files of other kinds are named, with what to do', () => {
  test.each([
    ['a GeoPackage', 'SQLite format 3\0 and more', /GeoPackage.*Save it as GeoJSON/],
    ['a .shp alone', Buffer.from('0000270a00000000', 'hex'), /main file.*into one zip file/],
    ['a .dbf alone', Buffer.from('037d0515', 'hex'), /attribute table.*into one zip file/],
    ['gzip', Buffer.from('1f8b0800', 'hex'), /gzip\. Unpack it/],
    ['a RAR archive', 'Rar!', /RAR archive\. Unpack it/],
    ['well-known text', 'POLYGON((0 0,1 0,1 1,0 0))', /well-known text.*Save it as GeoJSON/],
    ['a table', 'name,lon,lat\nA,1,2\n', /CSV.*Save it as GeoJSON/],
    ['JavaScript', 'var data = {"type":"Polygon"}', /JavaScript around the data/],
    ['features in lines', '{"type":"Feature"}\n{"type":"Feature"}\n', /GeoJSON in lines/],
    ['noise', 'x', /neither GeoJSON, KML, KMZ nor a ZIP archive/],
  ])('%s', (_, content, message) => {
    expect(() => readVector(Buffer.from(content as string), 'a.json')).toThrow(message);
  });
});

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
    expect(imported.layers[0]!.name).toBe('Sites');
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
  test.each([
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
  ])('texts in %s', (_, codePage, languageDriver, bytes, expected) => {
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

describe('archives', () => {
  const inner = kml('<Placemark><name>a</name></Placemark>');

  const place = (name: string) =>
    kml(`<Placemark><name>${name}</name><Point><coordinates>1,2</coordinates></Point></Placemark>`);

  test('the main file of a KMZ is read, others are named', () => {
    const imported = readZip(
      { path: 'files/other.kml', content: place('b') },
      { path: 'doc.kml', content: place('a') },
    );
    expect(propertiesOf(imported)).toEqual([{ name: 'a' }]);
    expect(imported.skipped).toEqual([
      {
        reason: 'Only the main KML file of an archive is read (doc.kml).',
        count: 1,
        examples: ['files/other.kml'],
      },
    ]);
  });

  test('where the main file only links to others, or there is none, all are read', () => {
    const link = kml('<NetworkLink><Link><href>files/a.kml</href></Link></NetworkLink>');
    const linked = readZip(
      { path: 'doc.kml', content: link },
      { path: 'files/a.kml', content: place('a') },
    );
    expect(propertiesOf(linked)).toEqual([{ name: 'a' }]);
    const beside = readZip(
      { path: 'a.kml', content: place('a') },
      { path: 'b.kml', content: place('b') },
    );
    expect(propertiesOf(beside)).toEqual([{ name: 'a' }, { name: 'b' }]);
  });

  test('GeoJSON in an archive is read, a layer a file', () => {
    const point = JSON.stringify({ type: 'Point', coordinates: [1, 2] });
    const imported = readZip(
      { path: 'a.geojson', content: point },
      { path: 'b/c.json', content: point, isStored: true },
    );
    expect(imported.layers.map(({ name }) => name)).toEqual(['a', 'c']);
  });

  test.each<[string, ZipEntry[], RegExp]>([
    ['a wrong checksum', [{ path: 'a.kml', content: inner, crc: 1 }], /a\.kml is damaged/],
    [
      'a size that is too small',
      [{ path: 'a.kml', content: inner, declaredBytes: 5 }],
      /more than/,
    ],
    [
      'a size that is too large',
      [{ path: 'a.kml', content: inner, declaredBytes: 5000 }],
      /damaged/,
    ],
    ['a password', [{ path: 'a.kml', content: inner, isEncrypted: true }], /password/],
    ['an absolute path', [{ path: '/etc/a.kml', content: inner }], /leads out/],
    ['a drive', [{ path: 'C:\\a.kml', content: inner }], /leads out/],
    ['an archive', [{ path: 'a.zip', content: 'PK' }], /another archive/],
    ['nothing', [], /empty/],
    [
      'a .dbf without its .shp',
      [{ path: 'a.dbf', content: 'x' }],
      /parts of a shapefile \(a\.dbf\), but not its main file/,
    ],
    ['folders alone', [{ path: 'a/', content: '' }], /empty/],
    ['something else', [{ path: 'a.gpkg', content: 'x' }], /but a\.gpkg/],
  ])('an archive with %s is refused', (_, entries, message) => {
    expect(() => readZip(...entries)).toThrow(VectorError);
    expect(() => readZip(...entries)).toThrow(message);
  });

  test('limits are what the caller says', () => {
    const zip = buildZip([{ path: 'doc.kml', content: inner }]);
    expect(() => readVector(zip, 'a.kmz', { textBytes: 50 })).toThrow(/at most/);
    expect(() => readVector(zip, 'a.kmz', { unpackedBytes: 50 })).toThrow(/more than 50 bytes/);
    expect(() => readVector(text(inner), 'a.kml', { features: 0 })).toThrow(/more than 0 features/);
  });
});
