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

/** The allowed values of a coefficient, and where its slider begins. */
export interface CoefficientLimits {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
  /** A fixed coefficient has one value and a slider that cannot be moved. */
  readonly isFixed: boolean;
}

/** A threshold moves by whole numbers, unless the data span fewer than this. */
const smallestSpanOfWholeSteps = 20;
const stepsOfSmallSpan = 100;

const slider = { step: 0.1, isFixed: false };
/** The limits of the coefficient A of a curve. */
export const amplitude: CoefficientLimits = { ...slider, min: -2, max: 2, default: 0.5 };
/** The limits of the coefficient B of an exponential or logarithmic curve. */
export const curvature: CoefficientLimits = { ...slider, min: 0.1, max: 10, default: 5 };
/** The limits of the coefficient C of a curve. */
export const offset: CoefficientLimits = { ...slider, min: -1, max: 1, default: 0 };
const noCurvature: CoefficientLimits = { min: 0, max: 0, step: 0.1, default: 0, isFixed: true };

/** The limits of all coefficients of a curve over a data layer. */
export function coefficientLimits(
  type: CurveType,
  range: DataRange,
): Readonly<Record<keyof CurveCoefficients, CoefficientLimits>> {
  return { A: amplitude, B: secondLimits(type, range), C: offset };
}

function secondLimits(type: CurveType, range: DataRange): CoefficientLimits {
  switch (type) {
    case 'lin':
      return noCurvature;
    case 'exp':
    case 'log':
      return curvature;
    case 'step':
      return thresholdLimits(range);
  }
}

function thresholdLimits({ min, max }: DataRange): CoefficientLimits {
  const span = max - min;
  const isConstant = !(span > 0);
  return {
    min,
    max,
    step: isConstant || span >= smallestSpanOfWholeSteps ? 1 : span / stepsOfSmallSpan,
    default: min + span / 3,
    isFixed: isConstant,
  };
}

/** The curve that a type begins with. */
export function defaultCurve(type: CurveType, range: DataRange): ValuationCurve {
  const { A, B, C } = coefficientLimits(type, range);
  return { type, coefficients: { A: A.default, B: B.default, C: C.default } };
}

/** How many numbers of the range a preview shows. */
export const previewPointCount = 21;
/** A preview's axis runs from the negative of this to this. */
export const previewLimit = 1.25;

export interface PreviewPoint {
  /** The number of the data. */
  readonly x: number;
  readonly value: number;
  /** The value as it is drawn: within the axis. */
  readonly shownValue: number;
  readonly isCut: boolean;
}

/** A curve at evenly spaced numbers from the layer's minimum to its maximum. */
export function previewPoints(curve: ValuationCurve, range: DataRange): readonly PreviewPoint[] {
  const valueAt = valueFunction(curve, range);
  return Array.from({ length: previewPointCount }, (_, index) => {
    const isLast = index === previewPointCount - 1;
    const x = isLast
      ? range.max
      : range.min + ((range.max - range.min) * index) / (previewPointCount - 1);
    const value = valueAt(x);
    const shownValue = Math.min(previewLimit, Math.max(-previewLimit, value));
    return { x, value, shownValue, isCut: shownValue !== value };
  });
}
