import { meanOfBlocks } from './coarsen.ts';
import { placeOnGrid, type SourceWindow } from './place-on-grid.ts';
import { isDoublySubtracted, type ReadBand, writeReflectance } from './reflectance.ts';

export interface BandTask extends Pick<ReadBand, 'asset' | 'name'> {
  readonly read: SourceWindow;
  /** Of the work grid: 1 where pixels are needed, and what is written. */
  readonly gridWidth: number;
  readonly need: Uint8Array;
  readonly missing: Uint8Array;
  readonly band: Uint16Array;
  /** What the asset's offset is short of, in reflectance. */
  readonly correction: number;
}

/**
 * Writes the needed pixels of a scene's band into the picture, and 1 into `missing` where it has no
 * value. Tells whether the values look as if their offset had been taken out twice.
 */
export function placeBand(task: BandTask): { isDoublySubtracted: boolean } {
  const { asset, name, read, gridWidth, need, missing, band, correction } = task;
  const { window, nodata } = read;
  const samples = placeOnGrid(read, { resampling: 'bilinear', coarsen: meanOfBlocks });
  const placed: ReadBand = { asset, name, nodata, read: { window, samples } };
  const offset = asset.offset + correction;
  writeReflectance(band, placed, { need, missing, gridWidth, offset });
  return { isDoublySubtracted: isDoublySubtracted(placed, need, gridWidth) };
}
