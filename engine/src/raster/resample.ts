import type { Grid } from './grid.ts';
import type { Samples } from './samples.ts';

/**
 * The source positions of the samples of one target row. Corners of source pixels are whole
 * numbers.
 */
export interface RowPositionArrays {
  readonly columns: Float64Array;
  readonly rows: Float64Array;
}

interface RowSampling {
  readonly band: Samples;
  /** The size of the band. */
  readonly from: Pick<Grid, 'width' | 'height'>;
  readonly positions: RowPositionArrays;
  readonly nodata: number;
  /** The row of samples to be filled. */
  readonly out: Samples;
}

/** Fills one row of samples from a source band. */
export type RowSampler = (sampling: RowSampling) => void;

/** Takes the pixel that contains the position. */
export const nearestRow: RowSampler = ({ band, from, positions, nodata, out }) => {
  const { width, height } = from;
  const { columns, rows } = positions;
  for (let index = 0; index < out.length; index++) {
    const column = Math.floor(columns[index]);
    const row = Math.floor(rows[index]);
    const isInside = column >= 0 && row >= 0 && column < width && row < height;
    out[index] = isInside ? band[row * width + column] : nodata;
  }
};

/**
 * Interpolates between the four pixels around a position, weighted by nearness. The weight of
 * pixels that are nodata or outside goes to the others. A position outside of the source or in a
 * nodata pixel is nodata, as in GDAL, so that data do not grow beyond their edge.
 */
export const bilinearRow: RowSampler = ({ band, from, positions, nodata, out }) => {
  const { width, height } = from;
  const { columns, rows } = positions;
  const isInteger = !(out instanceof Float32Array || out instanceof Float64Array);
  for (let index = 0; index < out.length; index++) {
    const x = columns[index];
    const y = rows[index];
    if (!(x >= 0 && y >= 0 && x <= width && y <= height)) {
      out[index] = nodata;
      continue;
    }
    const here =
      band[Math.min(height - 1, Math.floor(y)) * width + Math.min(width - 1, Math.floor(x))];
    if (here === nodata || Number.isNaN(here)) {
      out[index] = nodata;
      continue;
    }
    const left = Math.floor(x - 0.5);
    const top = Math.floor(y - 0.5);
    const s = x - 0.5 - left;
    const t = y - 0.5 - top;
    let sum = 0;
    let weights = 0;
    for (let corner = 0; corner < 4; corner++) {
      const column = left + (corner & 1);
      const row = top + (corner >> 1);
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const value = band[row * width + column];
      if (value === nodata || Number.isNaN(value)) continue;
      const weight = (corner & 1 ? s : 1 - s) * (corner >> 1 ? t : 1 - t);
      sum += value * weight;
      weights += weight;
    }
    out[index] = isInteger ? Math.round(sum / weights) : sum / weights;
  }
};

/**
 * Source positions along one axis, one for the centre of each target pixel. Corners of source
 * pixels are whole numbers.
 */
export interface AxisPositions {
  readonly columns: Float64Array;
  readonly rows: Float64Array;
}

interface ParallelResampling {
  readonly band: Samples;
  readonly width: number;
  readonly height: number;
  readonly positions: AxisPositions;
  readonly nodata: number;
  /** positions.columns.length × positions.rows.length, filled with nodata. */
  readonly out: Samples;
}

/**
 * Nearest neighbour between grids with parallel axes. The source's index is found once for each
 * column.
 */
export function nearestParallel({ band, width, height, positions, out }: ParallelResampling): void {
  const { columns, rows } = positions;
  const [first, end] = insideRange(columns, width);
  const sources = Int32Array.from(columns, Math.floor);
  let previousRow = -1;
  for (let row = 0; row < rows.length; row++) {
    const sourceRow = Math.floor(rows[row]);
    if (!(sourceRow >= 0 && sourceRow < height)) continue;
    const start = row * columns.length;
    if (sourceRow === previousRow) {
      out.copyWithin(start + first, start - columns.length + first, start - columns.length + end);
      continue;
    }
    previousRow = sourceRow;
    const source = sourceRow * width;
    for (let column = first; column < end; column++) {
      out[start + column] = band[source + sources[column]];
    }
  }
}

/**
 * Bilinear interpolation between grids with parallel axes. As in `bilinearRow`, the weight of
 * nodata pixels goes to their neighbours, and a position in a nodata pixel is nodata.
 */
export function bilinearParallel(resampling: ParallelResampling): void {
  const { band, width, height, positions, nodata, out } = resampling;
  const { columns, rows } = positions;
  const across = neighboursOf(columns, width);
  const down = neighboursOf(rows, height);
  const [first, end] = insideRange(columns, width);
  const isWhole = wholeRows(band, width, height, nodata);
  const line = new Float64Array(width);
  for (let row = 0; row < rows.length; row++) {
    if (!(rows[row] >= 0 && rows[row] <= height)) continue;
    const [low, high, share] = [down.low[row], down.high[row], down.share[row]];
    const target = out.subarray(row * columns.length + first, row * columns.length + end);
    const top = band.subarray(low * width, (low + 1) * width);
    const bottom = band.subarray(high * width, (high + 1) * width);
    if (isWhole[low] === 1 && isWhole[high] === 1) {
      for (let column = 0; column < width; column++) {
        line[column] = mix(top[column], bottom[column], share);
      }
      stretchLine(line, across, first, target);
    } else {
      mixRows({ top, bottom, share }, { across, first, nodata }, target);
    }
  }
}

/** 1 for each row in which every pixel has a value. */
function wholeRows(band: Samples, width: number, height: number, nodata: number): Uint8Array {
  const isWhole = new Uint8Array(height);
  for (let row = 0; row < height; row++) {
    const line = band.subarray(row * width, (row + 1) * width);
    isWhole[row] = line.includes(nodata) || (isFloat(band) && line.includes(Number.NaN)) ? 0 : 1;
  }
  return isWhole;
}

function stretchLine(line: Float64Array, across: Neighbours, first: number, target: Samples): void {
  const { low, high, share } = across;
  const rounding = isFloat(target) ? 0 : 0.5;
  for (let index = 0; index < target.length; index++) {
    const column = first + index;
    const value = mix(line[low[column]], line[high[column]], share[column]);
    target[index] = rounding === 0 ? value : Math.floor(value + rounding);
  }
}

/** Two rows and the weight of the lower one. */
interface RowPair {
  readonly top: Samples;
  readonly bottom: Samples;
  readonly share: number;
}

/** Interpolates one row from two rows, some pixels of which are nodata. */
function mixRows(
  { top, bottom, share: t }: RowPair,
  { across, first, nodata }: { across: Neighbours; first: number; nodata: number },
  target: Samples,
): void {
  const rounding = isFloat(target) ? 0 : 0.5;
  for (let index = 0; index < target.length; index++) {
    const [low, high] = [across.low[first + index], across.high[first + index]];
    const s = across.share[first + index];
    const here = (t < 0.5 ? top : bottom)[s < 0.5 ? low : high];
    if (here === nodata || Number.isNaN(here)) continue;
    // The weighted mean of the values that are not nodata.
    let sum = 0;
    let total = 0;
    for (let corner = 0; corner < 4; corner++) {
      const value = (corner < 2 ? top : bottom)[(corner & 1) === 0 ? low : high];
      if (value === nodata || Number.isNaN(value)) continue;
      const weight = ((corner & 1) === 0 ? 1 - s : s) * (corner < 2 ? 1 - t : t);
      sum += value * weight;
      total += weight;
    }
    const value = sum / total;
    target[index] = rounding === 0 ? value : Math.floor(value + rounding);
  }
}

/**
 * For each position along an axis, the pixels before and after it, clamped to the edge, and the
 * weight of the later one.
 */
interface Neighbours {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly share: Float64Array;
}

function neighboursOf(positions: Float64Array, size: number): Neighbours {
  const low = Int32Array.from(positions, (position) => Math.floor(position - 0.5));
  const clamp = (pixel: number): number => Math.min(size - 1, Math.max(0, pixel));
  return {
    low: low.map(clamp),
    high: low.map((pixel) => clamp(pixel + 1)),
    share: positions.map((position, index) => position - 0.5 - low[index]),
  };
}

function isFloat(samples: Samples): boolean {
  return samples instanceof Float32Array || samples instanceof Float64Array;
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

/**
 * The target columns whose centres lie inside the source. Positions increase or decrease
 * monotonically.
 */
function insideRange(columns: Float64Array, width: number): [first: number, end: number] {
  const isInside = (position: number): boolean => position >= 0 && position < width;
  const first = columns.findIndex(isInside);
  return first === -1 ? [0, 0] : [first, columns.findLastIndex(isInside) + 1];
}
