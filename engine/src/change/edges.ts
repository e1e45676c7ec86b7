import type { ScaledStack } from './difference.ts';
import { selectQuantile } from './quantiles.ts';

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
  width: number,
  height: number,
): Float32Array {
  const counts = new Float32Array(observed.length);
  boxCounts(observed, width, height, counts);
  const textureBefore = texture(before, observed, counts, width, height);
  const textureAfter = texture(after, observed, counts, width, height);
  for (let i = 0; i < textureBefore.length; i++) {
    textureBefore[i] = Math.log(Math.min(textureBefore[i], textureAfter[i]) + 1e-3);
  }
  return textureBefore;
}

function boxCounts(observed: Uint8Array, width: number, height: number, target: Float32Array) {
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - 1);
    const bottom = Math.min(height - 1, y + 1);
    for (let x = 0; x < width; x++) {
      let count = 0;
      for (let row = top; row <= bottom; row++) {
        const end = Math.min(width - 1, x + 1);
        for (let column = Math.max(0, x - 1); column <= end; column++) {
          count += observed[row * width + column];
        }
      }
      target[y * width + x] = count;
    }
  }
}

function texture(
  { bands, scales }: ScaledStack,
  observed: Uint8Array,
  counts: Float32Array,
  width: number,
  height: number,
): Float32Array {
  const result = new Float32Array(observed.length);
  // One column of zeros on both sides spares the inner loop its edge cases.
  const sums = new Float64Array(width + 2);
  const squares = new Float64Array(width + 2);
  for (let band = 0; band < bands.length; band++) {
    const { ceiling, mean, inverseDeviation } = scales[band];
    if (inverseDeviation === 0) continue;
    const values = bands[band];
    for (let y = 0; y < height; y++) {
      sums.fill(0);
      squares.fill(0);
      const bottom = Math.min(height - 1, y + 1);
      for (let row = Math.max(0, y - 1); row <= bottom; row++) {
        const start = row * width;
        for (let x = 0; x < width; x++) {
          if (observed[start + x] === 0) continue;
          const value = values[start + x];
          const score = (Math.min(value, ceiling) - mean) * inverseDeviation;
          sums[x + 1] += score;
          squares[x + 1] += score * score;
        }
      }
      const start = y * width;
      for (let x = 0; x < width; x++) {
        const count = counts[start + x];
        if (count < 2) continue;
        const average = (sums[x] + sums[x + 1] + sums[x + 2]) / count;
        const square = (squares[x] + squares[x + 1] + squares[x + 2]) / count;
        const variance = square - average * average;
        if (variance > 0) result[start + x] += variance;
      }
    }
  }
  return result;
}

/**
 * Divides the statistic by what is usual at such an edge: its median in 16 quantile bins of edge
 * strength, smoothed by [1 2 1], relative to the middle bins, from 1 to 4. Works in place.
 */
export function normaliseByEdge(
  statistic: Float32Array,
  edge: Float32Array,
  sample: Int32Array,
): void {
  const perBin = Math.floor(sample.length / quantileBins);
  if (perBin < smallestBin) return;
  const order = Array.from(sample).sort((i, j) => edge[i] - edge[j]);
  const centers = new Float64Array(quantileBins);
  const medians = new Float64Array(quantileBins);
  for (let bin = 0; bin < quantileBins; bin++) {
    const members = order.slice(bin * perBin, (bin + 1) * perBin);
    centers[bin] = edge[members[perBin >> 1]];
    medians[bin] = selectQuantile(
      Float32Array.from(members, (i) => statistic[i]),
      0.5,
    );
  }
  const smoothed = medians.map((value, bin) => {
    const previous = medians[Math.max(0, bin - 1)];
    const next = medians[Math.min(quantileBins - 1, bin + 1)];
    return (previous + 2 * value + next) / 4;
  });
  const middle = smoothed[quantileBins >> 1];
  if (!(middle > 0)) return;
  const divisors = smoothed.map((value) => Math.min(largestDivisor, Math.max(1, value / middle)));

  for (let i = 0; i < statistic.length; i++) {
    statistic[i] /= interpolate(centers, divisors, edge[i]);
  }
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
