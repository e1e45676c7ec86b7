/**
 * What is wrong with a file: it is not a TIFF, its structure or a block is damaged, it uses a
 * feature that this reader does not support, or it demands more than a limit allows.
 */
export type TiffErrorCode = 'not-a-tiff' | 'damaged' | 'unsupported' | 'too-large';

/** Why a TIFF cannot be read or written, as a sentence for a person. */
export class TiffError extends Error {
  readonly code: TiffErrorCode;

  constructor(code: TiffErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'TiffError';
    this.code = code;
  }
}
