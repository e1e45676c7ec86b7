import { canonicalDifferences, type ScaledStack, sumOfSquares } from './difference.ts';
import { edgeStrength, normaliseByEdge } from './edges.ts';
import { empiricalNull, toScores } from './empirical-null.ts';
import { irmad, largestRescaling } from './irmad.ts';
import { removeLocalBias, rescaleToUnitDeviation } from './local-bias.ts';
import { gather, selectQuantile } from './quantiles.ts';
import type { ScoredPair } from './scored-pair.ts';
import { chiSquareMedian, chiSquareTable } from './special-functions.ts';
import { standardScores } from './standardise.ts';
import { minimumErrorThreshold, otsuThreshold } from './thresholds.ts';

/** The regularised IR-MAD of the automatic method; docs/methods/change-detection.md gives reasons. */
const ridgeOptions = {
  convergence: 1e-3,
  maxRounds: 20,
  ridge: 0.005,
  rescaleByMedian: true,
  noiseFloor: 0.15,
  firstPixels: 25_000,
};
const biasRounds = 2;
const lowestThreshold = 2.5;
const highestThreshold = 4;
/** An Otsu threshold below this splits the unchanged pixels themselves: there is no second mode. */
const noSecondMode = 1;

/**
 * The automatic method's score and threshold: ridge IR-MAD, freed of local bias and of what edges
 * do under misregistration, against the null distribution that the pair itself shows.
 */
export function scoreAutomatically(
  before: ScaledStack,
  after: ScaledStack,
  observed: Uint8Array,
  sample: Int32Array,
  width: number,
  height: number,
): ScoredPair {
  const columns = ({ bands, scales }: ScaledStack) =>
    bands.map((band, i) => standardScores(band, scales[i], sample));
  const model = irmad(columns(before), columns(after), ridgeOptions);

  const differences = canonicalDifferences(model, before, after, observed);
  const score = new Float32Array(observed.length);
  const weights = new Float32Array(observed.length);
  for (let round = 0; round < biasRounds; round++) {
    sumOfSquares(differences, score);
    noChangeWeights(score, observed, sample, differences.length, weights);
    removeLocalBias(differences, weights, width, height);
  }
  rescaleToUnitDeviation(differences, weights);
  sumOfSquares(differences, score);

  normaliseByEdge(score, edgeStrength(before, after, observed, width, height), sample);
  const sampled = gather(score, sample);
  const roots = sampled.map((value) => Math.cbrt(value)).sort();
  toScores(score, empiricalNull(roots, differences.length));
  return { score, threshold: chooseThreshold(gather(score, sample).sort()), model };
}

/** How surely each pixel is unchanged: the χ² tail of its statistic, scaled to the χ² median. */
function noChangeWeights(
  statistic: Float32Array,
  observed: Uint8Array,
  sample: Int32Array,
  degrees: number,
  weights: Float32Array,
): void {
  const median = selectQuantile(gather(statistic, sample), 0.5);
  const scale = median > 0 ? Math.min(chiSquareMedian(degrees) / median, largestRescaling) : 1;
  const survival = chiSquareTable(degrees);
  for (let i = 0; i < weights.length; i++) {
    weights[i] = observed[i] === 0 ? 0 : survival(statistic[i] * scale);
  }
}

/** The lesser of Otsu's and the minimum error threshold, within the limits that a normal null sets. */
function chooseThreshold(sorted: Float32Array): number {
  const otsu = otsuThreshold(sorted, 0.995);
  if (otsu === undefined || otsu < noSecondMode) return highestThreshold;
  const minimumError = minimumErrorThreshold(sorted, 0.998) ?? highestThreshold;
  return Math.min(highestThreshold, Math.max(lowestThreshold, Math.min(otsu, minimumError)));
}
