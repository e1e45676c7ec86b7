import type { MultiPolygon, Polygon } from 'geojson';
import { invertAffine, isAxisAligned } from './affine.ts';
import type { Grid } from './grid.ts';
import { type FlatRing, projectRings } from './projected-rings.ts';

/** An edge in pixel coordinates, from its upper to its lower end. */
interface Edge {
  top: number;
  bottom: number;
  /** x at `top`, and its increase for each row. */
  x: number;
  slope: number;
}

/**
 * Rasterizes an area (longitude, latitude): 1 for each pixel whose centre lies inside, else 0, row
 * by row. Within a polygon the even-odd rule applies, so holes stay empty; several polygons are
 * united. A centre exactly on an edge belongs to the pixel to the right of it or below it, as in
 * GDAL. Throws CrsError, and RangeError for a grid that is rotated or has no CRS.
 */
export function rasterizeArea(area: Polygon | MultiPolygon, grid: Grid): Uint8Array {
  const mask = new Uint8Array(grid.width * grid.height);
  forEachSpan(area, grid, (row, start, end) => {
    mask.fill(1, row * grid.width + start, row * grid.width + end);
  });
  return mask;
}

/** Adjacent pixels of a row: columns from `start` to, not including, `end`. */
type OnSpan = (row: number, start: number, end: number) => void;

/**
 * The same pixels as spans, polygon after polygon, each from the top. Spans of two polygons may
 * overlap.
 */
export function forEachSpan(area: Polygon | MultiPolygon, grid: Grid, onSpan: OnSpan): void {
  if (grid.epsg === undefined)
    throw new RangeError('A grid without a CRS has no place for an area.');
  if (!isAxisAligned(grid.affine))
    throw new RangeError('An area needs a grid that is not rotated.');
  for (const rings of projectRings(area, grid.epsg)) scanPolygon(rings, grid, onSpan);
}

function scanPolygon(rings: readonly FlatRing[], grid: Grid, onSpan: OnSpan): void {
  const waiting = edgesOf(rings, grid).sort((a, b) => a.top - b.top);
  let next = 0;
  let active: Edge[] = [];
  for (let row = Math.max(0, firstRow(waiting)); row < grid.height; row++) {
    const y = row + 0.5;
    while (next < waiting.length && waiting[next].top <= y) active.push(waiting[next++]);
    active = active.filter((edge) => edge.bottom > y);
    if (active.length === 0) {
      if (next === waiting.length) return;
      continue;
    }
    const crossings = active.map((edge) => edge.x + (y - edge.top) * edge.slope);
    crossings.sort((a, b) => a - b);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const from = Math.max(0, Math.ceil(crossings[index] - 0.5));
      const to = Math.min(grid.width, Math.ceil(crossings[index + 1] - 0.5));
      if (to > from) onSpan(row, from, to);
    }
  }
}

function firstRow(edges: readonly Edge[]): number {
  return edges.length === 0 ? Infinity : Math.ceil(edges[0].top - 0.5);
}

function edgesOf(rings: readonly FlatRing[], grid: Grid): Edge[] {
  const [a, , c, , e, f] = invertAffine(grid.affine);
  const edges: Edge[] = [];
  for (const ring of rings) {
    for (let index = 0; index + 3 < ring.length; index += 2) {
      const x0 = ring[index] * a + c;
      const y0 = ring[index + 1] * e + f;
      const x1 = ring[index + 2] * a + c;
      const y1 = ring[index + 3] * e + f;
      // Horizontal edges do not cross the centre line of any row.
      if (y0 === y1) continue;
      const slope = (x1 - x0) / (y1 - y0);
      edges.push(
        y0 < y1 ? { top: y0, bottom: y1, x: x0, slope } : { top: y1, bottom: y0, x: x1, slope },
      );
    }
  }
  return edges;
}
