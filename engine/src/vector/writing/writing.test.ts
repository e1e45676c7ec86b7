import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readTold } from '../../../testing/vector-files.ts';
import { type VectorFeature, writeCsv, writeKml, writeShapefileZip } from '../index.ts';

const square = (x: number, y: number, size: number): [number, number][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];
const hole = square(-104.8, 40.2, 0.25).toReversed();
const feature = (
  geometry: VectorFeature['geometry'],
  properties: VectorFeature['properties'] = {},
): VectorFeature => ({ type: 'Feature', geometry, properties });

const features = [
  feature(
    { type: 'Polygon', coordinates: [square(-105, 40, 1), hole] },
    { name: 'Lake & <shore>', hectares: 12.25, count: 3, checked: true, note: 'Hněvošický háj' },
  ),
  feature(
    { type: 'MultiPolygon', coordinates: [[square(-110, 40, 1)], [square(-115, 40, 1)]] },
    { name: 'Two', hectares: 1e-7, count: -30_000_000, checked: false, note: null },
  ),
];
const mixed = [
  ...features,
  feature(
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    },
    { name: 'Path' },
  ),
  feature({ type: 'Point', coordinates: [5, 6] }, { name: 'Gate' }),
  feature(null, { name: 'Nowhere' }),
];
const shapesOf = (all: readonly VectorFeature[]) => all.map(({ geometry }) => geometry);

test('KML comes back with its shapes, and its attributes in their types', () => {
  const kml = writeKml(mixed, { name: 'Patches & more' });
  const { layers, skipped } = readTold(Buffer.from(kml), 'patches.kml');
  expect(shapesOf(layers[0].features)).toEqual(shapesOf(mixed));
  expect(layers[0].features[0].properties).toEqual({
    name: 'Lake & <shore>',
    hectares: 12.25,
    count: 3,
    checked: true,
    note: 'Hněvošický háj',
  });
  expect(skipped).toEqual([{ reason: 'Has no geometry.', count: 1, examples: ['5: Nowhere'] }]);
});

const visits = [
  feature({ type: 'Point', coordinates: [1, 2] }, { seen: '2026-05-31', mixed: 1 }),
  feature({ type: 'Point', coordinates: [3, 4] }, { code: '007', mixed: 'two', seen: null }),
];

test('fields are in the order that was asked for, and those of several types are texts', () => {
  const order = ['code', 'seen'];
  const kml = writeKml(visits, { name: 'Visits', order });
  expect(kml).toContain(
    '<Schema name="fields" id="fields"><SimpleField type="string" name="code"/><SimpleField type="string" name="seen"/><SimpleField type="string" name="mixed"/></Schema>',
  );
  const [header] = writeCsv(visits, { order }).split('\r\n');
  expect(header).toBe('\ufeffWKT,code,seen,mixed');
  const files = unzipSync(writeShapefileZip(visits, { name: 'visits', order }));
  const dbf = Buffer.from(files['visits.dbf']);
  // dBase III: from byte 32 on, 32 bytes for each field, with its name and at byte 11 its type.
  const fields = [32, 64, 96].map((at) => dbf.toString('ascii', at, at + 12).replaceAll('\0', ' '));
  expect(fields).toEqual(['code       C', 'seen       D', 'mixed      C']);
  const { layers } = readTold(writeShapefileZip(visits, { name: 'visits' }), 'visits.zip');
  expect(layers[0].features.map(({ properties }) => properties.seen)).toEqual(['2026-05-31', null]);
});

test('characters that XML has no way to write are left out', () => {
  const kml = writeKml([feature(null, { name: 'a\u0000b\u001f\ud800c' })], { name: 'x' });
  expect(kml).toContain('<name>ab\ufffdc</name>');
});

test('a shapefile comes back with shapes, types of attributes, projection and encoding', () => {
  const zip = writeShapefileZip(features, { name: 'Change patches' });
  const { layers, skipped, notes } = readTold(zip, 'patches.zip');
  expect(layers.map(({ name }) => name)).toEqual(['Change patches']);
  expect(shapesOf(layers[0].features)).toEqual(shapesOf(features));
  expect(layers[0].features.map(({ properties }) => properties)).toEqual(
    features.map(({ properties }) => properties),
  );
  expect({ skipped, notes }).toEqual({ skipped: [], notes: [] });
});

test('mixed kinds become a shapefile each; what has no place is left out', () => {
  const { layers } = readTold(writeShapefileZip(mixed, { name: 'all' }), 'all.zip');
  expect(layers.map(({ name, features }) => [name, features.length])).toEqual([
    ['all_polygons', 2],
    ['all_lines', 1],
    ['all_points', 1],
  ]);
});

test('no features give an empty layer', () => {
  const { layers } = readTold(writeShapefileZip([], { name: 'none' }), 'none.zip');
  expect(layers).toEqual([{ name: 'none', features: [], featureCount: 0 }]);
});

test('long names of attributes stay apart, long texts are cut at a whole letter', () => {
  const properties = { a_long_name_one: 1, a_long_name_two: 2, 'ä/ö': 'x', text: 'é'.repeat(200) };
  const point = feature({ type: 'Point', coordinates: [1, 2] }, properties);
  const { layers } = readTold(writeShapefileZip([point], { name: 'p' }), 'p.zip');
  expect(layers[0].features[0].properties).toEqual({
    a_long_nam: 1,
    a_long_n_1: 2,
    ___: 'x',
    text: 'é'.repeat(127),
  });
});

test('the same features give the same archive', () => {
  const write = () => Buffer.from(writeShapefileZip(features, { name: 'a' })).toString('hex');
  expect(write()).toBe(write());
});
