/** A coordinate reference system cannot be converted. The message is a sentence for a person. */
export class CrsError extends Error {
  /** What is wrong, without what helps. */
  readonly reason: string;
  /** Whether another program may convert the data to longitude and latitude. */
  readonly isConvertible: boolean;

  constructor(reason: string, { isConvertible = false } = {}) {
    super(isConvertible ? `${reason} Save the data in longitude and latitude (WGS 84).` : reason);
    this.name = 'CrsError';
    this.reason = reason;
    this.isConvertible = isConvertible;
  }
}
