import type { MultiPolygon, Polygon, Position } from 'geojson';

/** The rings of each polygon of an area, the outer one first. */
export function areaPolygons(area: Polygon | MultiPolygon): Position[][][] {
  return area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
}

/** The sphere on which the specification's map library measures: its limit is in these metres. */
const sphereRadiusMeters = 6_371_000;

/**
 * Length of all outer rings, in metres on the sphere (great circles, haversine); without the edges at
 * which an area across the antimeridian is cut.
 */
export function perimeterMeters(area: Polygon | MultiPolygon): number {
  const isAcross = areaBounds(area)[2] > 180;
  let total = 0;
  for (const [outer = []] of areaPolygons(area)) {
    for (let index = 1; index < outer.length; index += 1) {
      const [from, to] = [outer[index - 1]!, outer[index]!];
      if (isAcross && isOnAntimeridian(from) && isOnAntimeridian(to)) continue;
      total += distanceMeters(from, to);
    }
  }
  return total;
}

function isOnAntimeridian([longitude = 0]: Position): boolean {
  return Math.abs(longitude) === 180;
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

/** WGS 84. */
const ellipsoid = { equatorMeters: 6_378_137, eccentricity: Math.sqrt(0.006_694_379_990_14) };

/**
 * Ground covered, holes left out, in square metres on the ellipsoid: the shoelace formula in the
 * cylindrical equal-area projection (Snyder 1987, Map Projections: A Working Manual, eq. 3-12).
 */
export function areaSquareMeters(area: Polygon | MultiPolygon): number {
  let total = 0;
  for (const [outer = [], ...holes] of areaPolygons(area)) {
    total += ringSquareMeters(outer);
    for (const hole of holes) total -= ringSquareMeters(hole);
  }
  return total;
}

function ringSquareMeters(ring: readonly Position[]): number {
  let doubled = 0;
  for (let index = 1; index < ring.length; index += 1) {
    const [fromLongitude = 0, fromLatitude = 0] = ring[index - 1]!;
    const [toLongitude = 0, toLatitude = 0] = ring[index]!;
    const height = authalicHeight(fromLatitude) + authalicHeight(toLatitude);
    doubled += ((toLongitude - fromLongitude) * Math.PI * height) / 180;
  }
  return (Math.abs(doubled) * ellipsoid.equatorMeters ** 2) / 4;
}

/** Snyder's q: proportional to the ground between the equator and the latitude. */
function authalicHeight(latitude: number): number {
  const e = ellipsoid.eccentricity;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const logarithm = Math.log((1 - e * sine) / (1 + e * sine));
  return (1 - e ** 2) * (sine / (1 - (e * sine) ** 2) - logarithm / (2 * e));
}

/**
 * West, south, east, north of the area. Of one that lies on both sides of the antimeridian the east is
 * beyond 180, since it is not the whole way round the globe.
 */
export function areaBounds(area: Polygon | MultiPolygon): [number, number, number, number] {
  const polygons = areaPolygons(area);
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
  return bounds[2] - bounds[0] > 180 ? acrossAntimeridian(polygons, bounds) : bounds;
}

/** The same bounds with western longitudes counted on from 180, if that makes them narrower. */
function acrossAntimeridian(
  polygons: readonly (readonly Position[][])[],
  bounds: [number, number, number, number],
): [number, number, number, number] {
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [longitude = 0] of polygons.flatMap(([outer = []]) => outer)) {
    const eastwards = longitude < 0 ? longitude + 360 : longitude;
    west = Math.min(west, eastwards);
    east = Math.max(east, eastwards);
  }
  return east - west < bounds[2] - bounds[0] ? [west, bounds[1], east, bounds[3]] : bounds;
}

/** A longitude beyond 180 as people and services write it, -180 to 180. */
export function wrapLongitude(longitude: number): number {
  return Math.abs(longitude) <= 180 ? longitude : longitude - 360 * Math.round(longitude / 360);
}

/** Of the sphere whose surface is the ellipsoid's. */
export const authalicRadiusMeters = 6_371_007.2;

/** Size of the rectangle (in longitude and latitude) around an area, on the sphere of equal surface. */
export function extentSquareKilometers(area: Polygon | MultiPolygon): number {
  const [west, south, east, north] = areaBounds(area);
  const radians = Math.PI / 180;
  const height = Math.sin(north * radians) - Math.sin(south * radians);
  return (authalicRadiusMeters / 1000) ** 2 * (east - west) * radians * height;
}
