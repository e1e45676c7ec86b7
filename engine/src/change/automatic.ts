import { gather, selectQuantile } from '../math/quantiles.ts';
import { chiSquareMedian } from '../math/special-functions.ts';
import { canonicalDifferences, type ScaledStack, squaresAt } from './difference.ts';
import { edgeStrength, type LearnedEdges, learnEdges } from './edges.ts';
import { type EmpiricalNull, empiricalNull, ownNull } from './empirical-null.ts';
import { type Irmad, irmad, largestRescaling } from './irmad.ts';
import { deviationsOf, removeLocalBias } from './local-bias.ts';
import type { RunRows } from './run-rows.ts';
import type { ScoredPair } from './scored-pair.ts';
import type { SharedPlanes } from './shared-planes.ts';
import { standardScores } from './standardise.ts';
import {
  hasSecondMode,
  lowerWhereCommon,
  minimumErrorThreshold,
  otsuThreshold,
} from './thresholds.ts';

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
/**
 * An Otsu threshold below this may split unchanged pixels: surely where it is nearer to them than so many
 * of the pair's own deviations, and where what lies above only fades. There is no second mode then.
 */
const noSecondMode = 1;
const ownDeviations = 2.5;

/** What the automatic method's score takes from a sample. */
export interface LearnedScore {
  readonly model: Irmad;
  /** Of each round of local bias: what makes the statistic's median that of χ². */
  readonly biasScales: readonly number[];
  /** Of each canonical difference. */
  readonly divisors: readonly number[];
  readonly edges: LearnedEdges | undefined;
  readonly noChange: EmpiricalNull;
  readonly threshold: number;
}

/**
 * The automatic method's score and threshold: ridge IR-MAD, freed of local bias and of what edges
 * do under misregistration, against the null distribution that the pair itself shows. `isNamed`
 * says that the bands are known: such pictures come from runs, whose masks leave rims of clouds.
 * Nothing is taken from the sample where it is `known`.
 */
export function scoreAutomatically(
  before: ScaledStack,
  after: ScaledStack,
  observed: Uint8Array,
  sample: Int32Array,
  size: { width: number; height: number },
  runRows: RunRows,
  isNamed: boolean,
  planes: SharedPlanes,
  known?: LearnedScore,
): ScoredPair & { readonly learned: LearnedScore } {
  const columns = ({ bands, scales }: ScaledStack) =>
    bands.map((band, i) => standardScores(band, scales[i], sample));
  const model = known?.model ?? irmad(columns(before), columns(after), ridgeOptions);

  const differences = canonicalDifferences(model, before, after, observed, size, runRows, planes);
  const degrees = differences.length;
  const weights = planes.take(observed.length);
  const biasScales: number[] = [];
  for (let round = 0; round < biasRounds; round++) {
    const scale =
      known?.biasScales[round] ?? chiSquareScale(squaresAt(differences, sample), degrees);
    biasScales.push(scale);
    removeLocalBias(differences, { observed, weights, scale }, size, runRows);
  }
  const divisors = known?.divisors ?? deviationsOf(differences, weights, size, runRows);
  planes.giveBack(weights);
  const score = planes.take(observed.length);
  runRows('sumSquares', { differences, divisors, target: score }, size);
  planes.giveBack(...differences);

  const edge = edgeStrength(before, after, observed, size, runRows, planes);
  const edges = known ? known.edges : learnEdges(score, edge, sample);
  if (edges) runRows('divideByEdge', { statistic: score, edge, ...edges }, size);
  planes.giveBack(edge);
  const roots = gather(score, sample)
    .map((value) => Math.cbrt(value))
    .sort();
  const noChange = known?.noChange ?? empiricalNull(roots, degrees);
  runRows('fillScores', { statistic: score, ...noChange }, size);
  const threshold =
    known?.threshold ??
    chooseThreshold(gather(score, sample).sort(), endOfUnchanged(roots, noChange), isNamed);
  const learned = { model, biasScales, divisors, edges, noChange, threshold };
  return { score, threshold, learned };
}

/** The score at which a pair's own unchanged pixels end: well below 0 where it is quieter than the noise floor. */
function endOfUnchanged(roots: Float32Array, noChange: EmpiricalNull): number {
  const own = ownNull(roots);
  return (own.center + ownDeviations * own.spread - noChange.center) / noChange.spread;
}

/** What makes the statistic's median that of χ². Reorders `statistic`. */
function chiSquareScale(statistic: Float32Array, degrees: number): number {
  const median = selectQuantile(statistic, 0.5);
  return median > 0 ? Math.min(chiSquareMedian(degrees) / median, largestRescaling) : 1;
}

/**
 * The lesser of Otsu's and the minimum error threshold, within the limits that a normal null sets.
 * Where much of a pair of unknown bands lies above it, up to half a deviation lower; between scenes
 * that a mask has cut out, much lies above it at rims and edges. The highest where there is no second mode:
 * Otsu's lies low, and either among the pair's own unchanged pixels, which end at `unchanged`, or above a
 * bulk whose differences fade.
 */
function chooseThreshold(sorted: Float32Array, unchanged: number, isNamed: boolean): number {
  const otsu = otsuThreshold(sorted, 0.995);
  if (otsu === undefined) return highestThreshold;
  const isSplitLow = otsu < noSecondMode;
  if (isSplitLow && (otsu < unchanged || !hasSecondMode(sorted))) return highestThreshold;
  const minimumError = minimumErrorThreshold(sorted, 0.998) ?? highestThreshold;
  const split = Math.min(otsu, minimumError);
  const threshold = Math.min(highestThreshold, Math.max(lowestThreshold, split));
  return isNamed ? threshold : lowerWhereCommon(threshold, sorted);
}
