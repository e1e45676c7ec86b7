import { expect, test } from 'vitest';
import { cholesky, symmetricEigen, weightedMoments } from './linear-algebra.ts';

const matrix = { size: 3, values: Float64Array.of(4, 1, 0.5, 1, 3, -0.2, 0.5, -0.2, 2) };

// Expected values: numpy (linalg.cholesky, linalg.eigvalsh, average, cov with aweights, ddof 0).
test('the Cholesky factor', () => {
  const expected = [
    2, 0, 0, 0.5, 1.6583123951777, 0, 0.25, -0.19598237397554635, 1.3780750738225074,
  ];
  const lower = cholesky(matrix);
  expected.forEach((value, i) => {
    expect(lower?.values[i]).toBeCloseTo(value, 12);
  });
});

test('a matrix that is not positive definite has no Cholesky factor', () => {
  expect(cholesky({ size: 2, values: Float64Array.of(1, 2, 2, 1) })).toBeUndefined();
  expect(cholesky({ size: 2, values: Float64Array.of(1, 1, 1, 1) })).toBeUndefined();
});

test('eigenvalues descend, and eigenvectors are what the matrix only scales', () => {
  const { values, vectors } = symmetricEigen(matrix);
  [4.65783843221636, 2.64928450564626, 1.6928770621373779].forEach((expected, i) => {
    expect(values[i]).toBeCloseTo(expected, 12);
    for (let row = 0; row < 3; row++) {
      let product = 0;
      for (let k = 0; k < 3; k++) product += matrix.values[row * 3 + k] * vectors[i][k];
      expect(product).toBeCloseTo(values[i] * vectors[i][row], 12);
    }
  });
});

test('weighted means and covariance', () => {
  const { mean, covariance, weight } = weightedMoments(
    [Float32Array.of(1, 2, 4, 0), Float32Array.of(2, 1, 6, 3)],
    Float32Array.of(1, 0.5, 2, 0.25),
  );
  expect(weight).toBe(3.75);
  expect(mean[0]).toBeCloseTo(2.66666667, 6);
  expect(mean[1]).toBeCloseTo(4.06666667, 6);
  [2.2222222222222223, 2.755555555555555, 2.755555555555555, 4.462222222222222].forEach(
    (value, i) => {
      expect(covariance.values[i]).toBeCloseTo(value, 5);
    },
  );
});
