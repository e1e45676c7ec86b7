/** What a method says of each pixel, and from where on that is change. */
export interface ScoredPair {
  /** Anything where unobserved. */
  readonly score: Float32Array;
  readonly threshold: number;
}
