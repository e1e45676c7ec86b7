import type { Samples } from '../../raster/samples.ts';

/** Rows of an image, in order from the top. Each band contains `width` samples for each row. */
export interface ImageRows {
  readonly rowCount: number;
  readonly bands: readonly Samples[];
  readonly mask: Uint8Array | undefined;
}
