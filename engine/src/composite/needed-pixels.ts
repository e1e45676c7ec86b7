import type { Grid, Window } from '../raster/grid.ts';
import { windowGrid, windowOfMask } from '../raster/window.ts';

/** Pixels of a work grid that are needed, and the smallest window that holds them all. */
export interface NeededPixels {
  readonly grid: Grid;
  /** 1 on each needed pixel of the grid. */
  readonly need: Uint8Array;
  readonly window: Window;
  /** The grid that the window is. */
  readonly target: Grid;
}

/** Undefined when no pixel is needed. */
export function neededPixels(grid: Grid, need: Uint8Array): NeededPixels | undefined {
  const window = windowOfMask(need, grid.width);
  return window && { grid, need, window, target: windowGrid(grid, window) };
}
