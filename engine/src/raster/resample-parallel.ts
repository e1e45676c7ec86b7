import type { Samples } from './samples.ts';

/** Source positions along one axis: for each target pixel, of its centre; corners are whole numbers. */
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

/** Nearest neighbour between grids whose axes are parallel: indices are found once per column. */
export function nearestParallel({ band, width, height, positions, out }: ParallelResampling): void {
  const { columns, rows } = positions;
  const [first, end] = insideRange(columns, width);
  const sources = Int32Array.from(columns, Math.floor);
  let previousRow = -1;
  for (let row = 0; row < rows.length; row += 1) {
    const sourceRow = Math.floor(rows[row]!);
    if (!(sourceRow >= 0 && sourceRow < height)) continue;
    const start = row * columns.length;
    if (sourceRow === previousRow) {
      out.copyWithin(start + first, start - columns.length + first, start - columns.length + end);
      continue;
    }
    previousRow = sourceRow;
    const source = sourceRow * width;
    for (let column = first; column < end; column += 1) {
      out[start + column] = band[source + sources[column]!]!;
    }
  }
}

/**
 * Bilinear between grids whose axes are parallel. As `bilinearRow`: nodata gives its weight to its
 * neighbours, and a position in a nodata pixel is nodata.
 */
export function bilinearParallel(resampling: ParallelResampling): void {
  const { band, width, height, positions, nodata, out } = resampling;
  const { columns, rows } = positions;
  const [first, end] = insideRange(columns, width);
  const across = Array.from(columns, (position) => neighbours(position, width));
  const left = Int32Array.from(across, ({ low }) => low);
  const right = Int32Array.from(across, ({ high }) => high);
  const share = Float64Array.from(across, ({ share }) => share);
  const rounding = out instanceof Float32Array || out instanceof Float64Array ? 0 : 0.5;
  for (let row = 0; row < rows.length; row += 1) {
    if (!(rows[row]! >= 0 && rows[row]! <= height)) continue;
    const down = neighbours(rows[row]!, height);
    const [top, bottom] = [down.low * width, down.high * width];
    const t = down.share;
    const start = row * columns.length;
    for (let column = first; column < end; column += 1) {
      const [l, r] = [left[column]!, right[column]!];
      const s = share[column]!;
      const topLeft = band[top + l]!;
      const topRight = band[top + r]!;
      const bottomLeft = band[bottom + l]!;
      const bottomRight = band[bottom + r]!;
      let value = mix(mix(topLeft, topRight, s), mix(bottomLeft, bottomRight, s), t);
      if (
        topLeft === nodata ||
        topRight === nodata ||
        bottomLeft === nodata ||
        bottomRight === nodata ||
        Number.isNaN(value)
      ) {
        const here = band[(t < 0.5 ? top : bottom) + (s < 0.5 ? l : r)]!;
        if (here === nodata || Number.isNaN(here)) continue;
        value = mixPresent([topLeft, topRight, bottomLeft, bottomRight], s, t, nodata);
      }
      out[start + column] = rounding === 0 ? value : Math.floor(value + rounding);
    }
  }
}

/** The pixels before and after a position, clamped to the edge, and how much the later one counts. */
function neighbours(position: number, size: number): { low: number; high: number; share: number } {
  const low = Math.floor(position - 0.5);
  return {
    low: Math.min(size - 1, Math.max(0, low)),
    high: Math.min(size - 1, Math.max(0, low + 1)),
    share: position - 0.5 - low,
  };
}

/** The mean of the values that aren't nodata, by their weights. */
function mixPresent(
  values: readonly [number, number, number, number],
  s: number,
  t: number,
  nodata: number,
): number {
  const weights = [(1 - s) * (1 - t), s * (1 - t), (1 - s) * t, s * t];
  let sum = 0;
  let total = 0;
  for (const [index, value] of values.entries()) {
    if (value === nodata || Number.isNaN(value)) continue;
    sum += value * weights[index]!;
    total += weights[index]!;
  }
  return sum / total;
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

/** The target columns whose centres lie inside the source. Positions rise or fall steadily. */
function insideRange(columns: Float64Array, width: number): [first: number, end: number] {
  const isInside = (position: number): boolean => position >= 0 && position < width;
  const first = columns.findIndex(isInside);
  return first === -1 ? [0, 0] : [first, columns.findLastIndex(isInside) + 1];
}
