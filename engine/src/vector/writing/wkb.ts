import type { Position } from 'geojson';
import type { FlatGeometry } from '../types.ts';

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
export function writeWkb(geometry: FlatGeometry): Buffer {
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
