import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { FlatGeometry, Properties, VectorFeature } from '../types.ts';
import { writeGeoPackage } from './geopackage.ts';

const feature = (geometry: FlatGeometry | null, properties: Properties): VectorFeature => ({
  type: 'Feature',
  geometry,
  properties,
});
const ring = (x: number, y: number) => [
  [x, y],
  [x + 1, y],
  [x + 1, y + 1],
  [x, y],
];

function open(features: readonly VectorFeature[], name = 'Zones of "north"') {
  const database = new DatabaseSync(':memory:');
  database.deserialize(writeGeoPackage(features, { name, order: ['name'] }));
  return database;
}

/** Well-known binary as GDAL 3.6 writes it (`ExportToWkb`, little-endian). */
const written: [FlatGeometry, string][] = [
  [{ type: 'Point', coordinates: [1, 2] }, '0101000000000000000000f03f0000000000000040'],
  [
    { type: 'MultiPoint', coordinates: [[1, 2]] },
    '0104000000010000000101000000000000000000f03f0000000000000040',
  ],
  [
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    },
    '01020000000200000000000000000000000000000000000000000000000000f03f000000000000f03f',
  ],
  [
    { type: 'MultiPolygon', coordinates: [[ring(0, 0)]] },
    '01060000000100000001030000000100000004000000000000000000000000000000000000000000000000' +
      '00f03f0000000000000000000000000000f03f000000000000f03f00000000000000000000000000000000',
  ],
];

test.each(written)('the shape %j has the bytes of GDAL behind its bounds', (geometry, bytes) => {
  using database = open([feature(geometry, {})], 'one');
  const [row] = database.prepare('SELECT hex(geom) AS shape FROM one').all();
  const shape = String(row!.shape).toLowerCase();
  // "GP", version 0, little-endian with an envelope, EPSG:4326.
  expect(shape.slice(0, 16)).toBe('47500003e6100000');
  expect(shape.slice(80)).toBe(bytes);
});

test('attributes become columns of their types, and names that SQL takes for one stay apart', () => {
  const shape: FlatGeometry = { type: 'Polygon', coordinates: [ring(-105, 40)] };
  using database = open([
    feature(shape, { Name: 'Lake', name: 'O\'Hara "Núñez"', hectares: 12.25, open: true, fid: 7 }),
    feature(null, { hectares: null, day: '2026-05-31' }),
  ]);
  const columns = database
    .prepare('SELECT name, type FROM pragma_table_info(?)')
    .all('Zones of "north"');
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'fid INTEGER',
    'geom GEOMETRY',
    'name TEXT',
    'Name (2) TEXT',
    'hectares DOUBLE',
    'open BOOLEAN',
    'fid (2) DOUBLE',
    'day DATE',
  ]);
  const rows = database.prepare('SELECT * FROM "Zones of ""north"""').all();
  expect(rows[0]).toMatchObject({ fid: 1, name: 'O\'Hara "Núñez"', 'Name (2)': 'Lake', open: 1 });
  expect(rows[1]).toMatchObject({ geom: null, hectares: null, day: '2026-05-31' });
  const [contents] = database.prepare('SELECT * FROM gpkg_contents').all();
  expect(contents).toMatchObject({ min_x: -105, min_y: 40, max_x: -104, max_y: 41, srs_id: 4326 });
  const [geometry] = database.prepare('SELECT geometry_type_name FROM gpkg_geometry_columns').all();
  expect(geometry).toEqual(expect.objectContaining({ geometry_type_name: 'POLYGON' }));
});

test('a file tells its kind by the numbers of the standard', () => {
  const bytes = Buffer.from(writeGeoPackage([], { name: '' }));
  expect(bytes.subarray(0, 15).toString()).toBe('SQLite format 3');
  // OGC 12-128r18, requirement 2.
  expect(bytes.subarray(68, 72).toString()).toBe('GPKG');
  expect(bytes.readUInt32BE(60)).toBe(10_300);
});
