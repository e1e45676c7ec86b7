/** The kinds of curves of the specification's calls: linear, exponential, logarithmic, step. */
export const specifiedCurveTypes = ['lin', 'log', 'exp', 'step'] as const;
/** Curves around a number of the data, with a width in the data's unit. */
export const wideCurveTypes = ['peak', 'sigmoid'] as const;
/** All kinds of curves, in the words of the calls. `points` joins points by straight lines. */
export const curveTypes = [...specifiedCurveTypes, ...wideCurveTypes, 'points'] as const;

export type SpecifiedCurveType = (typeof specifiedCurveTypes)[number];
export type WideCurveType = (typeof wideCurveTypes)[number];
export type CurveType = (typeof curveTypes)[number];

/** A is the amplitude, B the curvature (of a step: the threshold, a number of the data), C the offset. */
export interface CurveCoefficients {
  readonly A: number;
  readonly B: number;
  readonly C: number;
}

/**
 * B is the number of the data where a peak is highest, or where a sigmoid is half way up. D is a width in the
 * data's unit, above 0: of a peak at half of its height, of a sigmoid's rise from a tenth to nine tenths.
 */
export interface WideCoefficients extends CurveCoefficients {
  readonly D: number;
}

/** A number of the data, and its value. */
export type CurvePoint = readonly [x: number, value: number];

export type ValuationCurve =
  | { readonly type: SpecifiedCurveType; readonly coefficients: CurveCoefficients }
  | { readonly type: WideCurveType; readonly coefficients: WideCoefficients }
  | {
      readonly type: 'points';
      /** From the smallest number to the largest, at least two; equal numbers make a jump. */
      readonly points: readonly CurvePoint[];
    };

const isWide = (type: CurveType): type is WideCurveType =>
  wideCurveTypes.some((wide) => wide === type);

/** Puts a curve together from what is stored or sent of it; undefined where parts are missing. */
export function curveOf(
  type: CurveType,
  shape: { readonly [Name in keyof WideCoefficients]?: number | undefined } & {
    readonly points?: readonly CurvePoint[] | undefined;
  },
): ValuationCurve | undefined {
  const { A, B, C, D, points } = shape;
  if (type === 'points') return points && { type, points };
  if (A === undefined || B === undefined || C === undefined) return undefined;
  if (!isWide(type)) return { type, coefficients: { A, B, C } };
  return D === undefined ? undefined : { type, coefficients: { A, B, C, D } };
}

/** How many points a curve may have. The shader has room for as many. */
export const mostCurvePoints = 8;

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
 * A peak is A·2^(−(2·(x − B)/D)²) + C, a sigmoid A/(1 + 81^(−(x − B)/D)) + C: at B ∓ D/2 it has risen by a
 * tenth and by nine tenths of A. Points are joined by straight lines, level beyond the first and the last.
 * Values are not clamped: coefficients at their limits reach ±3.
 *
 * @returns value of a number of the data; NaN for NaN
 */
export function valueFunction(curve: ValuationCurve, range: DataRange): (x: number) => number {
  if (curve.type === 'points') return (x) => valueAmongPoints(curve.points, x);
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
    case 'peak': {
      const half = curve.coefficients.D / 2;
      return (x) => A * 2 ** -(((x - B) / half) ** 2) + C;
    }
    case 'sigmoid': {
      const { D } = curve.coefficients;
      return (x) => A / (1 + 81 ** ((B - x) / D)) + C;
    }
  }
}

/** Where two points have the same number, that number has the value of the first, as below a step. */
function valueAmongPoints(points: readonly CurvePoint[], x: number): number {
  if (Number.isNaN(x)) return x;
  const next = points.findIndex((point) => x <= point[0]);
  if (next < 0) return points[points.length - 1][1];
  if (next === 0) return points[0][1];
  const [before, after] = [points[next - 1], points[next]];
  return before[1] + ((after[1] - before[1]) * (x - before[0])) / (after[0] - before[0]);
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

/** The limits of the coefficients A, B and C of a curve over a data layer, and of the width D where it has one. */
export function coefficientLimits(
  type: Exclude<CurveType, 'points'>,
  range: DataRange,
): Readonly<Record<keyof WideCoefficients, CoefficientLimits>> {
  return { A: amplitude, B: secondLimits(type, range), C: offset, D: widthLimits(range) };
}

function secondLimits(type: Exclude<CurveType, 'points'>, range: DataRange): CoefficientLimits {
  switch (type) {
    case 'lin':
      return noCurvature;
    case 'exp':
    case 'log':
      return curvature;
    case 'step':
      return thresholdLimits(range);
    case 'peak':
    case 'sigmoid':
      return { ...thresholdLimits(range), default: (range.min + range.max) / 2 };
  }
}

/** A width reaches from a hundredth of the layer's range to twice of it. */
function widthLimits({ min, max }: DataRange): CoefficientLimits {
  const span = max > min ? max - min : 1;
  const step = span / stepsOfSmallSpan;
  return { min: step, max: 2 * span, step, default: span / 2, isFixed: !(max > min) };
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
  if (type === 'points') {
    return {
      type,
      points: [
        [range.min, 0],
        [range.max, 1],
      ],
    };
  }
  const { A, B, C, D } = coefficientLimits(type, range);
  const coefficients = { A: A.default, B: B.default, C: C.default };
  return isWide(type)
    ? { type, coefficients: { ...coefficients, D: D.default } }
    : { type, coefficients };
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
export function previewPoints(
  curve: ValuationCurve,
  range: DataRange,
  count = previewPointCount,
): readonly PreviewPoint[] {
  const valueAt = valueFunction(curve, range);
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    const x = isLast ? range.max : range.min + ((range.max - range.min) * index) / (count - 1);
    const value = valueAt(x);
    const shownValue = Math.min(previewLimit, Math.max(-previewLimit, value));
    return { x, value, shownValue, isCut: shownValue !== value };
  });
}
