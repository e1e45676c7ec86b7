import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../pair/sample.ts';
import {
  hasSecondMode,
  lowerWhereCommon,
  minimumErrorThreshold,
  otsuThreshold,
} from './thresholds.ts';

/** Two normal classes, ascending. */
function twoClasses(low: [number, number, number], high: [number, number, number]): Float32Array {
  const random = mulberry32(7);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Float32Array.from({ length: low[2] + high[2] }, (_, i) => {
    const [mean, deviation] = i < low[2] ? low : high;
    return mean + deviation * normal();
  }).sort();
}

describe('Otsu', () => {
  // The split between two equal classes of one spread is half-way, by symmetry.
  test('splits two like classes half-way', () => {
    expect(otsuThreshold(twoClasses([0, 1, 20_000], [8, 1, 20_000]), 1)).toBeCloseTo(4, 0);
  });

  test('is not drawn by a few huge values when clipped', () => {
    const values = twoClasses([0, 1, 20_000], [8, 1, 20_000]);
    values.fill(1e6, values.length - 20);
    expect(otsuThreshold(values, 0.995)).toBeCloseTo(4, 0);
    expect(otsuThreshold(values, 1)).toBeGreaterThan(1000);
  });

  test('finds none in one value, or in nothing', () => {
    expect(otsuThreshold(new Float32Array(100).fill(3), 0.995)).toBeUndefined();
    expect(otsuThreshold(new Float32Array(0), 0.995)).toBeUndefined();
  });
});

describe('Kittler and Illingworth', () => {
  // Bayes' boundary of N(0, 1) and N(10, 3) at shares of 0.9 and 0.1 is 3.384 (scipy.optimize.brentq).
  test('finds the boundary of least error between unlike classes', () => {
    const threshold = minimumErrorThreshold(twoClasses([0, 1, 45_000], [10, 3, 5_000]), 1);
    expect(Math.abs((threshold ?? 0) - 3.384)).toBeLessThan(0.25);
  });

  test('finds none in one value', () => {
    expect(minimumErrorThreshold(new Float32Array(100).fill(3), 0.998)).toBeUndefined();
  });
});

test.each([
  [2, 2.5],
  [4, 2.5],
  [8, 2.25],
  [12, 2],
  [60, 2],
])('with %d of 100 pixels above 2.5 the threshold is %d', (above, expected) => {
  const sorted = Float32Array.from({ length: 100 }, (_, i) => (i < 100 - above ? 0 : 9));
  expect(lowerWhereCommon(2.5, sorted)).toBeCloseTo(expected, 6);
});

// Quantiles of an exponential distribution: its density falls to exp(−2.5 · rate) from 1.5 to 4.
test.each([
  [0.1, true],
  [0.15, true],
  [0.3, false],
  [1, false],
])('scores that fade at a rate of %d have a second mode: %s', (rate, expected) => {
  const sorted = Float32Array.from({ length: 20_000 }, (_, i) => -Math.log(1 - i / 20_000) / rate);
  expect(hasSecondMode(sorted)).toBe(expected);
});

test('a second class has its mode, also a weak one beside a valley; the flank of one class has none', () => {
  expect(hasSecondMode(twoClasses([-2, 1, 9_000], [4, 1.5, 1_000]))).toBe(true);
  expect(hasSecondMode(twoClasses([-2, 0.7, 9_000], [2, 0.7, 1_000]))).toBe(true);
  expect(hasSecondMode(twoClasses([-2, 2, 9_000], [-1, 2, 1_000]))).toBe(false);
});
