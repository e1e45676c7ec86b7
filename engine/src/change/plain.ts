import { gather } from '../math/quantiles.ts';
import { canonicalDifferences, type ScaledStack } from './difference.ts';
import { fitNull } from './empirical-null.ts';
import { type Irmad, irmad } from './irmad.ts';
import type { RunRows } from './run-rows.ts';
import type { ScoredPair } from './scored-pair.ts';
import type { SharedPlanes } from './shared-planes.ts';
import { standardScores } from './standardise.ts';
import { otsuThreshold } from './thresholds.ts';

/** A threshold within so many deviations of no change splits the unchanged pixels themselves. */
const leastDeviations = 2.5;

/** What plain IR-MAD takes from a sample. */
export interface LearnedPlainScore {
  readonly model: Irmad;
  readonly threshold: number;
}

/**
 * Plain IR-MAD: the score is √Z, the threshold Otsu's on scores that are clipped at their 99.5 %
 * quantile. Otsu's always finds two classes, also where nothing changed: where its threshold lies within
 * 2.5 deviations of no change as the pair shows it, there is no second class, and the threshold is
 * infinite. Nothing is taken from the sample where it is `known`.
 */
export function scorePlainly(
  before: ScaledStack,
  after: ScaledStack,
  observed: Uint8Array,
  sample: Int32Array,
  size: { width: number; height: number },
  runRows: RunRows,
  planes: SharedPlanes,
  known?: LearnedPlainScore,
): ScoredPair & { readonly learned: LearnedPlainScore } {
  const columns = ({ bands, scales }: ScaledStack) =>
    bands.map((band, i) => standardScores(band, scales[i], sample));
  const model = known?.model ?? irmad(columns(before), columns(after));
  const score = planes.take(observed.length);
  const differences = canonicalDifferences(model, before, after, observed, size, runRows, planes);
  const divisors = differences.map(() => 1);
  runRows('sumSquares', { differences, divisors, target: score }, size);
  planes.giveBack(...differences);
  for (let i = 0; i < score.length; i++) score[i] = Math.sqrt(score[i]);
  const threshold = known?.threshold ?? chooseThreshold(gather(score, sample).sort());
  return { score, threshold, learned: { model, threshold } };
}

function chooseThreshold(sorted: Float32Array): number {
  const otsu = otsuThreshold(sorted, 0.995);
  const splitsChange = otsu !== undefined && deviations(otsu, sorted) >= leastDeviations;
  return splitsChange ? otsu : Number.POSITIVE_INFINITY;
}

/** How far a value of √Z is from no change, in the deviations of the lower quantiles of ∛Z. */
function deviations(score: number, sorted: Float32Array): number {
  const root = (value: number) => Math.cbrt(value * value);
  const { center, spread } = fitNull(sorted.map(root));
  // Where most pixels are exactly alike anything else stands out.
  return spread > 0 ? (root(score) - center) / spread : Number.POSITIVE_INFINITY;
}
