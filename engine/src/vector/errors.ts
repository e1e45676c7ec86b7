/**
 * Why a whole file can't be imported: it is damaged, of a kind that isn't read, larger than a limit
 * allows, or made in a way that no honest program makes it.
 */
export type VectorErrorCode = 'damaged' | 'unsupported' | 'too-large' | 'unsafe';

/** A refusal; its message is a sentence for a person. */
export class VectorError extends Error {
  readonly code: VectorErrorCode;

  constructor(code: VectorErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'VectorError';
    this.code = code;
  }
}
