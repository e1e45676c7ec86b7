/** A square matrix, row by row; `size` is the number of rows. */
export interface SquareMatrix {
  readonly size: number;
  readonly values: Float64Array;
}

/** A square matrix of zeros. */
export function zeroMatrix(size: number): SquareMatrix {
  return { size, values: new Float64Array(size * size) };
}

/** The block of `matrix` whose rows start at `row` and columns at `column`. */
export function block(matrix: SquareMatrix, row: number, column: number, size: number) {
  const result = zeroMatrix(size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      result.values[i * size + j] = matrix.values[(row + i) * matrix.size + column + j];
    }
  }
  return result;
}

/**
 * The lower triangle L of a symmetric positive definite matrix, matrix = L·Lᵀ; undefined when the
 * matrix is not positive definite (to working precision).
 */
export function cholesky(matrix: SquareMatrix): SquareMatrix | undefined {
  const { size, values } = matrix;
  const lower = zeroMatrix(size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = values[i * size + j];
      for (let k = 0; k < j; k++) {
        sum -= lower.values[i * size + k] * lower.values[j * size + k];
      }
      if (i === j) {
        if (!(sum > 1e-12 * Math.abs(values[i * size + i]))) return undefined;
        lower.values[i * size + i] = Math.sqrt(sum);
      } else {
        lower.values[i * size + j] = sum / lower.values[j * size + j];
      }
    }
  }
  return lower;
}

/** Solves L·X = B for X, column by column of B. */
export function solveLower(lower: SquareMatrix, right: SquareMatrix): SquareMatrix {
  const { size } = lower;
  const result = zeroMatrix(size);
  for (let column = 0; column < size; column++) {
    for (let i = 0; i < size; i++) {
      let sum = right.values[i * size + column];
      for (let k = 0; k < i; k++) {
        sum -= lower.values[i * size + k] * result.values[k * size + column];
      }
      result.values[i * size + column] = sum / lower.values[i * size + i];
    }
  }
  return result;
}

/** Solves Lᵀ·x = b. */
export function solveUpper(lower: SquareMatrix, right: Float64Array): Float64Array {
  const { size, values } = lower;
  const result = new Float64Array(size);
  for (let i = size - 1; i >= 0; i--) {
    let sum = right[i];
    for (let k = i + 1; k < size; k++) sum -= values[k * size + i] * result[k];
    result[i] = sum / values[i * size + i];
  }
  return result;
}

/** The transpose of a matrix, as a new matrix. */
export function transpose(matrix: SquareMatrix): SquareMatrix {
  const { size, values } = matrix;
  const result = zeroMatrix(size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) result.values[j * size + i] = values[i * size + j];
  }
  return result;
}

/** left · rightᵀ */
export function multiplyTransposed(left: SquareMatrix, right: SquareMatrix): SquareMatrix {
  const { size } = left;
  const result = zeroMatrix(size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += left.values[i * size + k] * right.values[j * size + k];
      result.values[i * size + j] = sum;
    }
  }
  return result;
}

/** matrixᵀ · vector */
export function multiplyTransposedVector(matrix: SquareMatrix, vector: Float64Array): Float64Array {
  const { size, values } = matrix;
  const result = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) result[j] += values[i * size + j] * vector[i];
  }
  return result;
}

/**
 * Eigenvalues (descending) and unit eigenvectors of a symmetric matrix by cyclic Jacobi rotations
 * (Golub & Van Loan, Matrix Computations, §8.5). `vectors[i]` belongs to `values[i]`.
 */
export function symmetricEigen(matrix: SquareMatrix): {
  values: Float64Array;
  vectors: Float64Array[];
} {
  const { size } = matrix;
  const a = Float64Array.from(matrix.values);
  const v = new Float64Array(size * size);
  for (let i = 0; i < size; i++) v[i * size + i] = 1;
  const decomposition = { a, v, size };

  for (let sweep = 0; sweep < 60 && offDiagonal(a, size) > 1e-22 * diagonal(a, size); sweep++) {
    for (let p = 0; p < size - 1; p++) {
      for (let q = p + 1; q < size; q++) rotate(decomposition, p, q);
    }
  }

  const order = Array.from({ length: size }, (_, i) => i).sort(
    (i, j) => a[j * size + j] - a[i * size + i],
  );
  return {
    values: Float64Array.from(order, (i) => a[i * size + i]),
    vectors: order.map((i) => Float64Array.from({ length: size }, (_, k) => v[k * size + i])),
  };
}

function diagonal(a: Float64Array, size: number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += a[i * size + i] ** 2;
  return sum;
}

function offDiagonal(a: Float64Array, size: number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) sum += a[i * size + j] ** 2;
  }
  return sum;
}

/** A symmetric matrix on its way to a diagonal one, and the vectors so far, both row by row. */
interface Decomposition {
  readonly a: Float64Array;
  readonly v: Float64Array;
  readonly size: number;
}

/** One Jacobi rotation, which makes a[p][q] zero. */
function rotate({ a, v, size }: Decomposition, p: number, q: number): void {
  const apq = a[p * size + q];
  if (apq === 0) return;
  const theta = (a[q * size + q] - a[p * size + p]) / (2 * apq);
  const sign = theta >= 0 ? 1 : -1;
  const t = sign / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(t * t + 1);
  const sine = t * cosine;
  for (let k = 0; k < size; k++) {
    const kp = a[k * size + p];
    const kq = a[k * size + q];
    a[k * size + p] = cosine * kp - sine * kq;
    a[k * size + q] = sine * kp + cosine * kq;
  }
  for (let k = 0; k < size; k++) {
    const pk = a[p * size + k];
    const qk = a[q * size + k];
    a[p * size + k] = cosine * pk - sine * qk;
    a[q * size + k] = sine * pk + cosine * qk;
    const vp = v[k * size + p];
    const vq = v[k * size + q];
    v[k * size + p] = cosine * vp - sine * vq;
    v[k * size + q] = sine * vp + cosine * vq;
  }
}

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
