import type { BandName } from '../source/scene.ts';
import type { BandStack } from './options.ts';
import { selectQuantile } from './quantiles.ts';

type Band = BandStack['bands'][number];

/** Normalised differences that land changes move: vegetation, burn ratio, water. */
const indexPairs: readonly (readonly [BandName, BandName])[] = [
  ['nir', 'red'],
  ['nir', 'swir2'],
  ['green', 'swir1'],
];

/** A shift of an index beyond which a change needs no more evidence than its score. */
const fullShift = 0.2;
/** How much lower a score counts where no index moved, in standard deviations. */
const fullPenalty = 3;
/** NDVI from which ground counts as vegetated. */
const vegetatedNdvi = 0.3;

/**
 * Lowers the score of pixels whose normalised indices hardly moved: light (sun, slope, haze, shadow)
 * changes all bands alike and leaves ratios nearly as they were, while clearing, burning, building or
 * flooding moves at least one. The penalty falls linearly from 3 where none of NDVI, NBR and MNDWI
 * moved against the scene's median shift to 0 where one moved by 0.2. Vegetation that is greener than
 * before has the full penalty: it is still vegetation, and crops do so every year. Works in place;
 * does nothing where the bands' names don't give all three indices.
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
    const shift = shiftOf(before, after, first, second, sample);
    for (let i = 0; i < largest.length; i++) largest[i] = Math.max(largest[i], Math.abs(shift(i)));
  }
  const [nir, red] = pairs[0];
  const ndviShift = shiftOf(before, after, nir, red, sample);
  for (let i = 0; i < score.length; i++) {
    const isGreener =
      ndviShift(i) > 0 &&
      normalisedDifference(before.bands[nir], before.bands[red], i) >= vegetatedNdvi;
    const evidence = isGreener ? 0 : Math.min(1, largest[i] / fullShift);
    score[i] -= fullPenalty * (1 - evidence);
  }
}

/** How an index of a pixel shifted between the dates, against the median shift of the sample. */
function shiftOf(
  before: BandStack,
  after: BandStack,
  first: number,
  second: number,
  sample: Int32Array,
): (i: number) => number {
  const shift = (i: number) =>
    normalisedDifference(after.bands[first], after.bands[second], i) -
    normalisedDifference(before.bands[first], before.bands[second], i);
  const usual = selectQuantile(Float32Array.from(sample, shift), 0.5);
  return (i) => shift(i) - usual;
}

/** (a − b)/(a + b) from −1 to 1; 0 where there is no light. Negative reflectance counts as none. */
function normalisedDifference(first: Band, second: Band, i: number): number {
  const a = Math.max(0, first[i]);
  const b = Math.max(0, second[i]);
  return a + b > 0 ? (a - b) / (a + b) : 0;
}
