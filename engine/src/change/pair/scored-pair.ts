/** A method's score of each pixel, and the threshold above which a pixel has changed. */
export interface ScoredPair {
  /** Arbitrary where a pixel is unobserved. */
  readonly score: Float32Array;
  readonly threshold: number;
}
