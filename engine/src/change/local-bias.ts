import { type Rows, rowBandCount, sharedDoubles } from './rows.ts';
import type { RunRows } from './run-rows.ts';

/** Size of a cell of the bias field, in pixels. */
const cellPixels = 32;
/** Weight of the prior "no bias" against a cell's pixels, in pixels. */
const priorWeight = 60;

/** Values of cells of `cellPixels`, row by row. */
interface Field {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float64Array;
}

/**
 * Subtracts from each difference its local mean over unchanged pixels, which haze, illumination and
 * processing gradients leave behind: weighted means of 32-pixel cells, smoothed by [1 2 1] both ways,
 * shrunk to zero where little unchanged ground is seen, and interpolated bilinearly. Works in place.
 */
export function removeLocalBias(
  differences: readonly Float32Array[],
  weights: Float32Array,
  size: { width: number; height: number },
  runRows: RunRows,
): void {
  const columns = Math.ceil(size.width / cellPixels);
  const rows = Math.ceil(size.height / cellPixels);
  const sums = Array.from({ length: differences.length + 1 }, () => sharedDoubles(columns * rows));
  runRows('sumCells', { differences, weights, sums }, size);
  const [weightField, ...fields] = sums.map((values) => smooth({ columns, rows, values }));
  for (const { values } of fields) {
    for (let i = 0; i < values.length; i++) values[i] /= weightField.values[i] + priorWeight;
  }
  runRows('subtractFields', { differences, fields }, size);
}

interface CellTask {
  readonly differences: readonly Float32Array[];
  readonly weights: Float32Array;
  /** Of the weights, then of each difference times them. */
  readonly sums: readonly Float64Array[];
}

/** Sums over the cells of some rows, which are whole cells. */
export function sumCells(
  { differences, weights, sums }: CellTask,
  { width, first, end }: Rows,
): void {
  const columns = Math.ceil(width / cellPixels);
  for (let y = first; y < end; y++) {
    const cellRow = Math.floor(y / cellPixels) * columns;
    for (let cell = 0; cell < columns; cell++) {
      const from = y * width + cell * cellPixels;
      const to = Math.min(from + cellPixels, (y + 1) * width);
      let weight = 0;
      for (let i = from; i < to; i++) weight += weights[i];
      sums[0][cellRow + cell] += weight;
      for (let index = 0; index < differences.length; index++) {
        const difference = differences[index];
        let sum = 0;
        for (let i = from; i < to; i++) sum += weights[i] * difference[i];
        sums[index + 1][cellRow + cell] += sum;
      }
    }
  }
}

/** [1 2 1]/4 along both axes; cells beyond the edge count as their neighbour at the edge. */
function smooth({ columns, rows, values }: Field): Field {
  const across = new Float64Array(values.length);
  const result = new Float64Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const left = values[row * columns + Math.max(0, column - 1)];
      const right = values[row * columns + Math.min(columns - 1, column + 1)];
      across[row * columns + column] = (left + 2 * values[row * columns + column] + right) / 4;
    }
  }
  for (let row = 0; row < rows; row++) {
    const above = Math.max(0, row - 1) * columns;
    const below = Math.min(rows - 1, row + 1) * columns;
    for (let column = 0; column < columns; column++) {
      result[row * columns + column] =
        (across[above + column] + 2 * across[row * columns + column] + across[below + column]) / 4;
    }
  }
  return { columns, rows, values: result };
}

export function subtractFields(
  {
    differences,
    fields,
  }: { readonly differences: readonly Float32Array[]; readonly fields: readonly Field[] },
  { width, height, first, end }: Rows,
): void {
  for (const [index, { columns, rows, values }] of fields.entries()) {
    const line = new Float64Array(columns);
    const across = cellPositions(width, columns);
    const down = cellPositions(height, rows);
    for (let y = first; y < end; y++) {
      const upper = down.first[y] * columns;
      const lower = Math.min(rows - 1, down.first[y] + 1) * columns;
      const share = down.share[y];
      for (let cell = 0; cell < columns; cell++) {
        line[cell] = values[upper + cell] * (1 - share) + values[lower + cell] * share;
      }
      subtractLine(differences[index].subarray(y * width, (y + 1) * width), line, across);
    }
  }
}

function subtractLine(
  row: Float32Array,
  line: Float64Array,
  { first, share }: CellPositions,
): void {
  const last = line.length - 1;
  for (let x = 0; x < row.length; x++) {
    const left = line[first[x]];
    const right = line[Math.min(last, first[x] + 1)];
    row[x] -= left + (right - left) * share[x];
  }
}

/** For each pixel along an axis the cell whose centre is before it, and how much the next one counts. */
interface CellPositions {
  readonly first: Int32Array;
  readonly share: Float64Array;
}

function cellPositions(pixels: number, cells: number): CellPositions {
  const first = new Int32Array(pixels);
  const share = new Float64Array(pixels);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const position = Math.min(cells - 1, Math.max(0, (pixel + 0.5) / cellPixels - 0.5));
    first[pixel] = Math.floor(position);
    share[pixel] = position - first[pixel];
  }
  return { first, share };
}

/**
 * Divides each difference by its weighted deviation over unchanged pixels where that exceeds 1. A
 * smaller one stays: 1 includes the noise floor, and a quieter pair must not be blown up to it. Works
 * in place.
 */
export function rescaleToUnitDeviation(
  differences: readonly Float32Array[],
  weights: Float32Array,
  size: { width: number; height: number },
  runRows: RunRows,
): void {
  const bands = rowBandCount(size.height);
  const sums = Array.from({ length: differences.length + 1 }, () => sharedDoubles(bands));
  runRows('sumDeviations', { differences, weights, sums }, size);
  const [total, ...squares] = sums.map((perBand) => perBand.reduce((sum, value) => sum + value, 0));
  if (total === 0) return;
  const divisors = squares.map((sum) => Math.max(1, Math.sqrt(sum / total)));
  runRows('divideRows', { differences, divisors }, size);
}

/** For each band of rows the sum of the weights, then of each squared difference times them. */
export function sumDeviations(
  { differences, weights, sums }: CellTask,
  { width, first, end, band }: Rows,
): void {
  let total = 0;
  for (let i = first * width; i < end * width; i++) total += weights[i];
  sums[0][band] = total;
  for (const [index, difference] of differences.entries()) {
    let squares = 0;
    for (let i = first * width; i < end * width; i++) {
      squares += weights[i] * difference[i] * difference[i];
    }
    sums[index + 1][band] = squares;
  }
}

export function divideRows(
  {
    differences,
    divisors,
  }: { readonly differences: readonly Float32Array[]; readonly divisors: readonly number[] },
  { width, first, end }: Rows,
): void {
  for (const [index, difference] of differences.entries()) {
    const factor = 1 / divisors[index];
    if (factor === 1) continue;
    for (let i = first * width; i < end * width; i++) difference[i] *= factor;
  }
}
