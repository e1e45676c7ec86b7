/** What a person says a class of a categorical layer is worth. */
export interface ClassValue {
  /** The class's number in the raster. */
  readonly code: number;
  readonly value: number;
}

/** @returns value of a class's number; NaN for one that has none, which is drawn as no data */
export function classValueFunction(classValues: readonly ClassValue[]): (code: number) => number {
  const valueOfClass = new Map(classValues.map(({ code, value }) => [code, value]));
  return (code) => valueOfClass.get(code) ?? Number.NaN;
}
