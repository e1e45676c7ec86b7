/** The value that a person gives to a class of a categorical layer. */
export interface ClassValue {
  /** The class's number in the raster. */
  readonly code: number;
  readonly value: number;
}

/**
 * Returns a function from a class's number to its value. It is NaN for a class without a value,
 * which is drawn as missing data.
 */
export function classValueFunction(classValues: readonly ClassValue[]): (code: number) => number {
  const valueOfClass = new Map(classValues.map(({ code, value }) => [code, value]));
  return (code) => valueOfClass.get(code) ?? Number.NaN;
}
