import type { LearnedShifts } from '../evidence/index-evidence.ts';
import type { PairScales } from '../pair/standardise.ts';
import type { LearnedScore } from './automatic.ts';
import type { LearnedMetrics } from './lda.ts';
import type { LearnedPlainScore } from './plain.ts';

/**
 * What a detection learns from a sample of two dates. It is all that the detection needs to judge
 * other pixels of the same dates. It is plain data, so that it can be sent to threads.
 */
export interface Learned {
  /** Whether ratios between bands have a meaning. */
  readonly areReflectance: boolean;
  /** The result of `learnTypicalInfrared`; undefined if snow is not looked for. */
  readonly typicalInfrared: number | undefined;
  /** The number of pixels that were sampled. */
  readonly sampledPixels: number;
  /** Undefined if the sample is too small: then nothing can be compared. */
  readonly scoring: LearnedScoring | undefined;
}

/** What each method learns from the sample. */
export type LearnedScoring =
  | (LearnedScore & {
      readonly method: 'automatic';
      readonly scales: PairScales;
      /** Undefined if the indices cannot be used. */
      readonly shifts: LearnedShifts | undefined;
    })
  | (LearnedPlainScore & { readonly method: 'irmad'; readonly scales: PairScales })
  | (LearnedMetrics & { readonly method: 'lda' })
  /** These methods have published thresholds. */
  | { readonly method: 'ndvi' | 'nbr'; readonly threshold: number };
