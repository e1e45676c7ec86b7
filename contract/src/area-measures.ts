import type { MultiPolygon, Polygon, Position } from 'geojson';

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
