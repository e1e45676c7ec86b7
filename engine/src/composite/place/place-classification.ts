import { countCodes, usabilityOf } from '../usability/classification.ts';
import { usabilityOfBlocks } from './coarsen.ts';
import { pixelSizeOf, placeOnGrid, type SourceWindow } from './place-on-grid.ts';
import { forEachSpanOfWindow } from './spans.ts';

export interface ClassificationTask {
  /** Scene classification codes. */
  readonly read: SourceWindow;
  /**
   * The width of the work grid. `spans` are the area's pixels on it, as `spansOfOnes` gives them.
   * `usable` is written, and is 0 (unobserved) at first.
   */
  readonly gridWidth: number;
  readonly spans: Int32Array;
  readonly usable: Uint8Array;
}

/**
 * Writes a scene's classification as `usability` codes of the work grid. Pixels outside of the area
 * stay unobserved. Returns how many pixels of the grid have each code.
 */
export function placeClassification({
  read,
  gridWidth,
  spans,
  usable,
}: ClassificationTask): Uint32Array {
  const { window, source, raster } = read;
  const codes = { ...raster, bands: [usabilityOf(raster, pixelSizeOf(source))] };
  const placed = placeOnGrid(
    { ...read, raster: codes },
    { resampling: 'nearest', coarsen: usabilityOfBlocks },
  );
  forEachSpanOfWindow(spans, { width: gridWidth, window }, (first, end, place) =>
    usable.set(placed.subarray(place, place + end - first), first),
  );
  return countCodes(usable);
}
