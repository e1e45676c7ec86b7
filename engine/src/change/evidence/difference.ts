import {
  blocksFor,
  blockValues,
  type Combinations,
  combineBlock,
  noCombinations,
} from '../../loops/combinations.ts';
import type { ScaledPair, ScaledStack } from '../pair/standardise.ts';
import type { Rows } from '../rows/rows.ts';
import type { RowWork } from '../rows/run-rows.ts';
import type { Irmad } from './irmad.ts';

/**
 * The canonical differences M/σ of every pixel, one array for each variate; 0 where unobserved.
 */
export function canonicalDifferences(
  model: Irmad,
  { before, after, observed }: Omit<ScaledPair, 'sample'>,
  { size, runRows, buffers }: RowWork,
): Float32Array[] {
  const differences = model.variates.map(() => buffers.take(observed.length));
  const combinations = combinationsOf(model, before, after);
  runRows(fillDifferences, { combinations, before, after, observed, differences }, size);
  return differences;
}

/**
 * The differences as sums over the unscaled bands of both dates: offset + Σ factor · min(value,
 * ceiling).
 */
function combinationsOf(model: Irmad, before: ScaledStack, after: ScaledStack): Combinations {
  const bandCount = before.bands.length;
  const combinations = noCombinations(model.variates.length, 2 * bandCount);
  const { offsets, factors, columnCount } = combinations;
  for (const [index, variate] of model.variates.entries()) {
    const unit = 1 / Math.sqrt(variate.variance);
    for (let band = 0; band < bandCount; band++) {
      const x = before.scales[band];
      const y = after.scales[band];
      const xFactor = unit * variate.before[band];
      const yFactor = -unit * variate.after[band];
      factors[index * columnCount + band] = xFactor * x.inverseDeviation;
      factors[index * columnCount + bandCount + band] = yFactor * y.inverseDeviation;
      offsets[index] -= xFactor * (x.mean * x.inverseDeviation + model.meanBefore[band]);
      offsets[index] -= yFactor * (y.mean * y.inverseDeviation + model.meanAfter[band]);
    }
  }
  return combinations;
}

interface DifferenceTask extends Omit<ScaledPair, 'sample'> {
  readonly combinations: Combinations;
  readonly differences: readonly Float32Array[];
}

/**
 * A row kernel: fills the differences of its rows, one array for each variate, with 0 where a pixel
 * is unobserved.
 */
export function fillDifferences(
  { combinations, before, after, observed, differences }: DifferenceTask,
  { width, first, end: endRow }: Rows,
): void {
  const bandCount = before.bands.length;
  const { columns, sums } = blocksFor(combinations);
  for (let start = first * width; start < endRow * width; start += blockValues) {
    const end = Math.min(endRow * width, start + blockValues);
    for (let band = 0; band < bandCount; band++) {
      const [x, y] = [before.bands[band], after.bands[band]];
      copyBelow(before.scales[band].ceiling, x.subarray(start, end), columns[band]);
      copyBelow(after.scales[band].ceiling, y.subarray(start, end), columns[bandCount + band]);
    }
    combineBlock(combinations, columns, sums);
    for (const [index, difference] of differences.entries()) {
      const sum = sums[index];
      for (let i = start; i < end; i++) difference[i] = observed[i] === 0 ? 0 : sum[i - start];
    }
  }
}

/** Copies values to the start of the target. Values above the ceiling become the ceiling. */
function copyBelow(
  ceiling: number,
  values: ScaledStack['bands'][number],
  target: Float64Array,
): void {
  for (let i = 0; i < values.length; i++) {
    let value = values[i];
    if (value > ceiling) value = ceiling;
    target[i] = value;
  }
}

interface SquaresTask {
  readonly differences: readonly Float32Array[];
  readonly divisors: readonly number[];
  readonly target: Float32Array;
}

/** Σ (M/divisor)² of each pixel, one divisor for each difference. */
export function sumSquares(
  { differences, divisors, target }: SquaresTask,
  { width, first, end }: Rows,
): void {
  const sums = target.subarray(first * width, end * width).fill(0);
  for (const [index, difference] of differences.entries()) {
    const factor = 1 / divisors[index] ** 2;
    addSquares(difference.subarray(first * width, end * width), sums, factor);
  }
}

/** Adds the squares of a line, multiplied by a factor. */
export function addSquares(values: Float32Array, sums: Float32Array, factor = 1): void {
  for (let i = 0; i < sums.length; i++) sums[i] += factor * values[i] * values[i];
}

/** Σ M² at the pixels of `positions`. */
export function squaresAt(
  differences: readonly Float32Array[],
  positions: Int32Array,
): Float32Array {
  const squares = new Float32Array(positions.length);
  for (const difference of differences) {
    for (let i = 0; i < positions.length; i++) squares[i] += difference[positions[i]] ** 2;
  }
  return squares;
}
