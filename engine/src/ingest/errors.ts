import { FactError } from '../facts/fact.ts';
import type { RasterFault } from '../facts/raster-facts.ts';
import { TiffError } from '../tiff/errors.ts';

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

/** A raster cannot be used: the kind of its fault, and the fact that names the fault. */
export class RasterError extends FactError<RasterFault> {
  readonly code: RasterErrorCode;

  constructor(code: RasterErrorCode, fact: RasterFault, options?: { cause?: unknown }) {
    super(fact, options);
    this.code = code;
  }
}

/** Turns an error of reading a file into one for a person. */
export function asRasterError(error: unknown): unknown {
  if (!(error instanceof TiffError)) return error;
  const code = error.code === 'damaged' ? 'tiff-damaged' : 'tiff-unreadable';
  return new RasterError(error.code, { code, params: { detail: error.message } }, { cause: error });
}
