import type { LearnedScore } from './automatic.ts';
import type { LearnedShifts } from './index-evidence.ts';
import type { LearnedMetrics } from './lda.ts';
import type { LearnedPlainScore } from './plain.ts';
import type { PairScales } from './standardise.ts';

/**
 * What a detection takes from a sample of two dates, and all that it needs to judge other pixels of
 * the same two dates: plain data, which threads can be sent.
 */
export interface Learned {
  /** Whether ratios between bands mean something. */
  readonly areReflectance: boolean;
  /** What `learnTypicalInfrared` gave; undefined where no snow is looked for. */
  readonly typicalInfrared: number | undefined;
  /** How many pixels tell all this. */
  readonly sampledPixels: number;
  /** Undefined where they are too few: then nothing can be compared. */
  readonly scoring: LearnedScoring | undefined;
}

/** What each method takes from the sample. */
export type LearnedScoring =
  | (LearnedScore & {
      readonly method: 'automatic';
      readonly scales: PairScales;
      /** Undefined where indices say nothing. */
      readonly shifts: LearnedShifts | undefined;
    })
  | (LearnedPlainScore & { readonly method: 'irmad'; readonly scales: PairScales })
  | (LearnedMetrics & { readonly method: 'lda' })
  /** Their thresholds are published ones. */
  | { readonly method: 'ndvi' | 'nbr'; readonly threshold: number };
