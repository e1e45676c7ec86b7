import { gather, selectQuantile } from '../../math/quantiles.ts';
import { chiSquareMedian } from '../../math/special-functions.ts';
import {
  hasSecondMode,
  lowerWhereCommon,
  minimumErrorThreshold,
  otsuThreshold,
} from '../decision/thresholds.ts';
import { canonicalDifferences, squaresAt, sumSquares } from '../evidence/difference.ts';
import { divideByEdge, edgeStrength, type LearnedEdges, learnEdges } from '../evidence/edges.ts';
import {
  type EmpiricalNull,
  empiricalNull,
  fillScores,
  ownNull,
} from '../evidence/empirical-null.ts';
import { type Irmad, irmad, largestRescaling } from '../evidence/irmad.ts';
import { deviationsOf, removeLocalBias } from '../evidence/local-bias.ts';
import type { ScaledPair } from '../pair/standardise.ts';
import { type ScoredPair, standardScores } from '../pair/standardise.ts';
import type { RowWork } from '../rows/run-rows.ts';

/**
 * Options of the automatic method's regularised IR-MAD. docs/methods/change-detection.md explains
 * them.
 */
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
 * An Otsu threshold below `noSecondMode` may have split the unchanged pixels in two. It has
 * certainly done so if it lies within `ownDeviations` of the pair's own deviations from its
 * unchanged pixels, or if the histogram above it has no second mode.
 */
const noSecondMode = 1;
const ownDeviations = 2.5;

/** What the automatic method's scoring learns from the sample. */
export interface LearnedScore {
  readonly model: Irmad;
  /**
   * For each round of local bias, the factor that makes the statistic's median equal to that of χ².
   */
  readonly biasScales: readonly number[];
  /** One divisor for each canonical difference. */
  readonly divisors: readonly number[];
  readonly edges: LearnedEdges | undefined;
  readonly noChange: EmpiricalNull;
  readonly threshold: number;
}

/**
 * The automatic method's score and threshold. The statistic is that of a ridge IR-MAD, corrected
 * for local bias and for the effect of misregistration at edges. The score compares it with the
 * null distribution of the pair itself. `isNamed` says that the bands are known. Nothing is learned
 * from the sample if `known` is given.
 */
export function scoreAutomatically(
  pair: ScaledPair,
  { isNamed, known }: { readonly isNamed: boolean; readonly known?: LearnedScore | undefined },
  work: RowWork,
): ScoredPair & { readonly learned: LearnedScore } {
  const { before, after, observed, sample } = pair;
  const { size, runRows, buffers } = work;
  const model =
    known?.model ??
    irmad(standardScores(before, sample), standardScores(after, sample), ridgeOptions);

  const differences = canonicalDifferences(model, pair, work);
  const degrees = differences.length;
  const weights = buffers.take(observed.length);
  const biasScales: number[] = [];
  for (let round = 0; round < biasRounds; round++) {
    const scale =
      known?.biasScales[round] ?? chiSquareScale(squaresAt(differences, sample), degrees);
    biasScales.push(scale);
    removeLocalBias(differences, { observed, weights, scale }, work);
  }
  const divisors = known?.divisors ?? deviationsOf(differences, weights, work);
  buffers.giveBack(weights);
  const score = buffers.take(observed.length);
  runRows(sumSquares, { differences, divisors, target: score }, size);
  buffers.giveBack(...differences);

  const edge = edgeStrength(pair, work);
  const edges = known ? known.edges : learnEdges(score, edge, sample);
  if (edges) runRows(divideByEdge, { statistic: score, edge, ...edges }, size);
  buffers.giveBack(edge);
  const roots = gather(score, sample)
    .map((value) => Math.cbrt(value))
    .sort();
  const noChange = known?.noChange ?? empiricalNull(roots, degrees);
  runRows(fillScores, { statistic: score, ...noChange }, size);
  const threshold =
    known?.threshold ??
    chooseThreshold(gather(score, sample).sort(), endOfUnchanged(roots, noChange), isNamed);
  const learned = { model, biasScales, divisors, edges, noChange, threshold };
  return { score, threshold, learned };
}

/**
 * The score at which the pair's own unchanged pixels end. It is well below 0 if the pair is quieter
 * than the noise floor.
 */
function endOfUnchanged(roots: Float32Array, noChange: EmpiricalNull): number {
  const own = ownNull(roots);
  return (own.center + ownDeviations * own.spread - noChange.center) / noChange.spread;
}

/** The factor that makes the statistic's median equal to that of χ². Reorders `statistic`. */
function chiSquareScale(statistic: Float32Array, degrees: number): number {
  const median = selectQuantile(statistic, 0.5);
  return median > 0 ? Math.min(chiSquareMedian(degrees) / median, largestRescaling) : 1;
}

/**
 * The lower of Otsu's threshold and the minimum error threshold, within the limits that a normal
 * null sets. It is the highest one if the scores have no second mode: Otsu's threshold is low, and
 * it either lies among the pair's own unchanged pixels, which end at `unchanged`, or
 * `hasSecondMode` finds none. Where the bands are not named and change is common, the threshold is
 * up to half a deviation lower. Named bands come from runs, whose cloud masks leave rims that would
 * look like common change.
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
