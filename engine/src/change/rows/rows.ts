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
