import { DatabaseSync } from 'node:sqlite';
import type { Position } from 'geojson';
import { boundsOf, positionsOfGeometry } from '../../geo/bounds.ts';
import type { FlatGeometry, PropertyValue, VectorFeature } from '../types.ts';
import { type Column, columnsOf } from './columns.ts';

/** What every GeoPackage begins with: OGC 12-128r18, tables 1 to 6 and requirements 2, 10 and 11. */
const frame = `
PRAGMA application_id = 0x47504B47;
PRAGMA user_version = 10300;
CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
INSERT INTO gpkg_spatial_ref_sys VALUES
  ('Undefined Cartesian', -1, 'NONE', -1, 'undefined', NULL),
  ('Undefined geographic', 0, 'NONE', 0, 'undefined', NULL),
  ('WGS 84', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]', 'longitude and latitude');
CREATE TABLE gpkg_contents (
  table_name TEXT PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
  srs_id INTEGER REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL UNIQUE REFERENCES gpkg_contents(table_name), column_name TEXT NOT NULL,
  geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL REFERENCES gpkg_spatial_ref_sys(srs_id),
  z TINYINT NOT NULL, m TINYINT NOT NULL, PRIMARY KEY (table_name, column_name));
`;

const types: Record<Column['type'], string> = {
  boolean: 'BOOLEAN',
  number: 'DOUBLE',
  date: 'DATE',
  text: 'TEXT',
};
const [keyColumn, shapeColumn] = ['fid', 'geom'];

/**
 * Writes features as a GeoPackage (OGC 12-128r18) with one table in longitude and latitude, WGS 84. Attributes whose
 * names differ only in case get a number, because SQL takes them for one. A value that is not of its column's type is
 * written as text.
 * @param options.name of the table
 * @param options.order of the columns, by the attributes' names
 */
export function writeGeoPackage(
  features: readonly VectorFeature[],
  { name, order }: { readonly name: string; readonly order?: readonly string[] },
): Uint8Array {
  using database = new DatabaseSync(':memory:');
  const columns = columnsOf(
    features.map(({ properties }) => properties),
    order,
  );
  const table = quoted(tableName(name));
  const names = distinctNames(columns.map(({ key }) => key)).map(quoted);
  const declared = columns.map(({ type }, index) => `, ${names[index]} ${types[type]}`);
  database.exec(frame);
  database.exec(
    `CREATE TABLE ${table} (${keyColumn} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, ${shapeColumn} GEOMETRY${declared.join('')})`,
  );
  describeTable(database, tableName(name), features);
  const places = columns.map(() => ', ?').join('');
  const insert = database.prepare(
    `INSERT INTO ${table} (${[shapeColumn, ...names].join(', ')}) VALUES (?${places})`,
  );
  database.exec('BEGIN');
  for (const { geometry, properties } of features) {
    const values = columns.map(({ key, type }) => cell(properties[key], type));
    insert.run(geometry && shapeOf(geometry), ...values);
  }
  database.exec('COMMIT');
  return database.serialize();
}

function describeTable(
  database: DatabaseSync,
  table: string,
  features: readonly VectorFeature[],
): void {
  const positions = features.flatMap(({ geometry }) =>
    geometry ? positionsOfGeometry(geometry) : [],
  );
  const bounds = positions.length > 0 ? boundsOf(positions) : [null, null, null, null];
  const kinds = new Set(features.flatMap(({ geometry }) => (geometry ? [geometry.type] : [])));
  const [kind] = kinds;
  database
    .prepare(
      `INSERT INTO gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id)
       VALUES (?, 'features', ?, ?, ?, ?, ?, 4326)`,
    )
    .run(table, table, ...bounds);
  database
    .prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, 4326, 0, 0)')
    .run(table, shapeColumn, kinds.size === 1 && kind ? kind.toUpperCase() : 'GEOMETRY');
}

type Shape = NonNullable<VectorFeature['geometry']>;

/** A geometry in GeoPackage's binary: a header with the bounds (OGC 12-128r18, table 7), then well-known binary. */
function shapeOf(geometry: Shape): Buffer {
  const [west, south, east, north] = boundsOf(positionsOfGeometry(geometry));
  const header = Buffer.alloc(40);
  header.write('GP');
  // Little-endian, with an envelope of x and y.
  header.writeUInt8(0b0000_0011, 3);
  header.writeInt32LE(4326, 4);
  for (const [index, side] of [west, east, south, north].entries()) {
    header.writeDoubleLE(side, 8 + 8 * index);
  }
  return Buffer.concat([header, writeWkb(geometry)]);
}

function cell(value: PropertyValue | undefined, type: Column['type']) {
  if (value === undefined || value === null) return null;
  if (type === 'boolean') return value === true ? 1 : 0;
  return type === 'number' ? Number(value) : String(value);
}

/** A table may not have a name that SQLite or GeoPackage use themselves. */
function tableName(name: string): string {
  const plain = name.replaceAll('\0', '').trim() || 'features';
  return /^(sqlite_|gpkg_|rtree_)/i.test(plain) ? `_${plain}` : plain;
}

const quoted = (name: string) => `"${name.replaceAll('\0', '').replaceAll('"', '""')}"`;

function distinctNames(names: readonly string[]): string[] {
  const taken = new Set([keyColumn, shapeColumn]);
  return names.map((name) => {
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name} (${number})`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** The numbers of geometries in well-known binary: OGC Simple Feature Access 06-103r4, table 7. */
const codes = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
} as const satisfies Record<FlatGeometry['type'], number>;

/** A geometry as well-known binary, little-endian: OGC Simple Feature Access 06-103r4, 8.2. */
function writeWkb(geometry: FlatGeometry): Buffer {
  return Buffer.concat(partsOf(geometry));
}

function partsOf(geometry: FlatGeometry): Buffer[] {
  const begin = header(codes[geometry.type]);
  const many = (parts: readonly FlatGeometry[]) => [
    begin,
    count(parts.length),
    ...parts.flatMap(partsOf),
  ];
  switch (geometry.type) {
    case 'Point':
      return [begin, positions([geometry.coordinates])];
    case 'LineString':
      return [begin, ...line(geometry.coordinates)];
    case 'Polygon':
      return [begin, count(geometry.coordinates.length), ...geometry.coordinates.flatMap(line)];
    case 'MultiPoint':
      return many(geometry.coordinates.map((coordinates) => ({ type: 'Point', coordinates })));
    case 'MultiLineString':
      return many(geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates })));
    case 'MultiPolygon':
      return many(geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates })));
  }
}

function header(code: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(1);
  bytes.writeUInt32LE(code, 1);
  return bytes;
}

function count(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

const line = (coordinates: readonly Position[]) => [
  count(coordinates.length),
  positions(coordinates),
];

function positions(coordinates: readonly Position[]): Buffer {
  const bytes = Buffer.alloc(16 * coordinates.length);
  for (const [index, [x = 0, y = 0]] of coordinates.entries()) {
    bytes.writeDoubleLE(x, 16 * index);
    bytes.writeDoubleLE(y, 16 * index + 8);
  }
  return bytes;
}
