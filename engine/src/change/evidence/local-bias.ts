import { chiSquareTable } from '../../math/special-functions.ts';
import { sharedArray } from '../../memory/shared-array.ts';
import { type Rows, rowBandCount } from '../rows/rows.ts';
import type { RowWork } from '../rows/run-rows.ts';
import { addSquares } from './difference.ts';

/** Size of a cell of the bias field, in pixels. */
export const cellPixels = 32;
/** The prior "no bias" weighs as much as this many pixels of a cell. */
const priorWeight = 60;

/** One value for each cell of `cellPixels`, row by row. */
interface Field {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float64Array;
}

/**
 * Subtracts from each difference its local mean over unchanged pixels, which haze, illumination and
 * processing gradients leave behind. The means are weighted and taken in cells of 32 pixels. They
 * are smoothed by [1 2 1] in both directions, shrunk to zero where little unchanged ground is
 * visible, and interpolated bilinearly. A pixel's weight is the probability that it is unchanged:
 * the χ² tail of scale · Σ M². Alters `differences` and fills `weights`.
 */
export function removeLocalBias(
  differences: readonly Float32Array[],
  { observed, weights, scale }: { observed: Uint8Array; weights: Float32Array; scale: number },
  { size, runRows }: Pick<RowWork, 'size' | 'runRows'>,
): void {
  const columns = Math.ceil(size.width / cellPixels);
  const rows = Math.ceil(size.height / cellPixels);
  const sums = Array.from({ length: differences.length + 1 }, () =>
    sharedArray(Float64Array, columns * rows),
  );
  runRows(weighCells, { differences, observed, weights, scale, sums }, size);
  const [weightField, ...fields] = sums.map((values) => smooth({ columns, rows, values }));
  for (const { values } of fields) {
    for (let i = 0; i < values.length; i++) values[i] /= weightField.values[i] + priorWeight;
  }
  runRows(subtractFields, { differences, fields }, size);
}

interface CellTask {
  readonly differences: readonly Float32Array[];
  readonly observed: Uint8Array;
  readonly weights: Float32Array;
  readonly scale: number;
  /** The sums of the weights, then of each difference times its weight. */
  readonly sums: readonly Float64Array[];
}

/** Computes the weights and sums over the cells of some rows. The rows hold whole cells. */
export function weighCells(
  { differences, observed, weights, scale, sums }: CellTask,
  { width, first, end }: Rows,
): void {
  const cells = Math.ceil(width / cellPixels);
  const squares = new Float32Array(width);
  for (let y = first; y < end; y++) {
    const row = (values: Float32Array) => values.subarray(y * width, (y + 1) * width);
    const firstCell = Math.floor(y / cellPixels) * cells;
    const [weightSums, ...differenceSums] = sums.map((sum) =>
      sum.subarray(firstCell, firstCell + cells),
    );
    const lines = differences.map(row);
    squares.fill(0);
    for (const line of lines) addSquares(line, squares);
    const rowWeights = row(weights);
    weigh(squares, observed.subarray(y * width, (y + 1) * width), rowWeights, {
      scale,
      degrees: differences.length,
    });
    addByCell(rowWeights, weightSums);
    for (const [index, line] of lines.entries()) {
      addWeightedByCell(rowWeights, line, differenceSums[index]);
    }
  }
}

function addByCell(values: Float32Array, sums: Float64Array): void {
  for (let cell = 0, i = 0; cell < sums.length; cell++) {
    const end = Math.min(i + cellPixels, values.length);
    let sum = 0;
    for (; i < end; i++) sum += values[i];
    sums[cell] += sum;
  }
}

function addWeightedByCell(weights: Float32Array, values: Float32Array, sums: Float64Array): void {
  for (let cell = 0, i = 0; cell < sums.length; cell++) {
    const end = Math.min(i + cellPixels, weights.length);
    let sum = 0;
    for (; i < end; i++) sum += weights[i] * values[i];
    sums[cell] += sum;
  }
}

/**
 * The probability that each pixel is unchanged: the χ² tail of its statistic; 0 where unobserved.
 */
function weigh(
  statistic: Float32Array,
  observed: Uint8Array,
  weights: Float32Array,
  { scale, degrees }: { scale: number; degrees: number },
): void {
  const survival = chiSquareTable(degrees);
  for (let i = 0; i < weights.length; i++) {
    weights[i] = observed[i] === 0 ? 0 : survival(statistic[i] * scale);
  }
}

/**
 * Smooths by [1 2 1]/4 along both axes. Cells beyond the edge count as the nearest cell at the
 * edge.
 */
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

/**
 * A row kernel: subtracts from the differences of its rows the field of each, interpolated
 * bilinearly between the centres of cells.
 */
export function subtractFields(
  {
    differences,
    fields,
  }: { readonly differences: readonly Float32Array[]; readonly fields: readonly Field[] },
  { width, first, end }: Rows,
): void {
  for (const [index, { columns, rows, values }] of fields.entries()) {
    const line = new Float64Array(columns);
    for (let y = first; y < end; y++) {
      const position = Math.min(rows - 1, Math.max(0, (y + 0.5) / cellPixels - 0.5));
      const cellRow = Math.floor(position);
      const share = position - cellRow;
      const upper = cellRow * columns;
      const lower = Math.min(rows - 1, cellRow + 1) * columns;
      for (let cell = 0; cell < columns; cell++) {
        line[cell] = values[upper + cell] * (1 - share) + values[lower + cell] * share;
      }
      subtractLine(differences[index].subarray(y * width, (y + 1) * width), line);
    }
  }
}

/** Subtracts values that hold at the middle of cells, with linear interpolation between them. */
function subtractLine(row: Float32Array, line: Float64Array): void {
  const half = cellPixels / 2;
  const last = line.length - 1;
  const firstMiddle = Math.min(half, row.length);
  for (let x = 0; x < firstMiddle; x++) row[x] -= line[0];
  for (let cell = 0; cell <= last; cell++) {
    const start = cell * cellPixels + half;
    const end = Math.min(start + cellPixels, row.length);
    const slope = cell < last ? (line[cell + 1] - line[cell]) / cellPixels : 0;
    const value = line[cell] + slope / 2;
    for (let x = start; x < end; x++) row[x] -= value + slope * (x - start);
  }
}

/**
 * The divisors that give each difference a weighted standard deviation of 1 over unchanged pixels.
 * A smaller deviation is not enlarged: 1 includes the noise floor, and a quieter pair must not be
 * amplified to it.
 */
export function deviationsOf(
  differences: readonly Float32Array[],
  weights: Float32Array,
  { size, runRows }: Pick<RowWork, 'size' | 'runRows'>,
): number[] {
  const bands = rowBandCount(size.height);
  const sums = Array.from({ length: differences.length + 1 }, () =>
    sharedArray(Float64Array, bands),
  );
  runRows(sumDeviations, { differences, weights, sums }, size);
  const [total, ...squares] = sums.map((perBand) => perBand.reduce((sum, value) => sum + value, 0));
  return squares.map((sum) => (total === 0 ? 1 : Math.max(1, Math.sqrt(sum / total))));
}

/**
 * For each band of rows, the sum of the weights, then the sum of each squared difference times
 * them.
 */
export function sumDeviations(
  { differences, weights, sums }: Pick<CellTask, 'differences' | 'weights' | 'sums'>,
  { width, first, end, band }: Rows,
): void {
  const part = (values: Float32Array) => values.subarray(first * width, end * width);
  const partWeights = part(weights);
  const [totals, ...squares] = sums;
  totals[band] = sumOf(partWeights);
  for (const [index, difference] of differences.entries()) {
    squares[index][band] = weightedSquares(partWeights, part(difference));
  }
}

function sumOf(values: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

function weightedSquares(weights: Float32Array, values: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i] * values[i] * values[i];
  return sum;
}
