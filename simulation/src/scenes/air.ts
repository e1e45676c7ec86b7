/** The effect of the air on each inner pixel. */
export interface Air {
  readonly gain: Float32Array;
  readonly haze: Float32Array;
  readonly cloud: Float32Array | undefined;
  readonly shadow: Float32Array | undefined;
  readonly cirrus: Float32Array | undefined;
}
