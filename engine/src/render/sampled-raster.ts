import type { Window } from '../raster/grid.ts';
import type { Samples } from '../raster/samples.ts';
import type { PlacedRaster } from './positions.ts';

/** A raster that can be drawn on the map. */
export interface SampledRaster extends PlacedRaster {
  readonly kind: 'continuous' | 'categorical' | 'rgb';
  /** The full image, then its overviews from the finest to the coarsest. */
  readonly levels: readonly Level[];
  /** The number of bands that are drawn. */
  readonly bandCount: number;
  /** Whether samples are whole numbers. Interpolated ones are then rounded. */
  readonly isWhole: boolean;
  readonly nodata: number | undefined;
  /**
   * Where numbers end beside pixels without data: at the edges of those pixels, as for gdalwarp, or half-way
   * between the centres of pixels, so that slanting edges are drawn smoothly.
   */
  readonly dataEnds: 'at-edges' | 'half-way';
  /** Reads the drawn bands in a window of a level. The arrays belong to the caller. */
  read(level: number, window: Window): Promise<SampleWindow>;
}

/** An image of a raster, and how many pixels of the full image each of its pixels covers. */
export interface Level {
  readonly width: number;
  readonly height: number;
  /** To the right and downwards. */
  readonly across: number;
  readonly down: number;
}

/** Samples of the bands that are drawn, and which of them are data. */
export interface SampleWindow extends Window {
  readonly bands: readonly Samples[];
  /** 1 where a pixel holds data. */
  readonly valid: Uint8Array;
}

/** The samples of a raster at the centres of a map window's pixels. */
export interface MapSamples {
  readonly width: number;
  readonly height: number;
  /**
   * The samples of each drawn band, row by row. They are arbitrary unless a pixel's state is
   * `valid`.
   */
  readonly bands: readonly Float64Array[];
  /** The `pixelState` of each pixel. */
  readonly states: Uint8Array;
}

/** Positions in pixels of a level; columns are NaN where nothing is to be sampled. */
export interface LevelPositions {
  readonly part: Window;
  readonly columns: Float64Array;
  readonly rows: Float64Array;
}
