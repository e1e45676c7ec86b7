import type { MultiPolygon, Polygon, Position } from 'geojson';
import { areaBounds, areaPolygons } from './bounds.ts';
import { isOnAntimeridian } from './position.ts';

/**
 * The sphere on which the specification's map library measures. The limit on perimeters is in these
 * metres.
 */
export const sphereRadiusMeters = 6_371_000;

/** Metres of a degree of latitude on the sphere. */
export const metersPerDegree = 111_195;

const radians = Math.PI / 180;

/**
 * The length of all outer rings, in metres on the sphere (great circles, haversine). Edges at which
 * an area is cut along the antimeridian do not count.
 */
export function perimeterMeters(area: Polygon | MultiPolygon): number {
  const isAcross = areaBounds(area)[2] > 180;
  let total = 0;
  for (const [outer = []] of areaPolygons(area)) {
    for (let index = 1; index < outer.length; index++) {
      const [from, to] = [outer[index - 1], outer[index]];
      if (isAcross && isOnAntimeridian(from) && isOnAntimeridian(to)) continue;
      total += distanceMeters(from, to);
    }
  }
  return total;
}

/** The distance between two positions, in metres on the sphere (great circle, haversine). */
export function distanceMeters(from: Position, to: Position): number {
  const [fromLongitude = 0, fromLatitude = 0] = from;
  const [toLongitude = 0, toLatitude = 0] = to;
  const sinHalfLatitude = Math.sin(((toLatitude - fromLatitude) * radians) / 2);
  const sinHalfLongitude = Math.sin(((toLongitude - fromLongitude) * radians) / 2);
  const haversine =
    sinHalfLatitude ** 2 +
    Math.cos(fromLatitude * radians) * Math.cos(toLatitude * radians) * sinHalfLongitude ** 2;
  return 2 * sphereRadiusMeters * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** The ellipsoid of WGS 84. */
const ellipsoid = { equatorMeters: 6_378_137, eccentricity: Math.sqrt(0.006_694_379_990_14) };

/**
 * The covered ground without holes, in square metres on the ellipsoid. It is computed by the
 * shoelace formula in the cylindrical equal-area projection (Snyder 1987, Map Projections: A
 * Working Manual, eq. 3-12).
 */
export function areaSquareMeters(area: Polygon | MultiPolygon): number {
  let total = 0;
  for (const [outer = [], ...holes] of areaPolygons(area)) {
    total += ringSquareMeters(outer);
    for (const hole of holes) total -= ringSquareMeters(hole);
  }
  return total;
}

export const squareMetersPerHectare = 10_000;

/** The same in hectares. */
export function areaHectares(area: Polygon | MultiPolygon): number {
  return areaSquareMeters(area) / squareMetersPerHectare;
}

function ringSquareMeters(ring: readonly Position[]): number {
  let doubled = 0;
  for (let index = 1; index < ring.length; index++) {
    const [fromLongitude = 0, fromLatitude = 0] = ring[index - 1];
    const [toLongitude = 0, toLatitude = 0] = ring[index];
    const height = authalicHeight(fromLatitude) + authalicHeight(toLatitude);
    doubled += ((toLongitude - fromLongitude) * Math.PI * height) / 180;
  }
  return (Math.abs(doubled) * ellipsoid.equatorMeters ** 2) / 4;
}

/** Snyder's q, which is proportional to the ground between the equator and the latitude. */
function authalicHeight(latitude: number): number {
  const e = ellipsoid.eccentricity;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const logarithm = Math.log((1 - e * sine) / (1 + e * sine));
  return (1 - e ** 2) * (sine / (1 - (e * sine) ** 2) - logarithm / (2 * e));
}

/** Radius of the sphere with the same surface area as WGS 84. */
export const authalicRadiusMeters = 6_371_007.2;

/**
 * Size of the rectangle (in longitude and latitude) around an area, on the sphere of equal surface
 * area.
 */
export function extentSquareKilometers(area: Polygon | MultiPolygon): number {
  const [west, south, east, north] = areaBounds(area);
  const height = Math.sin(north * radians) - Math.sin(south * radians);
  return (authalicRadiusMeters / 1000) ** 2 * (east - west) * radians * height;
}
