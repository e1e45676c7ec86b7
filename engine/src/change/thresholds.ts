import { shareAbove } from '../math/quantiles.ts';

const binCount = 256;
/** Where change is common a pixel needs less evidence: from this share on, and by so much at the other. */
const commonFrom = 0.04;
const commonWholly = 0.12;
const commonRelief = 0.5;
/** Scores of what only differs more than most, scores of change, and the least of these for each of those. */
const tail = [0.5, 2.5] as const;
const beyondTail = [3, 5] as const;
const leastBeyond = 0.6;
/** A mode rises to so many times its valley's share, in steps of half a deviation, and to at least this share. */
const modeStep = 0.5;
const modeRise = 2;
const leastMode = 0.005;

/** Counts of the values in equal bins from `minimum`; values above the last bin's end count in it. */
interface Histogram {
  readonly counts: Float64Array;
  readonly minimum: number;
  readonly binWidth: number;
}

/** A histogram from the least value to the quantile `clipShare`. `sorted` is ascending. */
function clippedHistogram(sorted: Float32Array, clipShare: number): Histogram | undefined {
  if (sorted.length === 0) return undefined;
  const minimum = sorted[0];
  const maximum = sorted[Math.round(clipShare * (sorted.length - 1))];
  if (!(maximum > minimum)) return undefined;
  const binWidth = (maximum - minimum) / binCount;
  const counts = new Float64Array(binCount);
  for (let i = 0; i < sorted.length; i++) {
    counts[Math.min(binCount - 1, Math.floor((sorted[i] - minimum) / binWidth))] += 1;
  }
  return { counts, minimum, binWidth };
}

/** Counts, sums and sums of squares (of bin numbers) of each bin and all below. */
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
 * Otsu's threshold (IEEE Trans. SMC 9(1), 1979), which separates two classes so that the variance
 * between them is largest; values above the quantile `clipShare` count as that quantile, since a few
 * huge ones would draw the threshold to them. Undefined where all values are one.
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
 * Kittler & Illingworth's minimum error threshold (Pattern Recognition 19(1), 1986): the split whose
 * two normal classes describe the histogram best. Clipped as `otsuThreshold`; undefined where no
 * split leaves two classes with a spread.
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
 * A threshold in standard deviations, up to half of one lower where more than 4 % (wholly from 12 %) of
 * the sorted scores lie above it: there change is what is to be expected.
 */
export function lowerWhereCommon(threshold: number, sorted: Float32Array): number {
  const excess = shareAbove(sorted, threshold) - commonFrom;
  const common = Math.min(1, Math.max(0, excess / (commonWholly - commonFrom)));
  return threshold - commonRelief * common;
}

/**
 * Whether sorted scores above the bulk show change as a kind of its own: they rise to twice as many after a
 * valley, or stay about as many up to 5 standard deviations. The differences of a season fade, the fewer the
 * larger they are.
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
