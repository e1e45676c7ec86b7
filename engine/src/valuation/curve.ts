/** The kinds of valuation curves, in the words of the calls: linear, exponential, logarithmic, step. */
export const curveTypes = ['lin', 'log', 'exp', 'step'] as const;
export type CurveType = (typeof curveTypes)[number];

/** A is the amplitude, B the curvature (of a step: the threshold, a number of the data), C the offset. */
export interface CurveCoefficients {
  readonly A: number;
  readonly B: number;
  readonly C: number;
}

export interface ValuationCurve {
  readonly type: CurveType;
  readonly coefficients: CurveCoefficients;
}

/** Smallest and largest number of a data layer, after scale and offset. */
export interface DataRange {
  readonly min: number;
  readonly max: number;
}

/**
 * Where a number lies in its layer's range: 0 at the minimum, 1 at the maximum. Numbers beyond it
 * count as its ends; all numbers of a constant layer are 0.
 */
export function positionInRange(x: number, { min, max }: DataRange): number {
  return max > min ? Math.min(1, Math.max(0, (x - min) / (max - min))) : 0;
}

/**
 * The value of numbers under a curve. Over t, the position in the layer's range, the curves run from
 * C to A + C: linear A·t + C; exponential A·(e^(B·t) − 1)/(e^B − 1) + C; logarithmic
 * A·ln(1 + (e^B − 1)·t)/B + C, the exponential's inverse shape. A step is A + C above B, else C.
 * Values are not clamped: coefficients at their limits reach ±3.
 *
 * @returns value of a number of the data; NaN for NaN
 */
export function valueFunction(curve: ValuationCurve, range: DataRange): (x: number) => number {
  const { A, B, C } = curve.coefficients;
  switch (curve.type) {
    case 'lin':
      return (x) => A * positionInRange(x, range) + C;
    case 'exp': {
      const end = Math.expm1(B);
      return (x) => (A * Math.expm1(B * positionInRange(x, range))) / end + C;
    }
    case 'log': {
      const end = Math.expm1(B);
      return (x) => (A * Math.log1p(end * positionInRange(x, range))) / B + C;
    }
    case 'step':
      return (x) => (Number.isNaN(x) ? x : x > B ? A + C : C);
  }
}
