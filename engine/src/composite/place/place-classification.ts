import { countCodes, usabilityOf } from '../usability/classification.ts';
import { usabilityOfBlocks } from './coarsen.ts';
import { pixelSizeOf, placeOnGrid, type SourceWindow } from './place-on-grid.ts';
import { forEachRunOfWindow } from './runs.ts';

export interface ClassificationTask {
  /** Scene classification codes. */
  readonly read: SourceWindow;
  /** Of the work grid: the area's pixels, as `runsOfOnes` gives them, and what is written, unobserved so far. */
  readonly gridWidth: number;
  readonly runs: Int32Array;
  readonly usable: Uint8Array;
}

/**
 * Writes a scene's classification as `usability` codes of the work grid. Pixels outside of the area
 * stay unobserved. Returns how many pixels of the grid have each code.
 */
export function placeClassification({
  read,
  gridWidth,
  runs,
  usable,
}: ClassificationTask): Uint32Array {
  const { window, source, raster } = read;
  const codes = { ...raster, bands: [usabilityOf(raster, pixelSizeOf(source))] };
  const placed = placeOnGrid(
    { ...read, raster: codes },
    { resampling: 'nearest', coarsen: usabilityOfBlocks },
  );
  forEachRunOfWindow(runs, { width: gridWidth, window }, (first, end, place) =>
    usable.set(placed.subarray(place, place + end - first), first),
  );
  return countCodes(usable);
}
