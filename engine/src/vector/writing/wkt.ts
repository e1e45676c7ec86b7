import type { Position } from 'geojson';
import type { FlatGeometry } from '../types.ts';

const position = ([x, y]: Position) => `${x} ${y}`;
const line = (positions: readonly Position[]) => `(${positions.map(position).join(', ')})`;
const polygon = (rings: readonly Position[][]) => `(${rings.map(line).join(', ')})`;

/** A geometry as well-known text: OGC Simple Feature Access 06-103r4, 7.2. */
export function writeWkt(geometry: FlatGeometry): string {
  switch (geometry.type) {
    case 'Point':
      return `POINT (${position(geometry.coordinates)})`;
    case 'MultiPoint':
      return `MULTIPOINT (${geometry.coordinates.map((each) => `(${position(each)})`).join(', ')})`;
    case 'LineString':
      return `LINESTRING ${line(geometry.coordinates)}`;
    case 'MultiLineString':
      return `MULTILINESTRING (${geometry.coordinates.map(line).join(', ')})`;
    case 'Polygon':
      return `POLYGON ${polygon(geometry.coordinates)}`;
    case 'MultiPolygon':
      return `MULTIPOLYGON (${geometry.coordinates.map(polygon).join(', ')})`;
  }
}
