/** Some rows of a picture: from `first` up to, not including, `end`. */
export interface Rows {
  readonly width: number;
  readonly first: number;
  readonly end: number;
  /** Rows of the whole picture. */
  readonly height: number;
  /** Which band of rows this is, counted from the top. */
  readonly band: number;
}

/** The rows that a kernel is given at once: a multiple of the height of the bias field's cells. */
export const rowsPerBand = 64;

/** How many bands of rows a picture of this height is divided into. */
export function rowBandCount(height: number): number {
  return Math.ceil(height / rowsPerBand);
}

/** Allocates memory that all threads see. Kernels write into no other arrays. */
export function sharedBytes(count: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(count));
}

/** Allocates `count` floats of 32 bits, as `sharedBytes` allocates bytes. */
export function sharedFloats(count: number): Float32Array {
  return new Float32Array(new SharedArrayBuffer(count * Float32Array.BYTES_PER_ELEMENT));
}

/** Allocates `count` floats of 64 bits, as `sharedBytes` allocates bytes. */
export function sharedDoubles(count: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(count * Float64Array.BYTES_PER_ELEMENT));
}
