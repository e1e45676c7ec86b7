import { type SquareMatrix, zeroMatrix } from './linear-algebra.ts';

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
  const weighted = new Float32Array(count);
  for (let row = 0; row < size; row++) {
    const column = columns[row];
    const center = mean[row];
    for (let i = 0; i < count; i++) weighted[i] = weights[i] * (column[i] - center);
    // Σ w·(x − x̄)·y is already the covariance's numerator: Σ w·(x − x̄)·ȳ is zero.
    for (let other = 0; other <= row; other++) {
      const value = dot(weighted, columns[other]) / weight;
      covariance.values[row * size + other] = value;
      covariance.values[other * size + row] = value;
    }
  }
  return { mean, covariance, weight };
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i] * other[i];
  return sum;
}
