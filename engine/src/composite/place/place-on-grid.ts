import { type Grid, pixelSize, type Window } from '../../raster/grid.ts';
import type { Raster, Samples } from '../../raster/samples.ts';
import { type WarpOptions, warp } from '../../raster/warp.ts';
import { type Coarsening, coarseningFactor, refinedGrid } from './coarsen.ts';

/** Bilinear interpolation needs one pixel of a file beyond the window, and rounding another. */
export const bandMarginPixels = 2;

/** Samples of a file for a window of the work grid. They can be sent to a thread. */
export interface SourceWindow {
  /** The window, in pixels of the work grid. */
  readonly window: Window;
  /** The grid of that window. */
  readonly target: Grid;
  /** The file's samples under the window, with a margin, and the grid on which they lie. */
  readonly raster: Raster;
  readonly source: Grid;
  readonly nodata: number;
}

/**
 * Resamples what has been read onto the window's grid.
 *
 * @param options.coarsen combines several pixels of the file into one, for a file whose coarsest
 *   overview is finer than the grid
 */
export function placeOnGrid(
  { raster, source, target, nodata }: Omit<SourceWindow, 'window'>,
  { resampling, coarsen }: Pick<WarpOptions, 'resampling'> & { coarsen: Coarsening },
): Samples {
  const factor = coarseningFactor(pixelSizeOf(source), target);
  const fine = factor === 1 ? target : refinedGrid(target, factor);
  const [samples] = warp(raster, source, fine, { resampling, nodata }).bands;
  return factor === 1 ? samples : coarsen(samples, { ...target, factor, nodata });
}

/** The longer side of an image's pixels, in metres when its CRS counts in metres. */
export function pixelSizeOf({ affine }: Grid): number {
  return Math.max(...pixelSize(affine));
}
