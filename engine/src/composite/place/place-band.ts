import { meanOfBlocks } from './coarsen.ts';
import { placeOnGrid, type SourceWindow } from './place-on-grid.ts';
import { isDoublySubtracted, type ReadBand, writeReflectance } from './reflectance.ts';

export interface BandTask extends Pick<ReadBand, 'asset' | 'name'> {
  readonly read: SourceWindow;
  /**
   * The width of the work grid. `spans`, `missing` and `band` are in its pixels: the needed pixels,
   * as `spansOfOnes` gives them, and the arrays that are written.
   */
  readonly gridWidth: number;
  readonly spans: Int32Array;
  readonly missing: Uint8Array;
  readonly band: Uint16Array;
  /** A correction of the asset's offset, in reflectance. */
  readonly correction: number;
}

export interface PlacedBand {
  /** Whether the values look as if their offset had been subtracted twice. */
  readonly isDoublySubtracted: boolean;
  /** Whether some needed pixels have no value. */
  readonly isLacking: boolean;
}

/** Writes the needed pixels of a scene's band into the picture, and 1 into `missing` where it has no value. */
export function placeBand(task: BandTask): PlacedBand {
  const { asset, name, read, gridWidth, spans, missing, band, correction } = task;
  const { window, nodata } = read;
  const samples = placeOnGrid(read, { resampling: 'bilinear', coarsen: meanOfBlocks });
  const placed: ReadBand = { asset, name, nodata, read: { window, samples } };
  const offset = asset.offset + correction;
  const isLacking = writeReflectance(band, placed, { spans, missing, gridWidth, offset });
  return { isDoublySubtracted: isDoublySubtracted(placed, spans, gridWidth), isLacking };
}
