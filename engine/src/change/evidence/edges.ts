import { gather, selectQuantile } from '../../math/quantiles.ts';
import { boxCounts } from '../pair/observed.ts';
import type { ScaledPair } from '../pair/standardise.ts';
import type { Rows } from '../rows/rows.ts';
import type { RowWork } from '../rows/run-rows.ts';
import { textureOf } from './texture.ts';

const quantileBins = 16;
/** With fewer sampled pixels in each bin, a bin's median is not reliable. */
const smallestBin = 20;
const largestDivisor = 4;

/**
 * How much edge there is at each pixel: the logarithm of the smaller texture of the two dates.
 * Texture is the 3 × 3 variance of the standardised bands, summed over the bands. The smaller one
 * is taken because an edge in one date only is a change, while misregistration appears at edges
 * that both dates have.
 */
export function edgeStrength(
  { before, after, observed }: Omit<ScaledPair, 'sample'>,
  { size, runRows, buffers }: RowWork,
): Float32Array {
  const edge = buffers.take(observed.length);
  runRows(fillEdgeStrength, { before, after, observed, edge }, size);
  return edge;
}

interface EdgeTask extends Omit<ScaledPair, 'sample'> {
  readonly edge: Float32Array;
}

/** A row kernel: fills the edge strength of its rows. */
export function fillEdgeStrength({ before, after, observed, edge }: EdgeTask, rows: Rows): void {
  const counts = boxCounts(observed, rows);
  const textureBefore = textureOf(before, observed, counts, rows);
  const textureAfter = textureOf(after, observed, counts, rows);
  const target = edge.subarray(rows.first * rows.width, rows.end * rows.width);
  for (let i = 0; i < target.length; i++) {
    target[i] = Math.log(Math.min(textureBefore[i], textureAfter[i]) + 1e-3);
  }
}

/**
 * The divisors of the statistic at some edge strengths. Between them the divisor is interpolated
 * linearly.
 */
export interface LearnedEdges {
  /** Edge strengths, ascending. */
  readonly centers: Float64Array;
  readonly divisors: Float64Array;
}

/**
 * Learns what is usual at edges: the statistic's median in 16 quantile bins of edge strength,
 * smoothed by [1 2 1], relative to the middle bin, from 1 to 4. Bins below the middle are not
 * divided. Misregistration matters less at weaker edges, so a large statistic there is change: a
 * lake or a wide burn is smoother than any other ground. The result is undefined if the sample is
 * too small. `divideByEdge` applies it.
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

/**
 * A row kernel: divides the statistic of its rows by what is usual at each pixel's edge strength.
 */
export function divideByEdge(
  { statistic, edge, centers, divisors }: EdgeDivision,
  { width, first, end }: Rows,
): void {
  // Weaker edges are divided by 1. They are more than half of a picture's pixels.
  const firstDivided = divisors.findIndex((divisor) => divisor !== 1);
  if (firstDivided === -1) return;
  const weakest = firstDivided === 0 ? -Infinity : centers[firstDivided - 1];
  for (let i = first * width; i < end * width; i++) {
    if (edge[i] > weakest) statistic[i] /= interpolate(centers, divisors, edge[i]);
  }
}

/**
 * The statistic's median in bins of equally many sampled pixels by edge strength, and the middle of
 * each bin.
 */
function mediansByEdge(
  statistic: Float32Array,
  edge: Float32Array,
  sample: Int32Array,
  perBin: number,
): { centers: Float64Array; medians: Float64Array } {
  const strengths = gather(edge, sample);
  const sorted = strengths.slice().sort();
  const centers = new Float64Array(quantileBins);
  /** The strength at which each bin ends. */
  const ends = new Float64Array(quantileBins).fill(Number.POSITIVE_INFINITY);
  for (let bin = 0; bin < quantileBins; bin++) {
    centers[bin] = sorted[bin * perBin + (perBin >> 1)];
    if (bin > 0) ends[bin - 1] = sorted[bin * perBin];
  }
  const members = membersOfBins(gather(statistic, sample), strengths, ends);
  const medians = Float64Array.from(members, (values) => selectQuantile(values, 0.5));
  // If very many edges are equally strong, they fall into one bin, and the bins before it are
  // empty.
  for (let bin = quantileBins - 2; bin >= 0; bin--) {
    if (members[bin].length === 0) medians[bin] = medians[bin + 1];
  }
  return { centers, medians };
}

/** The values whose edge strength lies in each bin: from the end of the previous bin to its own. */
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

/**
 * Interpolates linearly between the points (x[i], y[i]), with x ascending. The value is constant
 * beyond the ends.
 */
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
