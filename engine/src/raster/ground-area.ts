import geodesic from 'geographiclib-geodesic';
import { type CoordinateTransform, coordinateTransform } from '../crs/transform.ts';
import { squareMetersPerHectare } from '../geo/measures.ts';
import { isEqualArea } from '../geo/work-crs.ts';
import { type Grid, pixelToCrs } from './grid.ts';
import {
  forEachSpan,
  type PixelLayout,
  rectangleLayout,
  requireSamplesOf,
} from './pixel-layout.ts';

/** Within this many pixels of 10 m, a UTM pixel's true size changes by less than 1 in 100,000. */
const cellPixels = 64;

/** True sizes of a grid's pixels on the WGS 84 ellipsoid. */
export interface GroundAreas {
  /** Size of the pixel, in hectares. */
  hectaresAt(column: number, row: number): number;
  /**
   * The total size in hectares of the pixels where `mask` is `value`, which is 1 when left out.
   *
   * @param layout the layout of the mask: all of the grid when left out
   * @throws RangeError if the mask has not one sample for each kept pixel
   */
  hectaresOf(mask: Uint8Array, value?: number, layout?: PixelLayout): number;
}

/**
 * Measures a grid's pixels on the ellipsoid, because a projected pixel of 10 m is not 100 m² on the
 * ground (in UTM it differs by up to 0.2 %). A cell of 64 × 64 pixels is measured as a geodesic
 * polygon (Karney 2013) and divided by its number of pixels, when it is first asked for. Throws
 * CrsError, and RangeError for a grid without a CRS.
 */
export function groundAreas(grid: Grid): GroundAreas {
  const known = measured.get(grid);
  if (known) return known;
  const areas = measureGround(grid);
  measured.set(grid, areas);
  return areas;
}

/** Kept because a run asks several times for the areas of its one grid. */
const measured = new WeakMap<Grid, GroundAreas>();

function measureGround(grid: Grid): GroundAreas {
  if (grid.epsg === undefined)
    throw new RangeError('A grid without a CRS has no size on the ground.');
  if (isEqualArea(grid.epsg)) return evenAreas(grid);
  const cells = new Cells(grid, coordinateTransform(grid.epsg, 4326));
  return {
    hectaresAt: (column, row) =>
      cells.hectaresOf(Math.floor(column / cellPixels), Math.floor(row / cellPixels)),
    hectaresOf: (mask, value = 1, layout = rectangleLayout(grid)) => {
      requireSamplesOf(mask, layout);
      const counts = new Uint32Array(cells.across);
      let [hectares, cellRow] = [0, 0];
      const sumCells = () => {
        for (let cell = 0; cell < counts.length; cell++) {
          if (counts[cell] > 0) hectares += counts[cell] * cells.hectaresOf(cell, cellRow);
        }
        counts.fill(0);
      };
      forEachSpan(layout, (row, start, end, first) => {
        const nextCellRow = Math.floor(row / cellPixels);
        if (nextCellRow !== cellRow) sumCells();
        cellRow = nextCellRow;
        let index = first;
        for (let column = start; column < end; ) {
          const cell = Math.floor(column / cellPixels);
          const next = Math.min(end, (cell + 1) * cellPixels);
          const last = index + next - column;
          let count = 0;
          for (; index < last; index++) if (mask[index] === value) count++;
          counts[cell] += count;
          column = next;
        }
      });
      sumCells();
      return hectares;
    },
  };
}

/** The sizes of a grid's cells, each measured when it is first asked for. */
class Cells {
  readonly across: number;
  readonly #grid: Grid;
  readonly #toLonLat: CoordinateTransform;
  /**
   * For each row of cells, the hectares of a pixel in each cell; NaN for a cell that has not been
   * measured.
   */
  readonly #rows: Float64Array[] = [];

  constructor(grid: Grid, toLonLat: CoordinateTransform) {
    this.across = Math.ceil(grid.width / cellPixels);
    this.#grid = grid;
    this.#toLonLat = toLonLat;
  }

  /** Size of each pixel in a cell. */
  hectaresOf(cellColumn: number, cellRow: number): number {
    this.#rows[cellRow] ??= new Float64Array(this.across).fill(Number.NaN);
    const row = this.#rows[cellRow];
    const known = row[cellColumn];
    if (!Number.isNaN(known)) return known;
    const hectares = this.#measure(cellColumn * cellPixels, cellRow * cellPixels);
    row[cellColumn] = hectares;
    return hectares;
  }

  #measure(column: number, row: number): number {
    const corners = [
      [column, row],
      [column + cellPixels, row],
      [column + cellPixels, row + cellPixels],
      [column, row + cellPixels],
    ].map(([x, y]) => this.#toLonLat(...pixelToCrs(this.#grid.affine, x, y)));
    return geodesicHectares(corners) / cellPixels ** 2;
  }
}

/** The sizes in an equal-area grid, whose pixels have their nominal size. */
function evenAreas(grid: Grid): GroundAreas {
  const [a, b, , d, e] = grid.affine;
  const hectares = Math.abs(a * e - b * d) / squareMetersPerHectare;
  return {
    hectaresAt: () => hectares,
    hectaresOf: (mask, value = 1, layout = rectangleLayout(grid)) => {
      requireSamplesOf(mask, layout);
      let count = 0;
      for (let index = 0; index < mask.length; index++) if (mask[index] === value) count++;
      return count * hectares;
    },
  };
}

function geodesicHectares(corners: readonly [number, number][]): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false);
  for (const [longitude, latitude] of corners) polygon.AddPoint(latitude, longitude);
  return Math.abs(polygon.Compute(false, true).area ?? 0) / squareMetersPerHectare;
}
