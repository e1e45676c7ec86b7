import type { CurveCoefficients, CurveType, DataRange, ValuationCurve } from './curve.ts';

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

const amplitude: CoefficientLimits = { min: -2, max: 2, step: 0.1, default: 0.5, isFixed: false };
const offset: CoefficientLimits = { min: -1, max: 1, step: 0.1, default: 0, isFixed: false };
const curvature: CoefficientLimits = { min: 0.1, max: 10, step: 0.1, default: 5, isFixed: false };
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

/** The names of the coefficients that lie outside of their limits or are not numbers. */
export function coefficientFaults(
  { type, coefficients }: ValuationCurve,
  range: DataRange,
): readonly (keyof CurveCoefficients)[] {
  const limits = coefficientLimits(type, range);
  return (['A', 'B', 'C'] as const).filter((name) => {
    const { min, max } = limits[name];
    return !(coefficients[name] >= min && coefficients[name] <= max);
  });
}
