import type { GeoJSON, MultiPolygon, Polygon, Position } from 'geojson';
import { limits } from './limits.ts';

/**
 * Reads an area of interest from the JSON text that `coords` holds: the specification's geometry
 * collection, and a bare geometry, feature or feature collection as well. Points and lines are no
 * areas and are left out.
 *
 * @returns the polygons as one geometry, positions as written, or null when the text holds none
 */
export function readArea(coords: string | undefined): Polygon | MultiPolygon | null {
  if (!coords || coords.length > limits.habitatPatrol.maxCoordsCharacters) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(coords);
  } catch {
    return null;
  }
  const polygons = [...polygonsIn(parsed as GeoJSON, 0)];
  const [first] = polygons;
  if (first === undefined) return null;
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** The area as the specification sends it: a geometry collection as JSON text, 5 decimals. */
export function writeArea(area: Polygon | MultiPolygon): string {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return JSON.stringify({
    type: 'GeometryCollection',
    geometries: polygons.map((rings) => ({
      type: 'Polygon',
      coordinates: rings.map((ring) => ring.map(roundPosition)),
    })),
  });
}

function roundPosition([longitude = Number.NaN, latitude = Number.NaN]: Position): Position {
  const scale = 10 ** limits.habitatPatrol.coordinateDecimals;
  return [Math.round(longitude * scale) / scale, Math.round(latitude * scale) / scale];
}

/** Deeper nesting than any real file has; a hostile one must not exhaust the stack. */
const maxDepth = 16;

function* polygonsIn(value: GeoJSON | null, depth: number): Generator<Position[][]> {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return;
  switch (value.type) {
    case 'Polygon':
      if (isPolygon(value.coordinates)) yield value.coordinates;
      return;
    case 'MultiPolygon':
      if (Array.isArray(value.coordinates)) yield* value.coordinates.filter(isPolygon);
      return;
    case 'GeometryCollection':
      if (Array.isArray(value.geometries)) {
        for (const geometry of value.geometries) yield* polygonsIn(geometry, depth + 1);
      }
      return;
    case 'Feature':
      yield* polygonsIn(value.geometry, depth + 1);
      return;
    case 'FeatureCollection':
      if (Array.isArray(value.features)) {
        for (const feature of value.features) yield* polygonsIn(feature, depth + 1);
      }
      return;
    default:
      return;
  }
}

function isPolygon(rings: unknown): rings is Position[][] {
  return Array.isArray(rings) && rings.length > 0 && rings.every(isRing);
}

/** A ring has at least four positions, on the globe, and ends where it starts. */
function isRing(ring: unknown): ring is Position[] {
  if (!Array.isArray(ring) || ring.length < 4 || !ring.every(isPosition)) return false;
  const [first] = ring as Position[];
  const last = (ring as Position[]).at(-1);
  return first?.[0] === last?.[0] && first?.[1] === last?.[1];
}

function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value)) return false;
  const [longitude, latitude] = value;
  return (
    Number.isFinite(longitude) &&
    Number.isFinite(latitude) &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90
  );
}

/** The sphere on which the specification's map library measures: its limit is in these metres. */
const sphereRadiusMeters = 6_371_000;

/** Length of all outer rings, in metres on the sphere (great circles, haversine). */
export function perimeterMeters(area: Polygon | MultiPolygon): number {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  let total = 0;
  for (const [outer = []] of polygons) {
    for (let index = 1; index < outer.length; index += 1) {
      total += distanceMeters(outer[index - 1]!, outer[index]!);
    }
  }
  return total;
}

function distanceMeters(from: Position, to: Position): number {
  const radians = Math.PI / 180;
  const [fromLongitude = 0, fromLatitude = 0] = from;
  const [toLongitude = 0, toLatitude = 0] = to;
  const sinHalfLatitude = Math.sin(((toLatitude - fromLatitude) * radians) / 2);
  const sinHalfLongitude = Math.sin(((toLongitude - fromLongitude) * radians) / 2);
  const haversine =
    sinHalfLatitude ** 2 +
    Math.cos(fromLatitude * radians) * Math.cos(toLatitude * radians) * sinHalfLongitude ** 2;
  return 2 * sphereRadiusMeters * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** West, south, east, north of the area. */
export function areaBounds(area: Polygon | MultiPolygon): [number, number, number, number] {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  const bounds: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const [outer = []] of polygons) {
    for (const [longitude = 0, latitude = 0] of outer) {
      bounds[0] = Math.min(bounds[0], longitude);
      bounds[1] = Math.min(bounds[1], latitude);
      bounds[2] = Math.max(bounds[2], longitude);
      bounds[3] = Math.max(bounds[3], latitude);
    }
  }
  return bounds;
}
