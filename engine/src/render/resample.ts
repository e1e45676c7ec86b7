import type { Samples } from '../raster/samples.ts';
import { changePalette } from './change-palette.ts';
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
 * A change layer at a tile's pixel centres: the nearest pixel's code, but change wherever any pixel
 * that the tile's pixel covers is changed, by its commonest kind, so that a small patch stays visible
 * from afar.
 *
 * @param isShown 1 for the codes that are change, as `shownChange` gives it
 * @returns codes of `changePalette`; `outside` where the source has no pixel
 */
export function resampleChange(
  source: SourceWindow,
  { columns, rows, gridPixelsPerPixel }: TilePositions,
  isShown: Uint8Array,
): Uint8Array {
  const [layer] = source.bands;
  if (layer === undefined) throw new RangeError('There is no layer to resample.');
  const codes = new Uint8Array(columns.length).fill(changePalette.outside.code);
  const reach = gridPixelsPerPixel > 1 ? gridPixelsPerPixel / 2 : 0;
  for (let index = 0; index < codes.length; index += 1) {
    const x = columns[index]! - source.column;
    const y = rows[index]! - source.row;
    const change = commonestChange(layer, source, { x, y, reach }, isShown);
    if (change !== undefined) {
      codes[index] = change;
      continue;
    }
    const column = Math.floor(x);
    const row = Math.floor(y);
    if (column >= 0 && row >= 0 && column < source.width && row < source.height) {
      codes[index] = layer[row * source.width + column]!;
    }
  }
  return codes;
}

/**
 * The commonest change among the pixels whose centres lie within `reach` of a position (the nearest
 * one for 0), the lowest of several; undefined where there is none.
 */
function commonestChange(
  layer: Samples,
  { width, height }: SourceWindow,
  { x, y, reach }: { x: number; y: number; reach: number },
  isShown: Uint8Array,
): number | undefined {
  const firstColumn = Math.max(0, Math.ceil(x - reach - 0.5));
  const lastColumn = Math.min(width - 1, Math.floor(x + reach - 0.5));
  const firstRow = Math.max(0, Math.ceil(y - reach - 0.5));
  const lastRow = Math.min(height - 1, Math.floor(y + reach - 0.5));
  let first: number | undefined;
  for (let row = firstRow; row <= lastRow; row += 1) {
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      const code = layer[row * width + column]!;
      if (isShown[code] !== 1 || code === first) continue;
      if (first !== undefined) {
        return commonest(layer, width, [firstColumn, firstRow, lastColumn, lastRow], isShown);
      }
      first = code;
    }
  }
  return first;
}

/** The commonest of several codes in a part of the layer, the lowest where some come as often. */
function commonest(
  layer: Samples,
  width: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
  isShown: Uint8Array,
): number {
  const counts = new Uint32Array(256);
  let best = 0;
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const code = layer[row * width + column]!;
      if (isShown[code] === 1) counts[code]! += 1;
    }
  }
  for (let code = 1; code < counts.length; code += 1)
    if (counts[code]! > counts[best]!) best = code;
  return best;
}
