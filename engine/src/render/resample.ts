import type { Samples } from '../raster/samples.ts';
import type { ClassesDrawing } from './drawing.ts';
import type { TilePositions } from './tile-positions.ts';

/** Class codes are bytes. */
const codeCount = 256;

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
 * Interpolates bands at the centres of a tile's pixels, bilinearly between the pixels that hold a
 * value. Nodata (0 in the first band) has no weight, so that it never darkens an edge.
 */
export function resampleBilinear(source: SourceWindow, positions: TilePositions): ResampledBands {
  const { size, columns, rows } = positions;
  const { width, height } = source;
  const bands = source.bands.map(() => new Uint16Array(size * size));
  const valid = new Uint8Array(size * size);
  const [first] = source.bands;
  if (first === undefined) throw new RangeError('There are no bands to resample.');
  // Nodata and places outside of the window have no weight.
  const weightAt = (column: number, row: number, weight: number): number => {
    const isInside = column >= 0 && row >= 0 && column < width && row < height;
    return isInside && first[row * width + column] !== 0 ? weight : 0;
  };
  for (let index = 0; index < valid.length; index++) {
    const x = columns[index] - source.column - 0.5;
    const y = rows[index] - source.row - 0.5;
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
    for (let band = 0; band < bands.length; band++) {
      const samples = source.bands[band];
      let sum = 0;
      if (upperLeft > 0) sum += samples[corner] * upperLeft;
      if (upperRight > 0) sum += samples[corner + 1] * upperRight;
      if (lowerLeft > 0) sum += samples[corner + width] * lowerLeft;
      if (lowerRight > 0) sum += samples[corner + width + 1] * lowerRight;
      bands[band][index] = Math.round(sum / total);
    }
  }
  return { bands, valid };
}

/**
 * The classes at the centres of a tile's pixels. If prevailing classes are among the pixels that a
 * tile's pixel covers, the most frequent of them is taken, otherwise the class of the nearest
 * pixel.
 *
 * @returns numbers of the drawing's classes, 1 for the first one; 0 where there is none of them, or
 *   where the source has no pixel
 */
export function resampleClasses(
  source: SourceWindow,
  { columns, rows, gridPixelsPerPixel }: TilePositions,
  { classes }: ClassesDrawing,
): Uint8Array {
  const [layer] = source.bands;
  if (layer === undefined) throw new RangeError('There is no layer to resample.');
  const numberOf = new Uint8Array(codeCount);
  const prevails = new Uint8Array(codeCount);
  for (const [index, each] of classes.entries()) {
    numberOf[each.code] = index + 1;
    prevails[each.code] = each.prevails ? 1 : 0;
  }
  const numbers = new Uint8Array(columns.length);
  const reach = gridPixelsPerPixel > 1 ? gridPixelsPerPixel / 2 : 0;
  for (let index = 0; index < numbers.length; index++) {
    const x = columns[index] - source.column;
    const y = rows[index] - source.row;
    const code =
      commonestCode(layer, source, { x, y, reach }, prevails) ?? codeAt(layer, source, x, y);
    if (code !== undefined) numbers[index] = numberOf[code];
  }
  return numbers;
}

function codeAt(
  layer: Samples,
  { width, height }: SourceWindow,
  x: number,
  y: number,
): number | undefined {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const isInside = column >= 0 && row >= 0 && column < width && row < height;
  return isInside ? layer[row * width + column] : undefined;
}

/**
 * The most frequent prevailing code among the pixels whose centres lie within `reach` of a
 * position, or of the nearest pixel if `reach` is 0. If several are equally frequent, it is the
 * lowest. Undefined if there is none.
 */
function commonestCode(
  layer: Samples,
  { width, height }: SourceWindow,
  { x, y, reach }: { x: number; y: number; reach: number },
  prevails: Uint8Array,
): number | undefined {
  const firstColumn = Math.max(0, Math.ceil(x - reach - 0.5));
  const lastColumn = Math.min(width - 1, Math.floor(x + reach - 0.5));
  const firstRow = Math.max(0, Math.ceil(y - reach - 0.5));
  const lastRow = Math.min(height - 1, Math.floor(y + reach - 0.5));
  let first: number | undefined;
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const code = layer[row * width + column];
      if (prevails[code] !== 1 || code === first) continue;
      if (first !== undefined) {
        return commonest(layer, width, [firstColumn, firstRow, lastColumn, lastRow], prevails);
      }
      first = code;
    }
  }
  return first;
}

/**
 * The most frequent prevailing code in a part of the layer. If several are equally frequent, it is
 * the lowest.
 */
function commonest(
  layer: Samples,
  width: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
  prevails: Uint8Array,
): number {
  const counts = new Uint32Array(codeCount);
  let best = 0;
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const code = layer[row * width + column];
      if (prevails[code] === 1) counts[code]++;
    }
  }
  for (let code = 1; code < counts.length; code++) if (counts[code] > counts[best]) best = code;
  return best;
}
