import { type SquareMatrix, zeroMatrix } from './linear-algebra.ts';

/** Pixels of a block: small enough that all its columns stay in the processor's cache. */
const blockPixels = 1024;

export interface Moments {
  readonly mean: Float64Array;
  readonly covariance: SquareMatrix;
  readonly weight: number;
}

/**
 * Weighted means and covariance (divided by the sum of weights) of `columns`, each of which holds
 * one variable at the same pixels.
 */
export function weightedMoments(columns: readonly Float32Array[], weights: Float32Array): Moments {
  const size = columns.length;
  const count = weights.length;
  let weight = 0;
  for (let i = 0; i < count; i++) weight += weights[i];

  const mean = new Float64Array(size);
  for (let v = 0; v < size; v++) {
    const column = columns[v];
    let sum = 0;
    for (let i = 0; i < count; i++) sum += weights[i] * column[i];
    mean[v] = sum / weight;
  }

  const covariance = zeroMatrix(size);
  const weighted = new Float32Array(blockPixels);
  for (let start = 0; start < count; start += blockPixels) {
    const end = Math.min(count, start + blockPixels);
    for (let row = 0; row < size; row++) {
      const column = columns[row];
      const center = mean[row];
      for (let i = start; i < end; i++) weighted[i - start] = weights[i] * (column[i] - center);
      for (let other = 0; other <= row; other++) {
        covariance.values[row * size + other] += dot(weighted, columns[other], start, end);
      }
    }
  }
  // Σ w·(x − x̄)·y is already the covariance's numerator: Σ w·(x − x̄)·ȳ is zero.
  for (let row = 0; row < size; row++) {
    for (let other = 0; other <= row; other++) {
      const value = covariance.values[row * size + other] / weight;
      covariance.values[row * size + other] = value;
      covariance.values[other * size + row] = value;
    }
  }
  return { mean, covariance, weight };
}

function dot(weighted: Float32Array, column: Float32Array, start: number, end: number): number {
  // Four sums: each addition then waits for none of the three before it.
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let i = start;
  for (; i + 3 < end; i += 4) {
    const at = i - start;
    first += weighted[at] * column[i];
    second += weighted[at + 1] * column[i + 1];
    third += weighted[at + 2] * column[i + 2];
    fourth += weighted[at + 3] * column[i + 3];
  }
  for (; i < end; i++) first += weighted[i - start] * column[i];
  return first + second + third + fourth;
}
