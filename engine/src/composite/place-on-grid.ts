import { pixelSize } from '../raster/affine.ts';
import type { Grid, Window } from '../raster/grid.ts';
import type { Raster, Samples } from '../raster/samples.ts';
import { type WarpOptions, warp } from '../raster/warp.ts';
import { type Coarsening, coarseningFactor, refinedGrid } from './coarsen.ts';

/** What has been read of a file for a window of the work grid. Can be sent to a thread. */
export interface SourceWindow {
  /** In pixels of the work grid. */
  readonly window: Window;
  /** The grid that the window is. */
  readonly target: Grid;
  /** Samples of the file under it, with a margin, and the grid that they lie on. */
  readonly raster: Raster;
  readonly source: Grid;
  readonly nodata: number;
}

/**
 * Brings what has been read onto the window's grid.
 *
 * @param options.coarsen what several pixels of the file are as one, where even its coarsest overview
 *   is finer than the grid
 */
export function placeOnGrid(
  { raster, source, target, nodata }: Omit<SourceWindow, 'window'>,
  { resampling, coarsen }: Pick<WarpOptions, 'resampling'> & { coarsen: Coarsening },
): Samples {
  const factor = coarseningFactor(pixelSizeOf(source), target);
  const fine = factor === 1 ? target : refinedGrid(target, factor);
  const [samples] = warp(raster, source, fine, { resampling, nodata }).bands;
  return factor === 1 ? samples! : coarsen(samples!, { ...target, factor, nodata });
}

/** The longer side of an image's pixels, in metres when its CRS counts in metres. */
export function pixelSizeOf({ affine }: Grid): number {
  return Math.max(...pixelSize(affine));
}
