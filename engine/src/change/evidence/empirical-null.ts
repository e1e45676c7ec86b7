import { average } from '../../math/average.ts';
import { shareAbove } from '../../math/quantiles.ts';
import { normalQuantile } from '../../math/special-functions.ts';
import type { Rows } from '../rows/rows.ts';

const nullShares = [0.1, 0.25, 0.4];
/**
 * The null is estimated this often. Each estimate leaves out what the previous one considers
 * changed.
 */
const nullRounds = 4;
const changedFrom = 2.5;
const leastUnchanged = 0.5;
const largestScore = 30;

/** z = (∛statistic − center) / spread: standard normal where nothing changed. */
export interface EmpiricalNull {
  readonly center: number;
  readonly spread: number;
}

/**
 * Estimates the null distribution from the data. The cube root of a sum of squares is nearly normal
 * (Wilson & Hilferty, 1931), and its lower quantiles (10, 25, 40 %) are those of unchanged pixels.
 * A line through them against normal quantiles gives centre and spread (after Efron, Journal of the
 * American Statistical Association 99, 2004). `sorted` holds sampled cube roots. `unchangedShare`
 * is the share of them, from the lowest, that is assumed to be unchanged.
 */
export function fitNull(sorted: Float32Array, unchangedShare = 1): EmpiricalNull {
  const x = nullShares.map(normalQuantile);
  const last = unchangedShare * (sorted.length - 1);
  const y = nullShares.map((share) => sorted[Math.round(share * last)]);
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
 * Estimates the null as `fitNull` does, after the changed pixels have been left out (Efron's p0):
 * those beyond 2.5 spreads of the previous estimate, at most half of all. Otherwise wide change
 * would enter the quantiles and hide itself. Neither centre nor spread falls below that of χ² with
 * `degrees` degrees of freedom. The statistic's unit is at least the noise floor, and smaller
 * differences are no change, however quiet the pair is.
 */
export function empiricalNull(sorted: Float32Array, degrees: number): EmpiricalNull {
  return withoutChange(sorted, (fitted) => atLeastChiSquare(fitted, degrees));
}

/**
 * The same estimate without that lower limit: the distribution of the pair's own unchanged pixels.
 */
export function ownNull(sorted: Float32Array): EmpiricalNull {
  return withoutChange(sorted, (fitted) => fitted);
}

function withoutChange(
  sorted: Float32Array,
  limit: (fitted: EmpiricalNull) => EmpiricalNull,
): EmpiricalNull {
  let fitted = limit(fitNull(sorted));
  for (let round = 1; round < nullRounds; round++) {
    const unchanged = 1 - shareAbove(sorted, fitted.center + changedFrom * fitted.spread);
    fitted = limit(fitNull(sorted, Math.max(leastUnchanged, unchanged)));
  }
  return fitted;
}

function atLeastChiSquare({ center, spread }: EmpiricalNull, degrees: number): EmpiricalNull {
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
