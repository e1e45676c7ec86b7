import { usability, usabilityOf } from './classification.ts';
import { usabilityOfBlocks } from './coarsen.ts';
import { pixelSizeOf, placeOnGrid, type SourceWindow } from './place-on-grid.ts';

export interface ClassificationTask {
  /** Scene classification codes. */
  readonly read: SourceWindow;
  /** Of the work grid: the area's mask, and what is written. */
  readonly gridWidth: number;
  readonly mask: Uint8Array;
  readonly usable: Uint8Array;
}

/** Writes what a scene shows as `usability` codes of the work grid; outside of the area, nothing. */
export function placeClassification({ read, gridWidth, mask, usable }: ClassificationTask): void {
  const { window, source, raster } = read;
  const codes = { ...raster, bands: [usabilityOf(raster, pixelSizeOf(source))] };
  const placed = placeOnGrid(
    { ...read, raster: codes },
    { resampling: 'nearest', coarsen: usabilityOfBlocks },
  );
  for (let row = 0, from = 0; row < window.height; row += 1) {
    const start = (window.row + row) * gridWidth + window.column;
    for (let index = start; index < start + window.width; index += 1, from += 1) {
      usable[index] = mask[index] === 1 ? placed[from]! : usability.unobserved;
    }
  }
}
