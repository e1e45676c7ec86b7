import type { Geometry, GeometryCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { wrapLongitude } from './position.ts';

/** West, south, east and north, in degrees or in the units of a projection. */
export type Bounds = [west: number, south: number, east: number, north: number];

/** The rings of each polygon of an area, the outer one first. */
export function areaPolygons(area: Polygon | MultiPolygon): Position[][][] {
  return area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
}

/** The area of at least one polygon, each of which has its outer ring first. */
export function areaOfPolygons(polygons: Position[][][]): Polygon | MultiPolygon {
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** All positions of a geometry. */
export function positionsOfGeometry(geometry: Exclude<Geometry, GeometryCollection>): Position[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates;
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.flat();
    case 'MultiPolygon':
      return geometry.coordinates.flat(2);
  }
}

/** Bounds as a polygon, counter-clockwise as RFC 7946 asks. */
export function rectanglePolygon([west, south, east, north]: Readonly<Bounds>): Polygon {
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

/** The bounds of positions; from Infinity to -Infinity if there are none. */
export function boundsOf(positions: Iterable<readonly number[]>): Bounds {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of positions) {
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], y);
  }
  return bounds;
}

/**
 * The bounds of an area in longitude and latitude. The bounds of an area on both sides of the
 * antimeridian do not span the globe: their east is beyond 180.
 */
export function areaBounds(area: Polygon | MultiPolygon): Bounds {
  const positions = areaPolygons(area).flat(2);
  const bounds = boundsOf(positions);
  return bounds[2] - bounds[0] > 180 ? acrossAntimeridian(positions, bounds) : bounds;
}

/** The same bounds, with western longitudes increased by 360 if that makes them narrower. */
function acrossAntimeridian(positions: readonly Position[], bounds: Bounds): Bounds {
  const [west, south, east, north] = boundsOf(
    positions.map(([x = 0, y = 0]) => [x < 0 ? x + 360 : x, y]),
  );
  return east - west < bounds[2] - bounds[0] ? [west, south, east, north] : bounds;
}

/** The middle of bounds in degrees. The east may be beyond 180, the longitude is not. */
export function centerOf([west, south, east, north]: Readonly<Bounds>): [
  longitude: number,
  latitude: number,
] {
  return [wrapLongitude((west + east) / 2), (south + north) / 2];
}

/** Whether bounds lie inside other bounds or on their edges. */
export function isWithin(
  [west, south, east, north]: Readonly<Bounds>,
  outer: Readonly<Bounds>,
): boolean {
  return west >= outer[0] && south >= outer[1] && east <= outer[2] && north <= outer[3];
}
