import type { MultiPolygon, Polygon } from 'geojson';
import { areaBounds, type Bounds } from '../geo/bounds.ts';
import { workEpsg } from '../geo/work-crs.ts';
import type { Grid } from './grid.ts';
import { projectRings } from './rasterize.ts';

export interface WorkGridOptions {
  pixelSizeMeters: number;
  /**
   * A scene's grid. The work grid's pixel corners coincide with its corners if the zone is the
   * same.
   */
  snapTo?: Pick<Grid, 'affine' | 'epsg'>;
}

/**
 * The north-up grid of square pixels that covers an area (longitude, latitude), in the CRS that
 * `workEpsg` chooses. It may have any number of pixels. Throws RangeError where UTM is not defined.
 */
export function workGrid(area: Polygon | MultiPolygon, options: WorkGridOptions): Grid {
  const { pixelSizeMeters, snapTo } = options;
  const epsg = workEpsg(areaBounds(area));
  const [, , originX, , , originY] = snapTo?.epsg === epsg ? snapTo.affine : [1, 0, 0, 0, 1, 0];
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

/**
 * The area of the polygons in the square units of a grid's CRS. Overlapping polygons are counted
 * separately.
 */
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
    sum += ring[index - 2] * ring[index + 1] - ring[index] * ring[index - 1];
  }
  return Math.abs(sum) / 2;
}

function ringBounds(polygons: readonly Float64Array[][]): Bounds {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of polygons.flat()) {
    for (let index = 0; index < ring.length; index += 2) {
      bounds[0] = Math.min(bounds[0], ring[index]);
      bounds[1] = Math.min(bounds[1], ring[index + 1]);
      bounds[2] = Math.max(bounds[2], ring[index]);
      bounds[3] = Math.max(bounds[3], ring[index + 1]);
    }
  }
  return bounds;
}
