import type { Window } from './grid.ts';
import type { Samples } from './samples.ts';
import { intersectWindows } from './window.ts';

/**
 * Which pixels of a raster are kept, in reading order: the whole rectangle, or only those of `runs`
 * if it is given. A plane of the layout contains one sample for each kept pixel. It is plain data,
 * so that it can be sent to threads.
 */
export interface PixelLayout {
  readonly width: number;
  readonly height: number;
  /** The number of kept pixels. */
  readonly pixelCount: number;
  readonly runs?: PixelRuns;
}

/** Runs of adjacent kept pixels, row after row from the left. Two runs of one row never touch. */
export interface PixelRuns {
  /** For each row the number of its first run, and at the end the total number of runs. */
  readonly firstOfRow: Uint32Array;
  /** The first column of each run, and the first column after it. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The index of each run's first pixel in a plane. */
  readonly offsets: Uint32Array;
}

/**
 * A run of one row: columns from `start` to, not including, `end`. `index` is the first pixel's
 * index in a plane.
 */
export type OnRun = (row: number, start: number, end: number, index: number) => void;

/** All pixels of a rectangle, row by row. */
export function rectangleLayout({ width, height }: { width: number; height: number }): PixelLayout {
  return { width, height, pixelCount: width * height };
}

/** Throws RangeError if samples are not a plane of the layout. */
export function requirePlane({ length }: Samples, { pixelCount }: PixelLayout): void {
  if (length !== pixelCount) {
    throw new RangeError(`${length} samples are no plane of ${pixelCount} pixels.`);
  }
}

/** The index of a pixel in a plane; -1 if it is not kept or lies outside of the raster. */
export function indexAt({ width, height, runs }: PixelLayout, column: number, row: number): number {
  if (column < 0 || row < 0 || column >= width || row >= height) return -1;
  if (!runs) return row * width + column;
  const run = lastAtMost(runs.starts, column, runs.firstOfRow[row], runs.firstOfRow[row + 1]);
  if (run === -1 || column >= runs.ends[run]) return -1;
  return runs.offsets[run] + column - runs.starts[run];
}

/** The position of the pixel with an index. */
export function positionAt(
  { width, height, runs }: PixelLayout,
  index: number,
): [column: number, row: number] {
  if (!runs) return [index % width, Math.floor(index / width)];
  const run = lastAtMost(runs.offsets, index, 0, runs.offsets.length);
  const row = lastAtMost(runs.firstOfRow, run, 0, height);
  return [runs.starts[run] + index - runs.offsets[run], row];
}

/** Visits the kept pixels of a window, or of the whole raster, run by run in reading order. */
export function forEachRun(layout: PixelLayout, onRun: OnRun, window?: Window): void {
  const { width, height, runs } = layout;
  const part = window ?? { column: 0, row: 0, width, height };
  const right = part.column + part.width;
  for (let row = part.row; row < part.row + part.height; row++) {
    if (!runs) {
      onRun(row, part.column, right, row * width + part.column);
      continue;
    }
    const end = runs.firstOfRow[row + 1];
    const before = lastAtMost(runs.starts, part.column, runs.firstOfRow[row], end);
    for (let run = Math.max(before, runs.firstOfRow[row]); run < end; run++) {
      const start = runs.starts[run];
      if (start >= right) break;
      const [from, to] = [Math.max(start, part.column), Math.min(runs.ends[run], right)];
      if (to > from) onRun(row, from, to, runs.offsets[run] + from - start);
    }
  }
}

/**
 * Visits kept pixels directly below other kept pixels: `count` adjacent ones, beginning at `index`
 * and `below`.
 */
export function forEachBelow(
  { width, height, runs }: PixelLayout,
  onPairs: (index: number, below: number, count: number) => void,
): void {
  for (let row = 0; row + 1 < height; row++) {
    if (!runs) {
      onPairs(row * width, (row + 1) * width, width);
      continue;
    }
    const { firstOfRow, starts, ends, offsets } = runs;
    let [run, other] = [firstOfRow[row], firstOfRow[row + 1]];
    const [end, otherEnd] = [other, firstOfRow[row + 2]];
    while (run < end && other < otherEnd) {
      const from = Math.max(starts[run], starts[other]);
      const to = Math.min(ends[run], ends[other]);
      if (to > from) {
        const index = offsets[run] + from - starts[run];
        onPairs(index, offsets[other] + from - starts[other], to - from);
      }
      if (ends[run] < ends[other]) run++;
      else other++;
    }
  }
}

/**
 * Visits some kept pixels, given by ascending indices, as runs of adjacent pixels in a row. It is
 * fast if each of them is near the previous one, as in a patch.
 */
export function forEachPiece(
  layout: PixelLayout,
  indices: ArrayLike<number>,
  onPiece: OnRun,
): void {
  let [row, end, columnOfZero] = [-1, 0, 0];
  for (let place = 0; place < indices.length; ) {
    const index = indices[place];
    if (index >= end) [row, end, columnOfZero] = runOf(layout, index, row);
    let next = place + 1;
    const ahead = index - place;
    while (next < indices.length && indices[next] === next + ahead && next + ahead < end) next++;
    const column = index + columnOfZero;
    onPiece(row, column, column + next - place, index);
    place = next;
  }
}

/**
 * Finds the run that contains an index. If `fromRow` is not -1, the run must not lie above that
 * row. Returns the run's row, the index after its last pixel, and the column that index 0 would
 * have in it.
 */
function runOf(
  layout: PixelLayout,
  index: number,
  fromRow: number,
): [row: number, end: number, columnOfZero: number] {
  const { width, runs } = layout;
  let row = !runs || fromRow === -1 ? positionAt(layout, index)[1] : fromRow;
  if (!runs) return [row, (row + 1) * width, -row * width];
  const { firstOfRow, starts, ends, offsets } = runs;
  while (offsets[firstOfRow[row + 1]] <= index) row++;
  const run = lastAtMost(offsets, index, firstOfRow[row], firstOfRow[row + 1]);
  const columnOfZero = starts[run] - offsets[run];
  return [row, ends[run] - columnOfZero, columnOfZero];
}

/** Whether a window contains a kept pixel. */
export function isAnyKept({ runs }: PixelLayout, window: Window): boolean {
  if (!runs) return true;
  for (let row = window.row; row < window.row + window.height; row++) {
    const [first, end] = [runs.firstOfRow[row], runs.firstOfRow[row + 1]];
    const last = lastAtMost(runs.starts, window.column + window.width - 1, first, end);
    if (last !== -1 && runs.ends[last] > window.column) return true;
  }
  return false;
}

/**
 * Copies a window of a plane into a raster of its own. Pixels that are not kept stay unchanged
 * there.
 */
export function expandWindow<Plane extends Samples>(
  layout: PixelLayout,
  plane: Plane,
  window: Window,
  target: Plane,
): Plane {
  forEachRun(
    layout,
    (row, start, end, index) => {
      const place = (row - window.row) * window.width + start - window.column;
      target.set(plane.subarray(index, index + end - start), place);
    },
    window,
  );
  return target;
}

/**
 * Copies the kept pixels of a window's raster into the plane. This is the inverse of
 * `expandWindow`.
 */
export function gatherWindow<Plane extends Samples>(
  layout: PixelLayout,
  raster: Plane,
  window: Window,
  plane: Plane,
): void {
  forEachRun(
    layout,
    (row, start, end, index) => {
      const place = (row - window.row) * window.width + start - window.column;
      plane.set(raster.subarray(place, place + end - start), index);
    },
    window,
  );
}

/**
 * Cuts a raster into windows of at most `most` pixels a side, all of about the same size. Windows
 * without a kept pixel are left out, and the others shrink to their kept pixels. Rows of windows
 * are ordered in alternating directions, so that each window lies beside the previous one.
 */
export function windowsOf(layout: PixelLayout, most: number): Window[] {
  const [columns, rows] = [spansOf(layout.width, most), spansOf(layout.height, most)];
  return rows.flatMap(([top, bottom], index) => {
    const row = { column: 0, row: top, width: layout.width, height: bottom - top };
    const bounds = boundsByColumn(layout, row, columns).flatMap((bound) => bound ?? []);
    return index % 2 === 0 ? bounds : bounds.toReversed();
  });
}

/**
 * The bounds of the kept pixels in each cell of a row of cells; undefined for a cell without any.
 */
function boundsByColumn(
  layout: PixelLayout,
  cells: Window,
  columns: readonly (readonly [start: number, end: number])[],
): (Window | undefined)[] {
  const bounds = columns.map((): [number, number, number, number] | undefined => undefined);
  const cellPixels = layout.width / columns.length;
  forEachRun(
    layout,
    (row, start, end) => {
      let cell = Math.min(columns.length - 1, Math.floor(start / cellPixels));
      while (columns[cell][0] > start) cell--;
      while (columns[cell][1] <= start) cell++;
      for (; cell < columns.length && columns[cell][0] < end; cell++) {
        const from = Math.max(start, columns[cell][0]);
        const to = Math.min(end, columns[cell][1]);
        const [left, top, right] = bounds[cell] ?? [from, row, to];
        bounds[cell] = [Math.min(left, from), top, Math.max(right, to), row + 1];
      }
    },
    cells,
  );
  return bounds.map(
    (bound) =>
      bound && {
        column: bound[0],
        row: bound[1],
        width: bound[2] - bound[0],
        height: bound[3] - bound[1],
      },
  );
}

/** A window with so many more pixels on each side, clipped to the raster. */
export function widened(
  window: Window,
  marginPixels: number,
  { width, height }: { width: number; height: number },
): Window {
  const wide = {
    column: window.column - marginPixels,
    row: window.row - marginPixels,
    width: window.width + 2 * marginPixels,
    height: window.height + 2 * marginPixels,
  };
  const cut = intersectWindows(wide, { column: 0, row: 0, width, height });
  if (!cut) throw new RangeError('A window must lie in its raster.');
  return cut;
}

/**
 * Divides pixels along an axis into the smallest number of equal spans that are no longer than
 * `most`.
 */
function spansOf(pixels: number, most: number): [start: number, end: number][] {
  const count = Math.ceil(pixels / Math.max(1, Math.floor(most)));
  return Array.from({ length: count }, (_, index) => [
    Math.floor((index * pixels) / count),
    Math.floor(((index + 1) * pixels) / count),
  ]);
}

/**
 * The index of the last of ascending values, from `first` up to `end`, that is at most `value`; -1
 * if there is none.
 */
function lastAtMost(values: Uint32Array, value: number, first: number, end: number): number {
  let [low, high] = [first, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low > first ? low - 1 : -1;
}
