import type { Rows } from './rows.ts';
import { normalQuantile } from './special-functions.ts';

const nullShares = [0.1, 0.25, 0.4];
const largestScore = 30;

/** z = (∛statistic − center) / spread: standard normal where nothing changed. */
export interface EmpiricalNull {
  readonly center: number;
  readonly spread: number;
}

/**
 * The null distribution that the data themselves show: the cube root of a sum of squares is nearly
 * normal (Wilson & Hilferty, 1931), and its lower quantiles (10, 25, 40 %) are those of unchanged
 * pixels, so a line through them against normal quantiles gives centre and spread (after Efron,
 * Journal of the American Statistical Association 99, 2004). `sorted` holds sampled cube roots.
 */
export function fitNull(sorted: Float32Array): EmpiricalNull {
  const x = nullShares.map(normalQuantile);
  const y = nullShares.map((share) => sorted[Math.round(share * (sorted.length - 1))]);
  const meanX = average(x);
  const meanY = average(y);
  let covariance = 0;
  let variance = 0;
  for (let i = 0; i < x.length; i++) {
    covariance += (x[i] - meanX) * (y[i] - meanY);
    variance += (x[i] - meanX) ** 2;
  }
  const spread = covariance / variance;
  return { center: meanY - spread * meanX, spread };
}

/**
 * As `fitNull`, and neither centre nor spread below that of χ² with `degrees` degrees of freedom: the
 * statistic is in units of at least the noise floor, and differences within that are no change however
 * quiet the pair is.
 */
export function empiricalNull(sorted: Float32Array, degrees: number): EmpiricalNull {
  const { center, spread } = fitNull(sorted);
  const root = Math.cbrt(degrees);
  return {
    center: Math.max(center, root * (1 - 2 / (9 * degrees))),
    spread: Math.max(spread, root * Math.sqrt(2 / (9 * degrees))),
  };
}

/** Turns the statistic into scores above that null, in place. */
export function fillScores(
  { statistic, center, spread }: EmpiricalNull & { readonly statistic: Float32Array },
  { width, first, end }: Rows,
): void {
  for (let i = first * width; i < end * width; i++) {
    statistic[i] = Math.min(largestScore, (Math.cbrt(statistic[i]) - center) / spread);
  }
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
