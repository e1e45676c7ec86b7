import type { Position } from 'geojson';
import type { FlatGeometry } from '../types.ts';

/**
 * A geometry of any kind, divided into parts. All readers produce it, and all writers consume it.
 */
export interface Parts {
  points: Position[];
  lines: Position[][];
  /** Outer ring first, then its holes. */
  polygons: Position[][][];
}

/** Parts without any shape. */
export function emptyParts(): Parts {
  return { points: [], lines: [], polygons: [] };
}

/** The parts of a geometry; none for null. */
export function partsOf(geometry: FlatGeometry | null): Parts {
  const parts = emptyParts();
  switch (geometry?.type) {
    case undefined:
      break;
    case 'Point':
      parts.points.push(geometry.coordinates);
      break;
    case 'MultiPoint':
      parts.points = geometry.coordinates;
      break;
    case 'LineString':
      parts.lines.push(geometry.coordinates);
      break;
    case 'MultiLineString':
      parts.lines = geometry.coordinates;
      break;
    case 'Polygon':
      parts.polygons.push(geometry.coordinates);
      break;
    case 'MultiPolygon':
      parts.polygons = geometry.coordinates;
      break;
  }
  return parts;
}

/** One geometry for each kind of part. A mixed collection gives up to three. */
export function geometriesOf({ points, lines, polygons }: Parts): FlatGeometry[] {
  const geometries: FlatGeometry[] = [];
  if (polygons.length === 1) geometries.push({ type: 'Polygon', coordinates: polygons[0] });
  if (polygons.length > 1) geometries.push({ type: 'MultiPolygon', coordinates: polygons });
  if (lines.length === 1) geometries.push({ type: 'LineString', coordinates: lines[0] });
  if (lines.length > 1) geometries.push({ type: 'MultiLineString', coordinates: lines });
  if (points.length === 1) geometries.push({ type: 'Point', coordinates: points[0] });
  if (points.length > 1) geometries.push({ type: 'MultiPoint', coordinates: points });
  return geometries;
}
