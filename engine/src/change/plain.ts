import { canonicalDifferences, type ScaledStack } from './difference.ts';
import { irmad } from './irmad.ts';
import { gather } from './quantiles.ts';
import { sharedFloats } from './rows.ts';
import type { RunRows } from './run-rows.ts';
import type { ScoredPair } from './scored-pair.ts';
import { standardScores } from './standardise.ts';
import { otsuThreshold } from './thresholds.ts';

/**
 * Plain IR-MAD: the score is √Z, the threshold Otsu's on scores that are clipped at their 99.5 %
 * quantile. Always finds two classes, also where nothing changed: that is why it is not the default.
 */
export function scorePlainly(
  before: ScaledStack,
  after: ScaledStack,
  observed: Uint8Array,
  sample: Int32Array,
  size: { width: number; height: number },
  runRows: RunRows,
): ScoredPair {
  const columns = ({ bands, scales }: ScaledStack) =>
    bands.map((band, i) => standardScores(band, scales[i], sample));
  const model = irmad(columns(before), columns(after));
  const score = sharedFloats(observed.length);
  const differences = canonicalDifferences(model, before, after, observed, size, runRows);
  runRows('sumSquares', { differences, target: score }, size);
  for (let i = 0; i < score.length; i++) score[i] = Math.sqrt(score[i]);
  const threshold = otsuThreshold(gather(score, sample).sort(), 0.995) ?? Number.POSITIVE_INFINITY;
  return { score, threshold, model };
}
