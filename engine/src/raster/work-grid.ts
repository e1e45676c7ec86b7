import type { MultiPolygon, Polygon, Position } from 'geojson';
import { workEpsg } from './crs.ts';
import type { Affine, Grid } from './grid.ts';
import { projectRings } from './projected-rings.ts';

export interface WorkGridOptions {
  pixelSizeMeters: number;
  /** A grid (a scene's) whose pixel corners the work grid's shall coincide with, if its zone is the same. */
  snapTo?: Pick<Grid, 'affine' | 'epsg'>;
}

/**
 * The north-up grid of square pixels that covers an area (longitude, latitude), in the CRS that
 * `workEpsg` chooses for it, however many they are. Throws RangeError where UTM doesn't reach.
 */
export function workGrid(area: Polygon | MultiPolygon, options: WorkGridOptions): Grid {
  const { pixelSizeMeters, snapTo } = options;
  const epsg = workEpsg(areaBounds(area));
  const [originX, originY] = snapTo?.epsg === epsg ? snapOrigin(snapTo.affine) : [0, 0];
  const [west, south, east, north] = ringBounds(projectRings(area, epsg));
  const first = Math.floor((west - originX) / pixelSizeMeters);
  const last = Math.ceil((east - originX) / pixelSizeMeters);
  const top = Math.ceil((north - originY) / pixelSizeMeters);
  const bottom = Math.floor((south - originY) / pixelSizeMeters);
  const width = Math.max(1, last - first);
  const height = Math.max(1, top - bottom);
  return {
    width,
    height,
    epsg,
    affine: [
      pixelSizeMeters,
      0,
      originX + first * pixelSizeMeters,
      0,
      -pixelSizeMeters,
      originY + top * pixelSizeMeters,
    ],
  };
}

/** Size of an area's polygons in the square units of a grid's CRS; where they overlap, both count. */
export function gridArea(area: Polygon | MultiPolygon, { epsg }: Pick<Grid, 'epsg'>): number {
  if (epsg === undefined) throw new RangeError('A grid without a CRS has no place for an area.');
  return projectRings(area, epsg).reduce(
    (sum, [outer, ...holes]) =>
      sum + holes.reduce((left, hole) => left - ringArea(hole), ringArea(outer)),
    0,
  );
}

function ringArea(ring: Float64Array | undefined): number {
  if (!ring) return 0;
  let sum = 0;
  for (let index = 2; index + 1 < ring.length; index += 2) {
    sum += ring[index - 2]! * ring[index + 1]! - ring[index]! * ring[index - 1]!;
  }
  return Math.abs(sum) / 2;
}

/**
 * West, south, east and north of an area. One that lies on both sides of the antimeridian is not the
 * whole way round the globe: its east is beyond 180.
 */
export function areaBounds(area: Polygon | MultiPolygon): [number, number, number, number] {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of polygons.flat(2)) {
    bounds[0] = Math.min(bounds[0], x!);
    bounds[1] = Math.min(bounds[1], y!);
    bounds[2] = Math.max(bounds[2], x!);
    bounds[3] = Math.max(bounds[3], y!);
  }
  return bounds[2] - bounds[0] > 180 ? acrossAntimeridian(polygons.flat(2), bounds) : bounds;
}

/** The same bounds with western longitudes counted on from 180, if that makes them narrower. */
function acrossAntimeridian(
  positions: readonly Position[],
  bounds: [number, number, number, number],
): [number, number, number, number] {
  const [, south, , north] = bounds;
  const longitudes = positions.map(([x]) => (x! < 0 ? x! + 360 : x!));
  const [west, east] = longitudes.reduce(
    ([least, most], x) => [Math.min(least!, x), Math.max(most!, x)],
    [Infinity, -Infinity],
  ) as [number, number];
  return east - west < bounds[2] - bounds[0] ? [west, south, east, north] : bounds;
}

function snapOrigin([, , x, , , y]: Affine): [number, number] {
  return [x, y];
}

function ringBounds(polygons: readonly Float64Array[][]): [number, number, number, number] {
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of polygons.flat()) {
    for (let index = 0; index < ring.length; index += 2) {
      bounds[0] = Math.min(bounds[0], ring[index]!);
      bounds[1] = Math.min(bounds[1], ring[index + 1]!);
      bounds[2] = Math.max(bounds[2], ring[index]!);
      bounds[3] = Math.max(bounds[3], ring[index + 1]!);
    }
  }
  return bounds;
}
