import { type DataRange, type ValuationCurve, valueFunction } from './curve.ts';

/** The value that a person gives to a class of a categorical layer. */
export interface ClassValue {
  /** The class's number in the raster. */
  readonly code: number;
  readonly value: number;
}

/** How numbers of a layer become conservation values: by a curve, or class by class. */
export type Valuation =
  | { readonly kind: 'curve'; readonly curve: ValuationCurve; readonly range: DataRange }
  | { readonly kind: 'classes'; readonly values: readonly ClassValue[] };

/**
 * Returns a function from a number of the data, after scale and offset, to its value. It is NaN if
 * the number has no value.
 */
export function valuationFunction(valuation: Valuation): (x: number) => number {
  switch (valuation.kind) {
    case 'curve':
      return valueFunction(valuation.curve, valuation.range);
    case 'classes':
      return classValueFunction(valuation.values);
  }
}

/**
 * Returns a function from a class's number to its value. It is NaN for a class without a value,
 * which is drawn as missing data.
 */
function classValueFunction(classValues: readonly ClassValue[]): (code: number) => number {
  const valueOfClass = new Map(classValues.map(({ code, value }) => [code, value]));
  return (code) => valueOfClass.get(code) ?? Number.NaN;
}
