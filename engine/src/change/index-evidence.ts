import type { BandName } from '../source/scene.ts';
import { type Band, normalisedDifference } from './named-bands.ts';
import type { BandStack } from './options.ts';
import { selectQuantile } from './quantiles.ts';

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

  const indices = pairs.map(([first, second]) => indexShift(before, after, first, second, sample));
  const [nir, red] = pairs[0].map((band) => before.bands[band]);
  for (let i = 0; i < score.length; i++) {
    const ndviShift = shiftAt(indices[0], i);
    if (ndviShift > 0 && normalisedDifference(nir, red, i) >= vegetatedNdvi) {
      score[i] -= fullPenalty;
      continue;
    }
    const others = Math.max(Math.abs(shiftAt(indices[1], i)), Math.abs(shiftAt(indices[2], i)));
    const evidence = Math.max(Math.abs(ndviShift), others) / fullShift;
    if (evidence < 1) score[i] -= fullPenalty * (1 - evidence);
  }
}

/** An index on both dates, and its median shift over the sample. */
interface IndexShift {
  readonly before: readonly [Band, Band];
  readonly after: readonly [Band, Band];
  readonly usual: number;
}

function indexShift(
  before: BandStack,
  after: BandStack,
  first: number,
  second: number,
  sample: Int32Array,
): IndexShift {
  const shift: IndexShift = {
    before: [before.bands[first], before.bands[second]],
    after: [after.bands[first], after.bands[second]],
    usual: 0,
  };
  const shifts = new Float32Array(sample.length);
  for (let i = 0; i < sample.length; i++) shifts[i] = shiftAt(shift, sample[i]);
  return { ...shift, usual: selectQuantile(shifts, 0.5) };
}

/** How an index of a pixel shifted between the dates, against what is usual. */
function shiftAt({ before, after, usual }: IndexShift, i: number): number {
  return (
    normalisedDifference(after[0], after[1], i) -
    normalisedDifference(before[0], before[1], i) -
    usual
  );
}
