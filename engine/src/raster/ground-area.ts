import geodesic from 'geographiclib-geodesic';
import { pixelToCrs } from './affine.ts';
import { coordinateTransform, isEqualArea } from './crs.ts';
import type { Grid } from './grid.ts';

const squareMetersPerHectare = 10_000;
/** A UTM pixel's true size changes by less than 1 in 100,000 over so many pixels of 10 m. */
const cellPixels = 64;

/** True sizes of a grid's pixels on the WGS 84 ellipsoid. */
export interface GroundAreas {
  /** Size of the pixel, in hectares. */
  hectaresAt(column: number, row: number): number;
  /** Summed size of the pixels where `mask` (width × height) is `value`, in hectares. */
  hectaresOf(mask: Uint8Array, value?: number): number;
}

/**
 * Measures a grid's pixels on the ellipsoid: a projected pixel of 10 m is not 100 m² on the ground
 * (in UTM it is off by up to 0.2 %). Sizes are geodesic polygons (Karney 2013) of cells of 64 × 64
 * pixels, divided by their pixels. Throws UnknownCrsError, and RangeError for a grid without a CRS.
 */
export function groundAreas(grid: Grid): GroundAreas {
  const known = measured.get(grid);
  if (known) return known;
  const areas = measureGround(grid);
  measured.set(grid, areas);
  return areas;
}

/** A run asks several times for the areas of its one grid. */
const measured = new WeakMap<Grid, GroundAreas>();

function measureGround(grid: Grid): GroundAreas {
  if (grid.epsg === undefined)
    throw new RangeError('A grid without a CRS has no size on the ground.');
  if (isEqualArea(grid.epsg)) return evenAreas(grid);
  const toLonLat = coordinateTransform(grid.epsg, 4326);
  const cellsAcross = Math.ceil(grid.width / cellPixels);
  const cellsDown = Math.ceil(grid.height / cellPixels);
  const hectares = new Float64Array(cellsAcross * cellsDown);
  for (let index = 0; index < hectares.length; index += 1) {
    const column = (index % cellsAcross) * cellPixels;
    const row = Math.floor(index / cellsAcross) * cellPixels;
    const corners = [
      [column, row],
      [column + cellPixels, row],
      [column + cellPixels, row + cellPixels],
      [column, row + cellPixels],
    ].map(([x, y]) => toLonLat(...pixelToCrs(grid.affine, x!, y!)));
    hectares[index] = geodesicHectares(corners) / cellPixels ** 2;
  }
  const cellOf = (column: number, row: number): number =>
    Math.floor(row / cellPixels) * cellsAcross + Math.floor(column / cellPixels);
  return {
    hectaresAt: (column, row) => hectares[cellOf(column, row)]!,
    hectaresOf: (mask, value = 1) => {
      const counts = new Uint32Array(hectares.length);
      for (let row = 0, index = 0; row < grid.height; row += 1) {
        for (let column = 0; column < grid.width; column += cellPixels) {
          const end = index + Math.min(cellPixels, grid.width - column);
          let count = 0;
          for (; index < end; index += 1) if (mask[index] === value) count += 1;
          counts[cellOf(column, row)]! += count;
        }
      }
      return counts.reduce((sum, count, cell) => sum + count * hectares[cell]!, 0);
    },
  };
}

/** Pixels of an equal-area grid are as large as they say. */
function evenAreas({ affine }: Grid): GroundAreas {
  const [a, b, , d, e] = affine;
  const hectares = Math.abs(a * e - b * d) / squareMetersPerHectare;
  return {
    hectaresAt: () => hectares,
    hectaresOf: (mask, value = 1) => {
      let count = 0;
      for (let index = 0; index < mask.length; index += 1) if (mask[index] === value) count += 1;
      return count * hectares;
    },
  };
}

function geodesicHectares(corners: readonly [number, number][]): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false);
  for (const [longitude, latitude] of corners) polygon.AddPoint(latitude, longitude);
  return Math.abs(polygon.Compute(false, true).area ?? 0) / squareMetersPerHectare;
}
