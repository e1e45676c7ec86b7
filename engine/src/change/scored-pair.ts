import type { Irmad } from './irmad.ts';

/** What a method says of each pixel, and from where on that is change. */
export interface ScoredPair {
  /** Anything where unobserved. */
  readonly score: Float32Array;
  readonly threshold: number;
  /** Of the methods that build on IR-MAD. */
  readonly model?: Irmad;
}
