import { inPairs } from '../math/in-pairs.ts';
import type { Irmad } from './irmad.ts';
import type { BandStack } from './options.ts';
import type { Rows } from './rows.ts';
import type { RunRows } from './run-rows.ts';
import { SharedPlanes } from './shared-planes.ts';
import type { Standardisation } from './standardise.ts';

/** A date's bands and how each becomes standard scores. */
export interface ScaledStack {
  readonly bands: BandStack['bands'];
  readonly scales: readonly Standardisation[];
}

/** Pixels of a block: small enough that the values of all bands stay in the processor's nearest cache. */
const blockPixels = 256;
/** Variates and columns that `combine` takes at once: as many factors as a processor has registers for. */
const variatesAtOnce = 2;
const columnsAtOnce = 4;

/**
 * The canonical differences M/σ of every pixel, one array for each variate; 0 where unobserved.
 */
export function canonicalDifferences(
  model: Irmad,
  before: ScaledStack,
  after: ScaledStack,
  observed: Uint8Array,
  size: { width: number; height: number },
  runRows: RunRows,
  planes = new SharedPlanes(observed.length),
): Float32Array[] {
  const differences = model.variates.map(() => planes.take(observed.length));
  const combinations = combinationsOf(model, before, after);
  runRows('fillDifferences', { combinations, before, after, observed, differences }, size);
  return differences;
}

/**
 * Differences as sums over columns, the bands of both dates as they are: offset + Σ factor · min(value,
 * ceiling). Columns and variates are filled up with zeros to what is worked on at once.
 */
interface Combinations {
  readonly offsets: Float64Array;
  /** Row by row: one for each variate. */
  readonly factors: Float64Array;
  readonly columnCount: number;
}

function combinationsOf(model: Irmad, before: ScaledStack, after: ScaledStack): Combinations {
  const bandCount = before.bands.length;
  const columnCount = roundUp(2 * bandCount, columnsAtOnce);
  const variateCount = roundUp(model.variates.length, variatesAtOnce);
  const offsets = new Float64Array(variateCount);
  const factors = new Float64Array(variateCount * columnCount);
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
  return { offsets, factors, columnCount };
}

function roundUp(count: number, multiple: number): number {
  return Math.ceil(count / multiple) * multiple;
}

interface DifferenceTask {
  readonly combinations: Combinations;
  readonly before: ScaledStack;
  readonly after: ScaledStack;
  readonly observed: Uint8Array;
  readonly differences: readonly Float32Array[];
}

export function fillDifferences(
  { combinations, before, after, observed, differences }: DifferenceTask,
  { width, first, end: endRow }: Rows,
): void {
  const { offsets, factors, columnCount } = combinations;
  const bandCount = before.bands.length;
  const block = () => new Float64Array(blockPixels);
  const columns = Array.from({ length: columnCount }, block);
  const sums = Array.from(offsets, block);
  for (let start = first * width; start < endRow * width; start += blockPixels) {
    const end = Math.min(endRow * width, start + blockPixels);
    for (let band = 0; band < bandCount; band++) {
      copyBelow(before.scales[band].ceiling, before.bands[band], start, end, columns[band]);
      copyBelow(
        after.scales[band].ceiling,
        after.bands[band],
        start,
        end,
        columns[bandCount + band],
      );
    }
    for (const [index, sum] of sums.entries()) sum.fill(offsets[index]);
    for (let variate = 0; variate < sums.length; variate += variatesAtOnce) {
      for (let column = 0; column < columnCount; column += columnsAtOnce) {
        combine(sums, columns, factors, variate, column);
      }
    }
    for (const [index, difference] of differences.entries()) {
      const sum = sums[index];
      for (let i = start; i < end; i++) difference[i] = observed[i] === 0 ? 0 : sum[i - start];
    }
  }
}

/** Copies a run of values, those above the ceiling as the ceiling. */
function copyBelow(
  ceiling: number,
  values: ScaledStack['bands'][number],
  start: number,
  end: number,
  target: Float64Array,
): void {
  for (let i = start; i < end; i++) {
    let value = values[i];
    if (value > ceiling) value = ceiling;
    target[i - start] = value;
  }
}

/**
 * Adds four columns to two sums. Each value is loaded once for both, and each sum once for all four:
 * a third of the time of one after the other.
 */
function combine(
  sums: readonly Float64Array[],
  columns: readonly Float64Array[],
  factors: Float64Array,
  variate: number,
  column: number,
): void {
  const [one, two] = [sums[variate], sums[variate + 1]];
  const a = columns[column];
  const b = columns[column + 1];
  const c = columns[column + 2];
  const d = columns[column + 3];
  const first = variate * columns.length + column;
  const second = first + columns.length;
  const [oneA, oneB] = [factors[first], factors[first + 1]];
  const [oneC, oneD] = [factors[first + 2], factors[first + 3]];
  const [twoA, twoB] = [factors[second], factors[second + 1]];
  const [twoC, twoD] = [factors[second + 2], factors[second + 3]];
  for (let i = 0; i < blockPixels; i++) {
    const p = a[i];
    const q = b[i];
    const r = c[i];
    const s = d[i];
    one[i] += oneA * p + oneB * q + oneC * r + oneD * s;
    two[i] += twoA * p + twoB * q + twoC * r + twoD * s;
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
  const parts = differences.map((difference) => difference.subarray(first * width, end * width));
  const nothing = new Float32Array(sums.length);
  const factors = inPairs(
    divisors.map((divisor) => 1 / divisor ** 2),
    0,
  );
  for (const [pair, [one, two]] of inPairs(parts, nothing).entries()) {
    addSquares(one, two, sums, factors[pair]);
  }
}

/** Adds the squares of two lines, each times a factor. */
export function addSquares(
  one: Float32Array,
  two: Float32Array,
  sums: Float32Array,
  [oneFactor, twoFactor]: readonly [number, number],
): void {
  for (let i = 0; i < sums.length; i++) {
    const p = one[i];
    const q = two[i];
    sums[i] += oneFactor * p * p + twoFactor * q * q;
  }
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
