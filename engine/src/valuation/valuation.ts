import { type ClassValue, classValueFunction } from './classes.ts';
import { type DataRange, type ValuationCurve, valueFunction } from './curve.ts';

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
