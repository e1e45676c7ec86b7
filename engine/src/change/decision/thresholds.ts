import { shareAbove } from '../../math/quantiles.ts';

const binCount = 256;
/**
 * A pixel needs less evidence where change is common. The threshold begins to sink at the share
 * `commonFrom` and has sunk by `commonRelief` at the share `commonWholly`.
 */
const commonFrom = 0.04;
const commonWholly = 0.12;
const commonRelief = 0.5;
/**
 * Two ranges of scores: `tail` belongs mostly to pixels that differ without having changed,
 * `beyondTail` to changed ones. There is a second mode if `beyondTail` holds at least `leastBeyond`
 * times as many scores as `tail`.
 */
const tail = [0.5, 2.5] as const;
const beyondTail = [3, 5] as const;
const leastBeyond = 0.6;
/**
 * A second mode also exists where the histogram, in steps of `modeStep` deviations, rises to
 * `modeRise` times the share of its lowest step so far. The step must hold at least the share
 * `leastMode`.
 */
const modeStep = 0.5;
const modeRise = 2;
const leastMode = 0.005;

/** Counts of values in equal bins from `minimum`. The last bin also counts all larger values. */
interface Histogram {
  readonly counts: Float64Array;
  readonly minimum: number;
  readonly binWidth: number;
}

/** Counts the values from the least one to the quantile `clipShare`. `sorted` is ascending. */
function clippedHistogram(sorted: Float32Array, clipShare: number): Histogram | undefined {
  if (sorted.length === 0) return undefined;
  const minimum = sorted[0];
  const maximum = sorted[Math.round(clipShare * (sorted.length - 1))];
  if (!(maximum > minimum)) return undefined;
  const binWidth = (maximum - minimum) / binCount;
  const counts = new Float64Array(binCount);
  for (let i = 0; i < sorted.length; i++) {
    counts[Math.min(binCount - 1, Math.floor((sorted[i] - minimum) / binWidth))]++;
  }
  return { counts, minimum, binWidth };
}

/**
 * For each bin, the counts, the sums and the sums of squares of bin numbers up to and including it.
 */
function cumulate({ counts }: Histogram) {
  const count = new Float64Array(binCount);
  const sum = new Float64Array(binCount);
  const squares = new Float64Array(binCount);
  for (let bin = 0, c = 0, s = 0, q = 0; bin < binCount; bin++) {
    count[bin] = c += counts[bin];
    sum[bin] = s += counts[bin] * bin;
    squares[bin] = q += counts[bin] * bin * bin;
  }
  return { count, sum, squares };
}

/**
 * Otsu's threshold (IEEE Trans. SMC 9(1), 1979). It separates two classes so that the variance
 * between them is largest. Values above the quantile `clipShare` count as that quantile, because a
 * few very large values would otherwise raise the threshold. The result is undefined if all values
 * are equal.
 */
export function otsuThreshold(sorted: Float32Array, clipShare: number): number | undefined {
  const histogram = clippedHistogram(sorted, clipShare);
  if (histogram === undefined) return undefined;
  const { count, sum } = cumulate(histogram);
  const allCount = count[binCount - 1];
  const allSum = sum[binCount - 1];
  let best = -1;
  let bestBin = -1;
  for (let bin = 0; bin < binCount - 1; bin++) {
    const below = count[bin];
    const above = allCount - below;
    if (below === 0 || above === 0) continue;
    const difference = sum[bin] / below - (allSum - sum[bin]) / above;
    const between = below * above * difference * difference;
    if (between > best) {
      best = between;
      bestBin = bin;
    }
  }
  return bestBin < 0 ? undefined : histogram.minimum + (bestBin + 1) * histogram.binWidth;
}

/**
 * Kittler & Illingworth's minimum error threshold (Pattern Recognition 19(1), 1986): the split
 * whose two normal classes describe the histogram best. Values are clipped as in `otsuThreshold`.
 * The result is undefined if no split leaves two classes with a spread.
 */
export function minimumErrorThreshold(sorted: Float32Array, clipShare: number): number | undefined {
  const histogram = clippedHistogram(sorted, clipShare);
  if (histogram === undefined) return undefined;
  const { count, sum, squares } = cumulate(histogram);
  const allCount = count[binCount - 1];
  let best = Number.POSITIVE_INFINITY;
  let bestBin = -1;
  for (let bin = 0; bin < binCount - 1; bin++) {
    const share1 = count[bin] / allCount;
    const share2 = 1 - share1;
    if (share1 === 0 || share2 === 0) continue;
    const variance1 = varianceOf(count[bin], sum[bin], squares[bin]);
    const variance2 = varianceOf(
      allCount - count[bin],
      sum[binCount - 1] - sum[bin],
      squares[binCount - 1] - squares[bin],
    );
    if (variance1 < 1 / 12 || variance2 < 1 / 12) continue;
    const error =
      share1 * Math.log(variance1) +
      share2 * Math.log(variance2) -
      2 * (share1 * Math.log(share1) + share2 * Math.log(share2));
    if (error < best) {
      best = error;
      bestBin = bin;
    }
  }
  return bestBin < 0 ? undefined : histogram.minimum + (bestBin + 1) * histogram.binWidth;
}

function varianceOf(count: number, sum: number, squares: number): number {
  const mean = sum / count;
  return squares / count - mean * mean;
}

/**
 * Lowers a threshold, in standard deviations, where change is common. It stays as it is while at
 * most 4 % of the sorted scores lie above it, and is half a deviation lower from 12 % on.
 */
export function lowerWhereCommon(threshold: number, sorted: Float32Array): number {
  const excess = shareAbove(sorted, threshold) - commonFrom;
  const common = Math.min(1, Math.max(0, excess / (commonWholly - commonFrom)));
  return threshold - commonRelief * common;
}

/**
 * Tells whether the sorted scores show change as a class of its own beside the unchanged pixels.
 * Either their histogram rises to twice its height after a valley, or scores from 3 to 5 are at
 * least 0.6 times as common as those from 0.5 to 2.5. Seasonal differences do neither: they become
 * rarer as they become larger.
 */
export function hasSecondMode(sorted: Float32Array): boolean {
  const share = ([low, high]: readonly [number, number]) =>
    shareAbove(sorted, low) - shareAbove(sorted, high);
  let valley = 1;
  for (let low = 0; low < beyondTail[1]; low += modeStep) {
    const here = share([low, low + modeStep]);
    if (here >= leastMode && here >= modeRise * valley) return true;
    valley = Math.min(valley, here);
  }
  return share(beyondTail) >= leastBeyond * share(tail);
}
