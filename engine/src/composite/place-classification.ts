import { countCodes, usabilityOf } from './classification.ts';
import { usabilityOfBlocks } from './coarsen.ts';
import { pixelSizeOf, placeOnGrid, type SourceWindow } from './place-on-grid.ts';
import { forEachRunOfOnes } from './runs.ts';

export interface ClassificationTask {
  /** Scene classification codes. */
  readonly read: SourceWindow;
  /** Of the work grid: the area's mask, and what is written, unobserved so far. */
  readonly gridWidth: number;
  readonly mask: Uint8Array;
  readonly usable: Uint8Array;
}

/**
 * Writes what a scene shows as `usability` codes of the work grid; outside of the area, nothing. Gives
 * how many pixels of the grid have each code.
 */
export function placeClassification({
  read,
  gridWidth,
  mask,
  usable,
}: ClassificationTask): Uint32Array {
  const { window, source, raster } = read;
  const codes = { ...raster, bands: [usabilityOf(raster, pixelSizeOf(source))] };
  const placed = placeOnGrid(
    { ...read, raster: codes },
    { resampling: 'nearest', coarsen: usabilityOfBlocks },
  );
  for (let row = 0; row < window.height; row += 1) {
    const start = (window.row + row) * gridWidth + window.column;
    const line = placed.subarray(row * window.width, (row + 1) * window.width);
    forEachRunOfOnes(mask.subarray(start, start + window.width), (first, end) =>
      usable.set(line.subarray(first, end), start + first),
    );
  }
  return countCodes(usable);
}
