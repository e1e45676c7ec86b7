import { gather, selectQuantile } from '../../math/quantiles.ts';
import type { Band, BandStack } from '../options.ts';

/**
 * The numbers that turn a band's values into standard scores: (min(x, ceiling) − mean) ·
 * inverseDeviation.
 */
export interface Standardisation {
  readonly ceiling: number;
  readonly mean: number;
  /** 0 for a band with one value only: such a band carries no information. */
  readonly inverseDeviation: number;
}

/** A date's bands and the standardisation of each. */
export interface ScaledStack {
  readonly bands: BandStack['bands'];
  readonly scales: readonly Standardisation[];
}

/** Two dates with their standardisation: what a score is made of. */
export interface ScaledPair {
  readonly before: ScaledStack;
  readonly after: ScaledStack;
  /** 1 where both dates are clear. */
  readonly observed: Uint8Array;
  /** The pixels on which statistics are learned. */
  readonly sample: Int32Array;
}

/** The standardisation of each band of two dates. */
export interface PairScales {
  readonly before: readonly Standardisation[];
  readonly after: readonly Standardisation[];
}

/**
 * Learns a band's standardisation from a sample. Values are cut off at the quantile `ceilingShare`,
 * so that a few glints or cloud cores do not set the scale. With 1 nothing is cut off.
 */
export function standardisation(
  band: Band,
  sample: Int32Array,
  ceilingShare: number,
): Standardisation {
  const values = gather(band, sample);
  const ceiling =
    ceilingShare < 1 ? selectQuantile(values, ceilingShare) : Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += Math.min(values[i], ceiling);
  const mean = sum / values.length;
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (Math.min(values[i], ceiling) - mean) ** 2;
  const deviation = Math.sqrt(squares / values.length);
  const flat = !(deviation > 1e-6 * Math.max(1, Math.abs(mean)));
  return { ceiling, mean, inverseDeviation: flat ? 0 : 1 / deviation };
}

/** The standard scores of a date's bands at the pixels of `positions`: one column for each band. */
export function standardScores(
  { bands, scales }: ScaledStack,
  positions: Int32Array,
): Float32Array[] {
  return bands.map((band, index) => {
    const { ceiling, mean, inverseDeviation } = scales[index];
    const scores = new Float32Array(positions.length);
    for (let i = 0; i < positions.length; i++) {
      scores[i] = (Math.min(band[positions[i]], ceiling) - mean) * inverseDeviation;
    }
    return scores;
  });
}

/** A method's score of each pixel, and the threshold above which a pixel has changed. */
export interface ScoredPair {
  /** Arbitrary where a pixel is unobserved. */
  readonly score: Float32Array;
  readonly threshold: number;
}
