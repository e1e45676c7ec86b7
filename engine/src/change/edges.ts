import { gather, selectQuantile } from '../math/quantiles.ts';
import type { ScaledStack } from './difference.ts';
import { boxCounts } from './observed.ts';
import type { Rows } from './rows.ts';
import type { RunRows } from './run-rows.ts';
import { SharedPlanes } from './shared-planes.ts';
import { textureOf } from './texture.ts';

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
  const textureBefore = textureOf(before, observed, counts, rows);
  const textureAfter = textureOf(after, observed, counts, rows);
  const target = edge.subarray(rows.first * rows.width, rows.end * rows.width);
  for (let i = 0; i < target.length; i++) {
    target[i] = Math.log(Math.min(textureBefore[i], textureAfter[i]) + 1e-3);
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
  // Up to there edges are divided by 1: half of a picture's, and more.
  const firstDivided = divisors.findIndex((divisor) => divisor !== 1);
  if (firstDivided === -1) return;
  const weakest = firstDivided === 0 ? -Infinity : centers[firstDivided - 1];
  for (let i = first * width; i < end * width; i++) {
    if (edge[i] > weakest) statistic[i] /= interpolate(centers, divisors, edge[i]);
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
