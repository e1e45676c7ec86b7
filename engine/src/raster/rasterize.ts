import type { MultiPolygon, Polygon, Position } from 'geojson';
import { coordinateTransform } from '../crs/transform.ts';
import { areaPolygons } from '../geo/bounds.ts';
import { type Grid, invertAffine, isAxisAligned } from './grid.ts';
import type { PixelLayout } from './pixel-layout.ts';

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
function forEachSpan(area: Polygon | MultiPolygon, grid: Grid, onSpan: OnSpan): void {
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

/**
 * The layout of the pixels whose centre lies inside an area (longitude, latitude): those that
 * `rasterizeArea` sets to 1. Its memory grows with the area and not with its rectangle. Throws as
 * `rasterizeArea` does.
 */
export function areaLayout(area: Polygon | MultiPolygon, grid: Grid): PixelLayout {
  const { width, height } = grid;
  const spans = new Spans();
  forEachSpan(area, grid, (row, start, end) => spans.add(row, start, end));
  return { width, height, ...spans.join(height) };
}

/** Spans of a raster's rows, in any order. They may overlap. */
class Spans {
  #count = 0;
  #values = new Uint32Array(3 * 1024);

  add(row: number, start: number, end: number): void {
    if (3 * this.#count === this.#values.length) {
      const larger = new Uint32Array(2 * this.#values.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values.set([row, start, end], 3 * this.#count);
    this.#count++;
  }

  /** The pixels that they cover, as spans that do not touch within a row. */
  join(height: number): Required<Pick<PixelLayout, 'pixelCount' | 'spans'>> {
    const { starts, ends, firstOfRow } = this.#byRow(height);
    const offsets = new Uint32Array(starts.length);
    let [spans, pixelCount] = [0, 0];
    for (let row = 0; row < height; row++) {
      const [first, end] = [firstOfRow[row], firstOfRow[row + 1]];
      firstOfRow[row] = spans;
      for (let span = first; span < end; span++) {
        const [start, last] = [starts[span], ends[span]];
        if (spans > firstOfRow[row] && start <= ends[spans - 1]) {
          pixelCount += Math.max(0, last - ends[spans - 1]);
          ends[spans - 1] = Math.max(ends[spans - 1], last);
          continue;
        }
        offsets[spans] = pixelCount;
        starts[spans] = start;
        ends[spans] = last;
        pixelCount += last - start;
        spans++;
      }
    }
    firstOfRow[height] = spans;
    return {
      pixelCount,
      spans: {
        firstOfRow,
        starts: starts.slice(0, spans),
        ends: ends.slice(0, spans),
        offsets: offsets.slice(0, spans),
      },
    };
  }

  /** The spans sorted by row, and within a row from the left. */
  #byRow(height: number) {
    const firstOfRow = new Uint32Array(height + 1);
    for (let span = 0; span < this.#count; span++) {
      firstOfRow[this.#values[3 * span] + 1]++;
    }
    for (let row = 0; row < height; row++) firstOfRow[row + 1] += firstOfRow[row];
    const next = firstOfRow.slice();
    const starts = new Uint32Array(this.#count);
    const ends = new Uint32Array(this.#count);
    for (let span = 0; span < this.#count; span++) {
      const place = next[this.#values[3 * span]]++;
      starts[place] = this.#values[3 * span + 1];
      ends[place] = this.#values[3 * span + 2];
    }
    for (let row = 0; row < height; row++) {
      sortSpans(starts, ends, firstOfRow[row], firstOfRow[row + 1]);
    }
    return { firstOfRow, starts, ends };
  }
}

/** Sorts spans by their first column. */
function sortSpans(starts: Uint32Array, ends: Uint32Array, first: number, end: number): void {
  if (end - first < 2) return;
  const spans = Array.from({ length: end - first }, (_, index) => [
    starts[first + index],
    ends[first + index],
  ]);
  spans.sort(([one], [other]) => one - other);
  for (const [index, [start, last]] of spans.entries()) {
    starts[first + index] = start;
    ends[first + index] = last;
  }
}

/** A ring's coordinates in some CRS: x0, y0, x1, y1, …, closed. */
type FlatRing = Float64Array;

/**
 * Edges are straight in longitude and latitude, but curved after projection. Steps of this length
 * deviate by less than 0.2 m from the true line at 60° latitude.
 */
const stepDegrees = 0.02;
/** Limits the work for an edge that spans a continent. No work grid accepts such an area. */
const mostSteps = 64;

/**
 * The polygons of an area (longitude, latitude) as rings in a CRS.
 * Throws CrsError for a CRS without a definition.
 */
export function projectRings(area: Polygon | MultiPolygon, epsg: number): FlatRing[][] {
  const transform = coordinateTransform(4326, epsg);
  return areaPolygons(area).map((rings) => rings.map((ring) => projectRing(ring, transform)));
}

function projectRing(
  ring: readonly Position[],
  transform: (x: number, y: number) => [number, number],
): FlatRing {
  const flat: number[] = [];
  for (let index = 0; index + 1 < ring.length; index++) {
    const [x0, y0] = ring[index];
    const [x1, y1] = ring[index + 1];
    const spanDegrees = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
    const steps = Math.min(mostSteps, Math.max(1, Math.ceil(spanDegrees / stepDegrees)));
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      flat.push(...transform(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t));
    }
  }
  flat.push(flat[0], flat[1]);
  return Float64Array.from(flat);
}
