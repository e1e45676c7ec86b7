import { describe, expect, test } from 'vitest';
import {
  chiSquareMedian,
  chiSquareSurvival,
  chiSquareTable,
  normalQuantile,
} from './special-functions.ts';

// Expected values: scipy (chi2.sf, chi2.median, norm.ppf).
describe('the χ² tail', () => {
  test.each([
    [0.5, 1, 0.47950012218695337],
    [3.841458820694124, 1, 0.05],
    [2.366, 3, 0.4999950903659851],
    [12.591587243743977, 6, 0.05],
    [1e-3, 6, 0.9999999999791744],
    [60, 6, 4.501016648012131e-11],
    [300, 7, 6.0496418565564134e-61],
  ])('sf(%d, %d degrees)', (x, degrees, expected) => {
    expect(chiSquareSurvival(x, degrees) / expected).toBeCloseTo(1, 9);
  });

  test('is 1 at and below zero and 0 at infinity', () => {
    expect(chiSquareSurvival(0, 4)).toBe(1);
    expect(chiSquareSurvival(-1, 4)).toBe(1);
    expect(chiSquareSurvival(Number.POSITIVE_INFINITY, 4)).toBe(0);
  });

  test.each([1, 2, 3, 6, 14])('as a table agrees to 1e-5 from 0.05 on, %d degrees', (degrees) => {
    const table = chiSquareTable(degrees);
    for (let x = 0.05; x < 90; x += 0.337) {
      expect(Math.abs(table(x) - chiSquareSurvival(x, degrees))).toBeLessThan(1e-5);
    }
  });

  test.each([
    [1, 0.454936423119572],
    [3, 2.3659738843753377],
    [6, 5.348120627447116],
  ])('has its median, %d degrees', (degrees, expected) => {
    expect(chiSquareMedian(degrees)).toBeCloseTo(expected, 10);
  });
});

test.each([
  [0.1, -1.2815515655446004],
  [0.25, -0.6744897501960817],
  [0.5, 0],
  [0.975, 1.959963984540054],
])('normal quantile of %d', (probability, expected) => {
  expect(normalQuantile(probability)).toBeCloseTo(expected, 10);
});

test('a normal quantile of something that is no probability is refused', () => {
  expect(() => normalQuantile(1)).toThrow('got 1');
});
