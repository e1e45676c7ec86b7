import type { Window } from '../../raster/grid.ts';
import { forEachSpan, type PixelLayout } from '../../raster/pixel-layout.ts';
import { windowAround } from '../../raster/window.ts';
import { cellPixels } from '../evidence/local-bias.ts';

/**
 * The cells of the bias field that hold kept pixels. Windows are cut along them, so that each cell
 * lies where it would lie if the whole rectangle were compared at once.
 */
export interface KeptCells {
  /** The number of cells in a row of the whole rectangle. */
  readonly columns: number;
  /**
   * The number of a cell's pixels that are observed on both dates, by the cell's number: row ·
   * columns + column.
   */
  readonly observed: ReadonlyMap<number, number>;
}

/** Some cells, and the smallest window that holds them, measured in cells. */
export interface CellGroup {
  readonly cells: readonly number[];
  readonly bounds: Window;
}

/**
 * Finds the cells of a layout that hold kept pixels. Both `valid` are buffers of the layout, with 1
 * where a date holds a clear observation.
 */
export function keptCells(
  layout: PixelLayout,
  before: { readonly valid: Uint8Array },
  after: { readonly valid: Uint8Array },
): KeptCells {
  const columns = Math.ceil(layout.width / cellPixels);
  const observed = new Map<number, number>();
  forEachSpan(layout, (row, start, end, index) => {
    const firstOfRow = Math.floor(row / cellPixels) * columns;
    for (let column = start; column < end; ) {
      const cell = Math.floor(column / cellPixels);
      const cellEnd = Math.min(end, (cell + 1) * cellPixels);
      let count = observed.get(firstOfRow + cell) ?? 0;
      for (; column < cellEnd; column++) {
        const i = index + column - start;
        if (before.valid[i] !== 0 && after.valid[i] !== 0) count++;
      }
      observed.set(firstOfRow + cell, count);
    }
  });
  return { columns, observed };
}

/**
 * Groups cells by the square of `side` × `side` cells in which they lie. The squares are in reading
 * order.
 */
export function groupBySquare(
  cells: Iterable<number>,
  { columns }: Pick<KeptCells, 'columns'>,
  side: number,
): CellGroup[] {
  const squares = new Map<number, number[]>();
  const squaresAcross = Math.ceil(columns / side);
  for (const cell of cells) {
    const row = Math.floor(cell / columns);
    const square =
      Math.floor(row / side) * squaresAcross + Math.floor((cell - row * columns) / side);
    const members = squares.get(square);
    if (members) members.push(cell);
    else squares.set(square, [cell]);
  }
  return [...squares]
    .sort(([one], [other]) => one - other)
    .map(([, members]) => ({ cells: members, bounds: windowAround(members, columns) }));
}

/** The number of pixels in some cells that are observed on both dates. */
export function observedIn({ observed }: KeptCells, cells: readonly number[]): number {
  return cells.reduce((sum, cell) => sum + (observed.get(cell) ?? 0), 0);
}

/** The pixels of a window of cells, clipped to the raster. */
export function pixelsOf(
  { column, row, width, height }: Window,
  raster: { readonly width: number; readonly height: number },
): Window {
  const [left, top] = [column * cellPixels, row * cellPixels];
  return {
    column: left,
    row: top,
    width: Math.min(raster.width, left + width * cellPixels) - left,
    height: Math.min(raster.height, top + height * cellPixels) - top,
  };
}
