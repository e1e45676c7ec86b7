import { expect, test } from 'vitest';
import { shareAbove } from '../../math/quantiles.ts';
import { normalQuantile } from '../../math/special-functions.ts';
import { empiricalNull } from './empirical-null.ts';

/** So many values of a normal distribution, evenly through it, ascending. */
function normalValues(count: number, mean: number, deviation: number): number[] {
  return Array.from(
    { length: count },
    (_, i) => mean + deviation * normalQuantile((i + 0.5) / count),
  );
}

test.each([0, 100, 300, 450])(
  'change over %d of 1,000 pixels does not widen what counts as no change',
  (changed) => {
    const unchanged = normalValues(1000 - changed, 3, 0.6);
    const sorted = Float32Array.from([...unchanged, ...Array.from({ length: changed }, () => 8)]);
    const { center, spread } = empiricalNull(sorted, 1);
    expect(center).toBeCloseTo(3, 1);
    expect(spread).toBeGreaterThan(0.58);
    expect(spread).toBeLessThan(0.64);
  },
);

// ∛χ² with 6 degrees: mean ∛6·(1 − 2/54), deviation ∛6·√(2/54) (Wilson & Hilferty).
test('a quiet pair is not held to less than the noise floor', () => {
  const { center, spread } = empiricalNull(Float32Array.from(normalValues(1000, 0.4, 0.1)), 6);
  expect(center).toBeCloseTo(1.7498, 3);
  expect(spread).toBeCloseTo(0.3497, 3);
});

test('shareAbove counts what is above a limit', () => {
  const sorted = Float32Array.from([1, 2, 2, 3]);
  expect([0, 2, 3].map((limit) => shareAbove(sorted, limit))).toEqual([1, 0.25, 0]);
});
