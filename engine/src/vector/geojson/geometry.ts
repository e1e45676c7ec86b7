import type { Position } from 'geojson';
import { emptyParts, type Parts } from '../geometry/parts.ts';
import { GeometryFault } from '../layer-builder.ts';
import { shorten } from '../report.ts';

/**
 * The parts of a GeoJSON geometry, with collections divided; no parts for null. Throws
 * GeometryFault for a value that is not a geometry.
 */
export function readGeometry(geometry: unknown): Parts {
  const parts = emptyParts();
  addGeometry(geometry, parts);
  return parts;
}

/** The members of a JSON object. Any other value has none that is looked for. */
export const membersOf = (value: unknown): Record<string, unknown> => Object(value);

function addGeometry(geometry: unknown, parts: Parts): void {
  if (geometry === null || geometry === undefined) return;
  const { type, coordinates, geometries } = membersOf(geometry);
  switch (type) {
    case 'Point':
      // Some programs write an empty point as an empty array.
      if (!isEmptyList(coordinates)) parts.points.push(readPosition(coordinates));
      break;
    case 'MultiPoint':
      for (const position of readList(coordinates, readPosition)) parts.points.push(position);
      break;
    case 'LineString':
      if (!isEmptyList(coordinates)) parts.lines.push(readList(coordinates, readPosition));
      break;
    case 'MultiLineString':
      for (const line of readList(coordinates, readLine)) parts.lines.push(line);
      break;
    case 'Polygon':
      if (!isEmptyList(coordinates)) parts.polygons.push(readList(coordinates, readLine));
      break;
    case 'MultiPolygon':
      for (const rings of readList(coordinates, readRings)) parts.polygons.push(rings);
      break;
    case 'GeometryCollection':
      for (const member of readList(geometries, (each) => each)) addGeometry(member, parts);
      break;
    default:
      throw new GeometryFault({
        code: 'geometry-type-unknown',
        params: { type: typeof type === 'string' ? shorten(type) : null },
      });
  }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function readList<Item>(value: unknown, read: (item: unknown) => Item): Item[] {
  if (!Array.isArray(value)) {
    throw new GeometryFault({ code: 'coordinates-not-nested' });
  }
  return value.map(read);
}

const readLine = (value: unknown): Position[] => readList(value, readPosition);
const readRings = (value: unknown): Position[][] => readList(value, readLine);

function readPosition(value: unknown): Position {
  if (!Array.isArray(value) || Array.isArray(value[0])) {
    throw new GeometryFault({ code: 'coordinates-not-nested' });
  }
  const [x, y, ...heights] = value;
  const areNumbers = [x, y].every((each) => typeof each === 'number');
  if (!areNumbers || heights.some((each) => typeof each !== 'number' && each !== null)) {
    const isText = [x, y].some((each) => typeof each === 'string');
    throw new GeometryFault({ code: isText ? 'coordinate-is-text' : 'coordinate-not-a-number' });
  }
  return [x, y];
}
