import { coordinateTransform } from '../crs/transform.ts';
import { boundsOf } from '../geo/bounds.ts';
import { type Grid, invertAffine, pixelToCrs, type RasterSize, type Window } from './grid.ts';
import type { Samples } from './samples.ts';

/** The smallest window that holds pixels, by their indices in a raster of so many columns. */
export function windowAround(pixels: Iterable<number>, columns: number): Window {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (const pixel of pixels) {
    const row = Math.floor(pixel / columns);
    const column = pixel - row * columns;
    left = Math.min(left, column);
    right = Math.max(right, column);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
  }
  return { column: left, row: top, width: right - left + 1, height: bottom - top + 1 };
}

/** The pixels that two windows share; undefined when there are none. */
export function intersectWindows(one: Window, other: Window): Window | undefined {
  const column = Math.max(one.column, other.column);
  const row = Math.max(one.row, other.row);
  const width = Math.min(one.column + one.width, other.column + other.width) - column;
  const height = Math.min(one.row + one.height, other.row + other.height) - row;
  return width > 0 && height > 0 ? { column, row, width, height } : undefined;
}

/** A window in parts of its whole width from the top, each with at most so many pixels, but a row at least. */
export function* rowsOfWindow(
  window: Window,
  mostPixels: number,
  mostRows: number = window.height,
): Generator<Window, undefined> {
  const rowsAtOnce = Math.max(1, Math.min(mostRows, Math.floor(mostPixels / window.width)));
  const end = window.row + window.height;
  for (let row = window.row; row < end; row += rowsAtOnce) {
    yield { ...window, row, height: Math.min(rowsAtOnce, end - row) };
  }
}

/** The grid of a window of a grid. */
export function windowGrid(grid: Grid, window: Window): Grid {
  const [a, b, , d, e] = grid.affine;
  const [x, y] = pixelToCrs(grid.affine, window.column, window.row);
  return {
    width: window.width,
    height: window.height,
    affine: [a, b, x, d, e, y],
    epsg: grid.epsg,
  };
}

/**
 * Visits the pixels that are at most `reach` rows and columns away from a pixel, itself included, row
 * by row.
 */
export function forEachNear(
  pixel: number,
  reach: number,
  { width, height }: RasterSize,
  visit: (near: number) => void,
): void {
  const row = Math.floor(pixel / width);
  const column = pixel - row * width;
  const left = Math.max(0, column - reach);
  const right = Math.min(width - 1, column + reach);
  const bottom = Math.min(height - 1, row + reach);
  for (let y = Math.max(0, row - reach); y <= bottom; y++) {
    for (let x = left; x <= right; x++) visit(y * width + x);
  }
}

/**
 * The smallest window that contains all pixels of a mask that are 1; undefined if there are none.
 */
export function windowOfMask(mask: Uint8Array, width: number): Window | undefined {
  const first = mask.indexOf(1);
  if (first === -1) return undefined;
  const top = Math.floor(first / width);
  const bottom = Math.floor(mask.lastIndexOf(1) / width);
  let left = width;
  let right = -1;
  for (let row = top; row <= bottom; row++) {
    const line = mask.subarray(row * width, (row + 1) * width);
    const start = line.indexOf(1);
    if (start === -1) continue;
    left = Math.min(left, start);
    right = Math.max(right, line.lastIndexOf(1));
  }
  return { column: left, row: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Copies the part that two windows share from the samples of one into those of the other. */
export function copyShared(from: Window, samples: Samples, to: Window, target: Samples): void {
  const shared = intersectWindows(from, to);
  if (!shared) return;
  for (let row = shared.row; row < shared.row + shared.height; row++) {
    const start = (row - from.row) * from.width + shared.column - from.column;
    target.set(
      samples.subarray(start, start + shared.width),
      (row - to.row) * to.width + shared.column - to.column,
    );
  }
}

/** The window of a tile or block, clipped to the raster. */
export function blockWindow(
  raster: RasterSize,
  tile: RasterSize,
  column: number,
  row: number,
): Window {
  const [left, top] = [column * tile.width, row * tile.height];
  return {
    column: left,
    row: top,
    width: Math.min(tile.width, raster.width - left),
    height: Math.min(tile.height, raster.height - top),
  };
}

/** The samples of a window out of a raster that is `width` pixels wide. */
export function cutWindow<Kind extends Samples>(
  samples: Kind,
  width: number,
  window: Window,
): Kind {
  const cut = samples.slice(0, window.width * window.height) as Kind;
  const raster = { column: 0, row: 0, width, height: samples.length / width };
  copyShared(raster, samples, window, cut);
  return cut;
}

/** Number of points on each side of a window's outline that are transformed. */
const pointsPerSide = 21;

/**
 * The pixels of `source` under `target`, with a margin, clipped to the source; undefined if there
 * are none. Throws CrsError.
 */
export function windowUnder(source: Grid, target: Grid, marginPixels: number): Window | undefined {
  const toSource = invertAffine(source.affine);
  const transform =
    source.epsg === target.epsg || source.epsg === undefined || target.epsg === undefined
      ? (x: number, y: number): [number, number] => [x, y]
      : coordinateTransform(target.epsg, source.epsg);
  const [left, top, right, bottom] = boundsOf(
    outline(target).map(([column, row]) =>
      pixelToCrs(toSource, ...transform(...pixelToCrs(target.affine, column, row))),
    ),
  );
  if (![left, right, top, bottom].every(Number.isFinite)) return undefined;
  const column = Math.floor(left) - marginPixels;
  const row = Math.floor(top) - marginPixels;
  return intersectWindows(
    { column: 0, row: 0, width: source.width, height: source.height },
    {
      column,
      row,
      width: Math.ceil(right) + marginPixels - column,
      height: Math.ceil(bottom) + marginPixels - row,
    },
  );
}

function outline({ width, height }: Grid): [column: number, row: number][] {
  const points: [number, number][] = [];
  for (let point = 0; point < pointsPerSide; point++) {
    const share = point / (pointsPerSide - 1);
    points.push([share * width, 0], [share * width, height]);
    points.push([0, share * height], [width, share * height]);
  }
  return points;
}
