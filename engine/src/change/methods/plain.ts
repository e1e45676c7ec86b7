import { gather } from '../../math/quantiles.ts';
import { chiSquareTable } from '../../math/special-functions.ts';
import { otsuThreshold } from '../decision/thresholds.ts';
import { canonicalDifferences, sumSquares } from '../evidence/difference.ts';
import { type Irmad, irmad } from '../evidence/irmad.ts';
import type { ScaledPair } from '../pair/standardise.ts';
import { type ScoredPair, standardScores } from '../pair/standardise.ts';
import type { RowWork } from '../rows/run-rows.ts';

/**
 * The least separation of two classes that counts as change. It compares how far the upper class
 * lies above the lower one with the same ratio for the two halves of a distribution without change.
 * Pairs without change (with noise, haze, gradients or another season) reach 1.42. Crops of
 * Taizhou, of which up to a seventh changed, have 1.66 and more.
 */
const leastSeparation = 1.45;
const clipShare = 0.995;
/**
 * How many quantiles represent the distribution without change, and the step in which they are
 * searched for.
 */
const nullScores = 2_000;
const nullStep = 0.002;

/** What plain IR-MAD learns from the sample. */
export interface LearnedPlainScore {
  readonly model: Irmad;
  readonly threshold: number;
}

/**
 * Plain IR-MAD. The score is √Z, and the threshold is Otsu's on scores that are clipped at their
 * 99.5 % quantile. Otsu's method always finds two classes, even where nothing changed. If the
 * classes lie no further apart than the two halves of unchanged pixels' √Z, there is no second
 * class and the threshold is infinite. Nothing is learned from the sample if `known` is given.
 */
export function scorePlainly(
  pair: ScaledPair,
  work: RowWork,
  known?: LearnedPlainScore,
): ScoredPair & { readonly learned: LearnedPlainScore } {
  const { before, after, observed, sample } = pair;
  const { size, runRows, buffers } = work;
  const model =
    known?.model ?? irmad(standardScores(before, sample), standardScores(after, sample));
  const score = buffers.take(observed.length);
  const differences = canonicalDifferences(model, pair, work);
  const divisors = differences.map(() => 1);
  runRows(sumSquares, { differences, divisors, target: score }, size);
  buffers.giveBack(...differences);
  for (let i = 0; i < score.length; i++) score[i] = Math.sqrt(score[i]);
  const threshold =
    known?.threshold ?? chooseThreshold(gather(score, sample).sort(), differences.length);
  return { score, threshold, learned: { model, threshold } };
}

/** @param degrees of freedom that Z has where nothing changed: as many as there are bands */
function chooseThreshold(sorted: Float32Array, degrees: number): number {
  const otsu = otsuThreshold(sorted, clipShare);
  if (otsu === undefined) return Number.POSITIVE_INFINITY;
  const none = splitOfNoChange(degrees);
  const isApart = separation(sorted, otsu) >= leastSeparation * none.separation;
  // Two equal pictures differ by rounding only, and rounding can form classes of its own.
  return isApart && otsu >= none.threshold ? otsu : Number.POSITIVE_INFINITY;
}

/** The mean of the clipped scores from a threshold on, divided by the mean of those below it. */
function separation(sorted: Float32Array, threshold: number): number {
  const highest = sorted[Math.round(clipShare * (sorted.length - 1))];
  const [lower, upper] = [
    { sum: 0, count: 0 },
    { sum: 0, count: 0 },
  ];
  for (const score of sorted) {
    const side = score < threshold ? lower : upper;
    side.sum += Math.min(score, highest);
    side.count++;
  }
  // If most pixels are exactly equal on both dates, any other value stands out.
  return upper.sum / upper.count / (lower.sum / lower.count);
}

/**
 * Otsu's split of √Z where nothing changed, when Z is distributed as χ², and the separation of its
 * halves.
 */
function splitOfNoChange(degrees: number): { threshold: number; separation: number } {
  const survival = chiSquareTable(degrees);
  const scores = new Float32Array(nullScores);
  let score = 0;
  for (let index = 0; index < nullScores; index++) {
    const share = 1 - (index + 0.5) / nullScores;
    while (survival(score * score) > share) score += nullStep;
    scores[index] = score;
  }
  const threshold = otsuThreshold(scores, clipShare) ?? 0;
  return { threshold, separation: separation(scores, threshold) };
}
