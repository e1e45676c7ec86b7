import { outsideArea } from '../analysis/types.ts';
import { changeClass } from '../change/options.ts';
import type { Samples } from '../raster/samples.ts';
import type { TilePositions } from './tile-positions.ts';

/** A window of a source grid in memory; `column` and `row` say where its first pixel lies. */
export interface SourceWindow {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
  readonly bands: readonly Samples[];
}

export interface ResampledBands {
  readonly bands: readonly Uint16Array[];
  /** 1 where at least half of the interpolation's weight lies on pixels that hold a value. */
  readonly valid: Uint8Array;
}

/**
 * Bands at a tile's pixel centres, bilinear over the pixels that hold a value: nodata (0 in the
 * first band) has no weight, so that it never darkens an edge.
 */
export function resampleBilinear(source: SourceWindow, positions: TilePositions): ResampledBands {
  const { size, columns, rows } = positions;
  const { width, height } = source;
  const bands = source.bands.map(() => new Uint16Array(size * size));
  const valid = new Uint8Array(size * size);
  const [first] = source.bands;
  if (first === undefined) throw new RangeError('There are no bands to resample.');
  /** The pixel at a place, and its weight: none for nodata and beside the window. */
  const weightAt = (column: number, row: number, weight: number): number => {
    const isInside = column >= 0 && row >= 0 && column < width && row < height;
    return isInside && first[row * width + column] !== 0 ? weight : 0;
  };
  for (let index = 0; index < valid.length; index += 1) {
    const x = columns[index]! - source.column - 0.5;
    const y = rows[index]! - source.row - 0.5;
    if (!(x > -1 && y > -1 && x < width && y < height)) continue;
    const left = Math.floor(x);
    const top = Math.floor(y);
    const right = x - left;
    const down = y - top;
    const upperLeft = weightAt(left, top, (1 - right) * (1 - down));
    const upperRight = weightAt(left + 1, top, right * (1 - down));
    const lowerLeft = weightAt(left, top + 1, (1 - right) * down);
    const lowerRight = weightAt(left + 1, top + 1, right * down);
    const total = upperLeft + upperRight + lowerLeft + lowerRight;
    if (total < 0.5) continue;
    valid[index] = 1;
    const corner = top * width + left;
    for (let band = 0; band < bands.length; band += 1) {
      const samples = source.bands[band]!;
      let sum = 0;
      if (upperLeft > 0) sum += samples[corner]! * upperLeft;
      if (upperRight > 0) sum += samples[corner + 1]! * upperRight;
      if (lowerLeft > 0) sum += samples[corner + width]! * lowerLeft;
      if (lowerRight > 0) sum += samples[corner + width + 1]! * lowerRight;
      bands[band]![index] = Math.round(sum / total);
    }
  }
  return { bands, valid };
}

/**
 * A change mask at a tile's pixel centres: the nearest pixel's code, but changed wherever any pixel
 * that the tile's pixel covers is changed, so that a small patch stays visible from afar.
 *
 * @returns `changeClass` codes; `outsideArea` where the source has no pixel
 */
export function resampleChange(
  source: SourceWindow,
  { columns, rows, gridPixelsPerPixel }: TilePositions,
): Uint8Array {
  const [mask] = source.bands;
  if (mask === undefined) throw new RangeError('There is no mask to resample.');
  const codes = new Uint8Array(columns.length).fill(outsideArea);
  const reach = gridPixelsPerPixel > 1 ? gridPixelsPerPixel / 2 : 0;
  for (let index = 0; index < codes.length; index += 1) {
    const x = columns[index]! - source.column;
    const y = rows[index]! - source.row;
    if (hasChanged(mask, source, x, y, reach)) {
      codes[index] = changeClass.changed;
      continue;
    }
    const column = Math.floor(x);
    const row = Math.floor(y);
    if (column >= 0 && row >= 0 && column < source.width && row < source.height) {
      codes[index] = mask[row * source.width + column]!;
    }
  }
  return codes;
}

/** Whether a changed pixel's centre lies within `reach` of the position; the nearest one for 0. */
function hasChanged(
  mask: Samples,
  { width, height }: SourceWindow,
  x: number,
  y: number,
  reach: number,
): boolean {
  const firstColumn = Math.max(0, Math.ceil(x - reach - 0.5));
  const lastColumn = Math.min(width - 1, Math.floor(x + reach - 0.5));
  const firstRow = Math.max(0, Math.ceil(y - reach - 0.5));
  const lastRow = Math.min(height - 1, Math.floor(y + reach - 0.5));
  for (let row = firstRow; row <= lastRow; row += 1) {
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      if (mask[row * width + column] === changeClass.changed) return true;
    }
  }
  return false;
}
