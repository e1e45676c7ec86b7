import { gather, selectQuantile } from '../math/quantiles.ts';
import type { ScaledStack } from './difference.ts';
import { boxCounts } from './observed.ts';
import type { Rows } from './rows.ts';
import type { RunRows } from './run-rows.ts';
import { SharedPlanes } from './shared-planes.ts';

const quantileBins = 16;
/** Fewer sampled pixels than this in each bin say nothing of a bin's median. */
const smallestBin = 20;
const largestDivisor = 4;

/**
 * How much edge there is at each pixel: the logarithm of the lesser of both dates' texture, texture
 * being the 3 × 3 variance of the standardised bands, summed over the bands. The lesser of the dates,
 * because an edge in one date only is a change, while misregistration shows at edges in both.
 */
export function edgeStrength(
  before: ScaledStack,
  after: ScaledStack,
  observed: Uint8Array,
  size: { width: number; height: number },
  runRows: RunRows,
  planes = new SharedPlanes(observed.length),
): Float32Array {
  const edge = planes.take(observed.length);
  runRows('fillEdgeStrength', { before, after, observed, edge }, size);
  return edge;
}

interface EdgeTask {
  readonly before: ScaledStack;
  readonly after: ScaledStack;
  readonly observed: Uint8Array;
  readonly edge: Float32Array;
}

export function fillEdgeStrength({ before, after, observed, edge }: EdgeTask, rows: Rows): void {
  const counts = boxCounts(observed, rows);
  const textureBefore = texture(before, observed, counts, rows);
  const textureAfter = texture(after, observed, counts, rows);
  const target = edge.subarray(rows.first * rows.width, rows.end * rows.width);
  for (let i = 0; i < target.length; i++) {
    target[i] = Math.log(Math.min(textureBefore[i], textureAfter[i]) + 1e-3);
  }
}

/** The texture of some rows; `counts` are theirs. */
function texture(
  { bands, scales }: ScaledStack,
  observed: Uint8Array,
  counts: Uint8Array,
  { width, height, first, end }: Rows,
): Float32Array {
  const result = new Float32Array(counts.length);
  for (let band = 0; band < bands.length; band++) {
    const scale = scales[band];
    if (scale.inverseDeviation === 0) continue;
    // The scores of three rows; those above and below the picture stay 0.
    let above = new Float32Array(width);
    let here = new Float32Array(width);
    let below = new Float32Array(width);
    if (first > 0) scoreRow(bands[band], scale, observed, (first - 1) * width, above);
    scoreRow(bands[band], scale, observed, first * width, here);
    for (let y = first; y < end; y++) {
      if (y + 1 < height) scoreRow(bands[band], scale, observed, (y + 1) * width, below);
      else below.fill(0);
      addRowVariance(above, here, below, counts, result, (y - first) * width);
      [above, here, below] = [here, below, above];
    }
  }
  return result;
}

/** Standard scores of one row of a band; 0 where unobserved. */
function scoreRow(
  values: ScaledStack['bands'][number],
  { ceiling, mean, inverseDeviation }: ScaledStack['scales'][number],
  observed: Uint8Array,
  start: number,
  scores: Float32Array,
): void {
  for (let x = 0; x < scores.length; x++) {
    const i = start + x;
    scores[x] = observed[i] === 0 ? 0 : (Math.min(values[i], ceiling) - mean) * inverseDeviation;
  }
}

/** Adds the 3 × 3 variance of the middle row's pixels to `target` from `start`. */
function addRowVariance(
  above: Float32Array,
  here: Float32Array,
  below: Float32Array,
  counts: Uint8Array,
  target: Float32Array,
  start: number,
): void {
  const width = here.length;
  let leftSum = 0;
  let leftSquares = 0;
  let sum = above[0] + here[0] + below[0];
  let squares = above[0] * above[0] + here[0] * here[0] + below[0] * below[0];
  for (let x = 0; x < width; x++) {
    let rightSum = 0;
    let rightSquares = 0;
    if (x + 1 < width) {
      const a = above[x + 1];
      const h = here[x + 1];
      const b = below[x + 1];
      rightSum = a + h + b;
      rightSquares = a * a + h * h + b * b;
    }
    const count = counts[start + x];
    if (count >= 2) {
      const share = 1 / count;
      const average = (leftSum + sum + rightSum) * share;
      const variance = (leftSquares + squares + rightSquares) * share - average * average;
      if (variance > 0) target[start + x] += variance;
    }
    leftSum = sum;
    leftSquares = squares;
    sum = rightSum;
    squares = rightSquares;
  }
}

/** What the statistic is to be divided by at edges of some strengths, and between them on straight lines. */
export interface LearnedEdges {
  /** Strengths, ascending. */
  readonly centers: Float64Array;
  readonly divisors: Float64Array;
}

/**
 * What is usual at edges: the statistic's median in 16 quantile bins of edge strength, smoothed by
 * [1 2 1], relative to the middle bin, from 1 to 4. Below the middle nothing is divided: misregistration
 * shows less at weaker edges, so what is larger there is change (a lake, a wide burn: no ground is
 * smoother). Undefined where the sample says nothing of it. `divideByEdge` applies it.
 */
export function learnEdges(
  statistic: Float32Array,
  edge: Float32Array,
  sample: Int32Array,
): LearnedEdges | undefined {
  const perBin = Math.floor(sample.length / quantileBins);
  if (perBin < smallestBin) return undefined;
  const { centers, medians } = mediansByEdge(statistic, edge, sample, perBin);
  const smoothed = medians.map((value, bin) => {
    const previous = medians[Math.max(0, bin - 1)];
    const next = medians[Math.min(quantileBins - 1, bin + 1)];
    return (previous + 2 * value + next) / 4;
  });
  const middle = smoothed[quantileBins >> 1];
  if (!(middle > 0)) return undefined;
  const divisors = smoothed.map((value, bin) =>
    bin <= quantileBins >> 1 ? 1 : Math.min(largestDivisor, Math.max(1, value / middle)),
  );
  return { centers, divisors };
}

interface EdgeDivision extends LearnedEdges {
  readonly statistic: Float32Array;
  readonly edge: Float32Array;
}

export function divideByEdge(
  { statistic, edge, centers, divisors }: EdgeDivision,
  { width, first, end }: Rows,
): void {
  for (let i = first * width; i < end * width; i++) {
    statistic[i] /= interpolate(centers, divisors, edge[i]);
  }
}

/** The statistic's median in bins of equally many sampled pixels by edge strength, and each bin's middle. */
function mediansByEdge(
  statistic: Float32Array,
  edge: Float32Array,
  sample: Int32Array,
  perBin: number,
): { centers: Float64Array; medians: Float64Array } {
  const strengths = gather(edge, sample);
  const sorted = strengths.slice().sort();
  const centers = new Float64Array(quantileBins);
  /** Where the next bin begins. */
  const ends = new Float64Array(quantileBins).fill(Number.POSITIVE_INFINITY);
  for (let bin = 0; bin < quantileBins; bin++) {
    centers[bin] = sorted[bin * perBin + (perBin >> 1)];
    if (bin > 0) ends[bin - 1] = sorted[bin * perBin];
  }
  const members = membersOfBins(gather(statistic, sample), strengths, ends);
  const medians = Float64Array.from(members, (values) => selectQuantile(values, 0.5));
  // Where very many edges are equally strong they fall in one bin, and the ones before it are empty.
  for (let bin = quantileBins - 2; bin >= 0; bin--) {
    if (members[bin].length === 0) medians[bin] = medians[bin + 1];
  }
  return { centers, medians };
}

/** The values whose strength lies in each bin, from the end of the one before it up to its own. */
function membersOfBins(
  values: Float32Array,
  strengths: Float32Array,
  ends: Float64Array,
): Float32Array[] {
  const binOf = new Uint8Array(values.length);
  const counts = new Uint32Array(ends.length);
  for (let i = 0; i < values.length; i++) {
    let bin = 0;
    while (bin < ends.length - 1 && !(strengths[i] < ends[bin])) bin++;
    binOf[i] = bin;
    counts[bin]++;
  }
  const members = Array.from(counts, (count) => new Float32Array(count));
  counts.fill(0);
  for (let i = 0; i < values.length; i++) members[binOf[i]][counts[binOf[i]]++] = values[i];
  return members;
}

/** Piecewise linear through (x[i], y[i]), x ascending, constant beyond the ends. */
function interpolate(x: Float64Array, y: Float64Array, at: number): number {
  const last = x.length - 1;
  if (at <= x[0]) return y[0];
  if (at >= x[last]) return y[last];
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (x[middle] <= at) low = middle;
    else high = middle;
  }
  const span = x[high] - x[low];
  return span > 0 ? y[low] + ((y[high] - y[low]) * (at - x[low])) / span : y[low];
}
