import { selectQuantile } from '../../math/quantiles.ts';
import type { Band } from '../options.ts';
import { normalisedDifference } from '../pair/named-bands.ts';

/** The shift of an index between two dates where nothing happened. */
export interface UsualShift {
  /** The median shift, which season and atmosphere cause. */
  readonly usual: number;
  /** Robust standard deviation around it (1.4826 × the median absolute deviation). */
  readonly spread: number;
}

/** A normalised difference on both dates, and how it usually shifts between them. */
export interface IndexShift extends UsualShift {
  readonly before: readonly [Band, Band];
  readonly after: readonly [Band, Band];
}

/**
 * Learns how a normalised difference usually shifts, from the pixels of `sample`.
 *
 * @param before the two bands of the index on the earlier date, as whole buffers; `after` likewise
 */
export function indexShift(
  before: readonly [Band, Band],
  after: readonly [Band, Band],
  sample: Int32Array,
): IndexShift {
  const raw = { before, after, usual: 0 };
  const shifts = new Float32Array(sample.length);
  for (let place = 0; place < sample.length; place++) shifts[place] = shiftAt(raw, sample[place]);
  const usual = selectQuantile(shifts, 0.5);
  for (let i = 0; i < shifts.length; i++) shifts[i] = Math.abs(shifts[i] - usual);
  return { before, after, usual, spread: 1.4826 * selectQuantile(shifts, 0.5) };
}

/** The shift of a pixel's index between the dates, relative to the usual one. */
export function shiftAt(
  { before, after, usual }: Pick<IndexShift, 'before' | 'after' | 'usual'>,
  i: number,
): number {
  return (
    normalisedDifference(after[0], after[1], i) -
    normalisedDifference(before[0], before[1], i) -
    usual
  );
}
