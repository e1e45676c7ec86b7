import type { BandStack, DetectOptions } from '../options.ts';
import type { ScatteredPair } from '../pair/pair-raster.ts';

/** Two dates of one raster. */
export interface RasterPair {
  readonly before: BandStack;
  readonly after: BandStack;
  /** 0 outside of the pictured area, where missing values are not clouds. */
  readonly inside?: Uint8Array | undefined;
}

/** What the thread of a detection is asked to do. */
export interface DetectionTask {
  readonly pair: RasterPair | ScatteredPair;
  readonly options: DetectOptions;
}
