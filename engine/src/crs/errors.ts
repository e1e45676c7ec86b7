/** A coordinate reference system cannot be converted. The message is a sentence for a person. */
export class CrsError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'CrsError';
  }
}
