import type { Grid, Window } from '../../raster/grid.ts';
import { windowGrid } from '../../raster/window.ts';
import { boundsOfSpans, spansOfOnes } from '../place/spans.ts';

/** The pixels of a work grid that are needed, and the smallest window that holds them all. */
export interface NeededPixels {
  readonly grid: Grid;
  /** 1 on each needed pixel of the grid. */
  readonly need: Uint8Array;
  /** The same, as `spansOfOnes` gives it. */
  readonly spans: Int32Array;
  readonly window: Window;
  /** The grid of the window. */
  readonly target: Grid;
}

/** Undefined when no pixel is needed. */
export function neededPixels(grid: Grid, need: Uint8Array): NeededPixels | undefined {
  const spans = spansOfOnes(need, grid.width);
  if (spans.length === 0) return undefined;
  const window = boundsOfSpans(spans, grid.width);
  return { grid, need, spans, window, target: windowGrid(grid, window) };
}
