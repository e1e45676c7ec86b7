/** A coordinate reference system that can't be converted, as a sentence for a person. */
export class CrsError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'CrsError';
  }
}
