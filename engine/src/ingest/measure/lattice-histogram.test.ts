import { expect, test } from 'vitest';
import { LatticeHistogram } from './lattice-histogram.ts';

test('what a caller counts in the bins stays when they are laid anew', () => {
  const histogram = new LatticeHistogram();
  histogram.add(Float64Array.of(0, 1), 2, 0, 1);
  const { counts, perUnit, first } = histogram.bins;
  const below = Math.floor(-1.4 * perUnit - first);
  expect(below).toBeGreaterThanOrEqual(0);
  counts[below]++;
  histogram.hasCounted(-1.4, -1.4);
  // Bins of the width so far would reach from 3.9 down to 0, and little further.
  histogram.add(Float64Array.of(3.9), 1, 3.9, 3.9);
  const state = histogram.state();
  expect(state.counts.reduce((sum, count) => sum + count)).toBe(4);
  expect(state.first * state.width).toBeLessThanOrEqual(-1.4);
  expect((state.first + 1) * state.width).toBeGreaterThan(-1.4);
});
