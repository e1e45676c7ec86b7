import type { BandName } from '../source/scene.ts';
import type { BandStack } from './options.ts';
import { selectQuantile } from './quantiles.ts';

type Band = BandStack['bands'][number];

/** Normalised differences that land changes move: burn ratio, vegetation, water. */
const indexPairs: readonly (readonly [BandName, BandName])[] = [
  ['nir', 'swir2'],
  ['nir', 'red'],
  ['green', 'swir1'],
];

/** A shift of an index beyond which a change needs no more evidence than its score. */
const fullShift = 0.2;
/** How much lower a score counts where no index moved, in standard deviations. */
const fullPenalty = 3;

/**
 * Lowers the score of pixels whose normalised indices hardly moved: light (sun, slope, haze, shadow)
 * changes all bands alike and leaves ratios nearly as they were, while clearing, burning, building or
 * flooding moves at least one. The penalty falls linearly from 3 where none of NBR, NDVI and MNDWI
 * moved against the scene's median shift to 0 where one moved by 0.2. Works in place; does
 * nothing where the bands' names don't give all three indices.
 */
export function weighByIndices(
  score: Float32Array,
  before: BandStack,
  after: BandStack,
  sample: Int32Array,
): void {
  const pairs = indexPairs.map((pair) => pair.map((name) => before.names?.indexOf(name) ?? -1));
  if (pairs.flat().includes(-1)) return;

  const largest = new Float32Array(score.length);
  for (const [first, second] of pairs) {
    const shift = (i: number) =>
      normalisedDifference(after.bands[first], after.bands[second], i) -
      normalisedDifference(before.bands[first], before.bands[second], i);
    const usual = selectQuantile(Float32Array.from(sample, shift), 0.5);
    for (let i = 0; i < largest.length; i++) {
      largest[i] = Math.max(largest[i], Math.abs(shift(i) - usual));
    }
  }
  for (let i = 0; i < score.length; i++) {
    if (largest[i] < fullShift) score[i] -= fullPenalty * (1 - largest[i] / fullShift);
  }
}

/** (a − b)/(a + b) from −1 to 1; 0 where there is no light. Negative reflectance counts as none. */
function normalisedDifference(first: Band, second: Band, i: number): number {
  const a = Math.max(0, first[i]);
  const b = Math.max(0, second[i]);
  return a + b > 0 ? (a - b) / (a + b) : 0;
}
