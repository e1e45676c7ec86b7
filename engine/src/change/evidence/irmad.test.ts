import { describe, expect, test } from 'vitest';
import { chiSquareSurvival } from '../../math/special-functions.ts';
import { chiSquareStatistic, irmad } from './irmad.ts';

const pixels = 3600;

/** Pseudo-noise that any language gives alike. */
function noise(i: number, k: number): number {
  const value = Math.sin((i + 1) * 12.9898 + k * 78.233) * 43758.5453;
  return value - Math.floor(value);
}

/** Three bands on two dates with a gain, noise, and a change in every ninth pixel. */
function pair() {
  const before = [0, 1, 2].map((band) =>
    Float32Array.from(
      { length: pixels },
      (_, i) => 100 + 40 * Math.sin(i / 37 + band) + 20 * noise(i, band),
    ),
  );
  const after = before.map((values, band) =>
    values.map((_, i) => {
      const value = 100 + 40 * Math.sin(i / 37 + band) + 20 * noise(i, band);
      const change = i % 9 === 0 ? 60 * (band + 1) * noise(i, 20) : 0;
      return 90 + 1.2 * value + 15 * noise(i, band + 10) + change;
    }),
  );
  return { before, after };
}

describe('plain IR-MAD', () => {
  // Expected values: the same iteration in numpy, with scipy.linalg.eigh(S12·S22⁻¹·S21, S11).
  test('agrees with an independent implementation', () => {
    const { before, after } = pair();
    const model = irmad(before, after);
    expect(model.converged).toBe(true);
    expect(model.rounds).toBe(8);
    [0.9975090786227501, 0.9971701482235646, 0.9358198161837241].forEach((rho, i) => {
      expect(model.correlations[i]).toBeCloseTo(rho, 5);
    });

    const statistic = new Float32Array(pixels);
    chiSquareStatistic(model, before, after, statistic);
    const survival = Array.from(statistic, (value) => chiSquareSurvival(value, 3));
    expect(Math.abs(survival.filter((p) => p > 0.95).length - 20)).toBeLessThanOrEqual(1);
    expect(Math.abs(survival.filter((p) => p < 1e-4).length - 379)).toBeLessThanOrEqual(1);
  });

  test('does not depend on the scale of the bands', () => {
    const { before, after } = pair();
    const scaled = after.map((band, i) => band.map((value) => value * 10 ** i - 5));
    irmad(before, scaled).correlations.forEach((rho, i) => {
      expect(rho).toBeCloseTo(irmad(before, after).correlations[i], 4);
    });
  });

  test('gives identical pictures a statistic of zero', () => {
    const { before } = pair();
    const statistic = new Float32Array(pixels);
    chiSquareStatistic(irmad(before, before), before, before, statistic);
    expect(Math.max(...statistic)).toBeLessThan(1e-3);
  });

  test('stops at the round limit and says so', () => {
    const { before, after } = pair();
    const { rounds, converged } = irmad(before, after, { maxRounds: 2 });
    expect({ rounds, converged }).toEqual({ rounds: 2, converged: false });
  });
});

test('ridge and median keep weights on the unchanged half when half of the pixels change', () => {
  const { before, after } = pair();
  const changed = after.map((band, b) =>
    band.map((value, i) => (i % 2 === 0 ? 100 + 80 * noise(i, b + 30) : value)),
  );
  const model = irmad(before, changed, { ridge: 1e-3, rescaleByMedian: true });
  const statistic = new Float32Array(pixels);
  chiSquareStatistic(model, before, changed, statistic);
  const median = (parity: number) =>
    statistic.filter((_, i) => i % 2 === parity && i % 9 !== 0).sort()[800];
  expect(median(0)).toBeGreaterThan(20 * median(1));
});
