/**
 * What is wrong with a file: it is no TIFF; its structure or a block of it is damaged; it uses
 * something that this reader does not know; or it asks for more than a limit allows.
 */
export type TiffErrorCode = 'not-a-tiff' | 'damaged' | 'unsupported' | 'too-large';

/** Why a TIFF can't be read or written, as a sentence for a person. */
export class TiffError extends Error {
  readonly code: TiffErrorCode;

  constructor(code: TiffErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'TiffError';
    this.code = code;
  }
}
