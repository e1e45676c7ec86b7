import type { RasterSize, Window } from './grid.ts';
import type { Samples } from './samples.ts';
import { intersectWindows } from './window.ts';

/**
 * Which pixels of a raster are kept, in reading order: the whole rectangle, or only those of `spans`
 * if it is given. The samples of a layout are one array with one sample for each kept pixel. It is plain data,
 * so that it can be sent to threads.
 */
export interface PixelLayout extends RasterSize {
  /** The number of kept pixels. */
  readonly pixelCount: number;
  readonly spans?: PixelSpans;
}

/** Spans of adjacent kept pixels, row after row from the left. Two spans of one row never touch. */
export interface PixelSpans {
  /** For each row the number of its first span, and at the end the total number of spans. */
  readonly firstOfRow: Uint32Array;
  /** The first column of each span, and the first column after it. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The index of each span's first pixel among the kept ones. */
  readonly offsets: Uint32Array;
}

/**
 * A span of one row: columns from `start` to, not including, `end`. `index` is the first pixel's
 * index among the kept ones.
 */
export type OnSpan = (row: number, start: number, end: number, index: number) => void;

/** All pixels of a rectangle, row by row. */
export function rectangleLayout({ width, height }: RasterSize): PixelLayout {
  return { width, height, pixelCount: width * height };
}

/** Throws RangeError if samples are not those of the layout. */
export function requireSamplesOf({ length }: Samples, { pixelCount }: PixelLayout): void {
  if (length !== pixelCount) {
    throw new RangeError(`${length} samples for ${pixelCount} kept pixels.`);
  }
}

/** The position of the pixel with an index. */
export function positionAt(
  { width, height, spans }: PixelLayout,
  index: number,
): [column: number, row: number] {
  if (!spans) return [index % width, Math.floor(index / width)];
  const span = lastAtMost(spans.offsets, index, 0, spans.offsets.length);
  const row = lastAtMost(spans.firstOfRow, span, 0, height);
  return [spans.starts[span] + index - spans.offsets[span], row];
}

/** Visits the kept pixels of a window, or of the whole raster, span by span in reading order. */
export function forEachSpan(layout: PixelLayout, onSpan: OnSpan, window?: Window): void {
  const { width, height, spans } = layout;
  const part = window ?? { column: 0, row: 0, width, height };
  const right = part.column + part.width;
  for (let row = part.row; row < part.row + part.height; row++) {
    if (!spans) {
      onSpan(row, part.column, right, row * width + part.column);
      continue;
    }
    const end = spans.firstOfRow[row + 1];
    const before = lastAtMost(spans.starts, part.column, spans.firstOfRow[row], end);
    for (let span = Math.max(before, spans.firstOfRow[row]); span < end; span++) {
      const start = spans.starts[span];
      if (start >= right) break;
      const [from, to] = [Math.max(start, part.column), Math.min(spans.ends[span], right)];
      if (to > from) onSpan(row, from, to, spans.offsets[span] + from - start);
    }
  }
}

/**
 * Visits kept pixels directly below other kept pixels: `count` adjacent ones, beginning at `index`
 * and `below`.
 */
export function forEachBelow(
  { width, height, spans }: PixelLayout,
  onPairs: (index: number, below: number, count: number) => void,
): void {
  for (let row = 0; row + 1 < height; row++) {
    if (!spans) {
      onPairs(row * width, (row + 1) * width, width);
      continue;
    }
    const { firstOfRow, starts, ends, offsets } = spans;
    let [span, other] = [firstOfRow[row], firstOfRow[row + 1]];
    const [end, otherEnd] = [other, firstOfRow[row + 2]];
    while (span < end && other < otherEnd) {
      const from = Math.max(starts[span], starts[other]);
      const to = Math.min(ends[span], ends[other]);
      if (to > from) {
        const index = offsets[span] + from - starts[span];
        onPairs(index, offsets[other] + from - starts[other], to - from);
      }
      if (ends[span] < ends[other]) span++;
      else other++;
    }
  }
}

/**
 * Visits some kept pixels, given by ascending indices, as spans of adjacent pixels in a row. It is
 * fast if each of them is near the previous one, as in a patch.
 */
export function forEachSpanOf(
  layout: PixelLayout,
  indices: ArrayLike<number>,
  onSpan: OnSpan,
): void {
  let [row, end, columnOfZero] = [-1, 0, 0];
  for (let place = 0; place < indices.length; ) {
    const index = indices[place];
    if (index >= end) [row, end, columnOfZero] = spanOf(layout, index, row);
    let next = place + 1;
    const ahead = index - place;
    while (next < indices.length && indices[next] === next + ahead && next + ahead < end) next++;
    const column = index + columnOfZero;
    onSpan(row, column, column + next - place, index);
    place = next;
  }
}

/**
 * Finds the span that contains an index. If `fromRow` is not -1, the span must not lie above that
 * row. Returns the span's row, the index after its last pixel, and the column that index 0 would
 * have in it.
 */
function spanOf(
  layout: PixelLayout,
  index: number,
  fromRow: number,
): [row: number, end: number, columnOfZero: number] {
  const { width, spans } = layout;
  let row = !spans || fromRow === -1 ? positionAt(layout, index)[1] : fromRow;
  if (!spans) return [row, (row + 1) * width, -row * width];
  const { firstOfRow, starts, ends, offsets } = spans;
  while (offsets[firstOfRow[row + 1]] <= index) row++;
  const span = lastAtMost(offsets, index, firstOfRow[row], firstOfRow[row + 1]);
  const columnOfZero = starts[span] - offsets[span];
  return [row, ends[span] - columnOfZero, columnOfZero];
}

/** Whether a window contains a kept pixel. */
export function isAnyKept({ spans }: PixelLayout, window: Window): boolean {
  if (!spans) return true;
  for (let row = window.row; row < window.row + window.height; row++) {
    const [first, end] = [spans.firstOfRow[row], spans.firstOfRow[row + 1]];
    const last = lastAtMost(spans.starts, window.column + window.width - 1, first, end);
    if (last !== -1 && spans.ends[last] > window.column) return true;
  }
  return false;
}

/**
 * Copies a window of a layout's samples into a raster of its own. Pixels that are not kept stay unchanged
 * there.
 */
export function expandWindow<Kind extends Samples>(
  layout: PixelLayout,
  kept: Kind,
  window: Window,
  target: Kind,
): Kind {
  forEachKeptSpan(layout, window, (place, index, length) => {
    target.set(kept.subarray(index, index + length), place);
  });
  return target;
}

/**
 * Copies the kept pixels of a window's raster among a layout's samples. This is the inverse of
 * `expandWindow`.
 */
export function gatherWindow<Kind extends Samples>(
  layout: PixelLayout,
  raster: Kind,
  window: Window,
  kept: Kind,
): void {
  forEachKeptSpan(layout, window, (place, index, length) => {
    kept.set(raster.subarray(place, place + length), index);
  });
}

/** Calls back with the index of a span's first pixel in the window's raster and among kept pixels, and its length. */
function forEachKeptSpan(
  layout: PixelLayout,
  window: Window,
  onSpan: (place: number, index: number, length: number) => void,
): void {
  forEachSpan(
    layout,
    (row, start, end, index) => {
      const place = (row - window.row) * window.width + start - window.column;
      onSpan(place, index, end - start);
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
  forEachSpan(
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
  { width, height }: RasterSize,
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
