import { TiffError } from '../tiff/index.ts';

/**
 * Why a raster cannot be used. It may not be a TIFF or be damaged, use an unsupported feature, or
 * exceed a limit. It may have no coordinate system, or one that cannot be converted; a person can
 * then enter an EPSG code. It may also not be georeferenced, or lie outside of the earth.
 */
export type RasterErrorCode =
  | 'not-a-tiff'
  | 'damaged'
  | 'unsupported'
  | 'too-large'
  | 'crs-missing'
  | 'crs-unknown'
  | 'not-placed'
  | 'off-earth';

/** Why a raster cannot be used, as a sentence for a person. */
export class RasterError extends Error {
  readonly code: RasterErrorCode;

  constructor(code: RasterErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'RasterError';
    this.code = code;
  }
}

/** Turns an error of reading a file into one for a person. */
export function asRasterError(error: unknown): unknown {
  if (!(error instanceof TiffError)) return error;
  const { code, message } = error;
  const told = code === 'damaged' ? `The file is damaged or was cut off. ${message}` : message;
  return new RasterError(code, told, { cause: error });
}
