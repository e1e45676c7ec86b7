import {
  amplitude,
  type CurvePoint,
  type DataRange,
  mostCurvePoints,
  offset,
  type ValuationCurve,
  valueFunction,
} from '@refugia/engine/valuation/index.ts';
import type { HandleName, Place } from '../../../ui/data/curve-handles.tsx';

type CurveHandlePlace = HandleName & Place;

/** A width is at least this share of the layer's range. */
const leastWidthShare = 1e-3;
/** Numbers are set in about so many steps of the layer's range. */
const stepsOfRange = 200;

/** The step by which numbers of a layer are set: 1, 2 or 5 times a power of ten. */
export function roundStep({ min, max }: DataRange): number {
  const exact = (max > min ? max - min : 1) / stepsOfRange;
  const power = 10 ** Math.floor(Math.log10(exact));
  return ([1, 2, 5].find((digit) => digit * power >= exact * 0.999) ?? 10) * power;
}

/** The nearest number that is a whole count of the layer's steps, without digits of rounding. */
export function roundedNumber(x: number, range: DataRange): number {
  const step = roundStep(range);
  return Number((Math.round(x / step) * step).toPrecision(12));
}

/** The places by which a curve is dragged, from left to right. */
export function handlesOf(curve: ValuationCurve, range: DataRange): readonly CurveHandlePlace[] {
  if (curve.type === 'points') {
    return curve.points.map(([x, y], index) => handle(`${index}`, `Point ${index + 1}`, x, y));
  }
  const { A, B, C } = curve.coefficients;
  switch (curve.type) {
    case 'step':
      return [
        handle('start', 'Value below', range.min, C),
        handle('middle', 'Threshold', B, A + C),
      ];
    case 'peak':
      return [
        handle('middle', 'Top of the peak', B, A + C),
        handle('side', 'Half as good', B + curve.coefficients.D / 2, A / 2 + C),
      ];
    case 'sigmoid':
      return [
        handle('middle', 'Half way', B, A / 2 + C),
        handle('side', 'End of the rise', B + curve.coefficients.D / 2, 0.9 * A + C),
      ];
    default:
      return [
        handle('start', 'Value of the smallest number', range.min, C),
        handle('end', 'Value of the largest number', range.max, A + C),
      ];
  }
}

const handle = (id: string, name: string, x: number, y: number) => ({ id, name, x, y });

/** The curve when one of its handles is dragged to a place. */
export function withHandleAt(
  curve: ValuationCurve,
  range: DataRange,
  id: string,
  place: Place,
): ValuationCurve {
  if (curve.type === 'points') {
    return { ...curve, points: movedPoint(curve.points, Number(id), place, range) };
  }
  const { A, C } = curve.coefficients;
  const x = roundedNumber(clamp(place.x, range), range);
  const end = { A: tenths(clamp(place.y - C, amplitude)) };
  const start = tenths(clamp(place.y, offset));
  const atStart = { C: start, A: tenths(clamp(A + C - start, amplitude)) };
  switch (curve.type) {
    case 'step':
      return changed(curve, id === 'start' ? atStart : { ...end, B: clamp(x, range) });
    case 'peak':
      return id === 'side' ? withSide(curve, x, range) : changed(curve, { ...end, B: x });
    case 'sigmoid':
      return id === 'side' ? withSide(curve, x, range) : changed(curve, { B: x });
    default:
      return changed(curve, id === 'start' ? atStart : end);
  }
}

type FormulaCurve = Exclude<ValuationCurve, { type: 'points' }>;
type WideCurve = Extract<ValuationCurve, { type: 'peak' | 'sigmoid' }>;

/** The curve with other coefficients. */
export function changed<Curve extends FormulaCurve>(
  curve: Curve,
  coefficients: Partial<Curve['coefficients']>,
): Curve {
  return { ...curve, coefficients: { ...curve.coefficients, ...coefficients } };
}

function withSide(curve: WideCurve, x: number, range: DataRange): WideCurve {
  const least = leastWidthShare * (range.max - range.min || 1);
  return changed(curve, { D: Math.max(least, 2 * Math.abs(x - curve.coefficients.B)) });
}

/** A point stays between its neighbours. */
function movedPoint(
  points: readonly CurvePoint[],
  index: number,
  { x, y }: Place,
  range: DataRange,
): readonly CurvePoint[] {
  const min = points[index - 1]?.[0] ?? range.min;
  const max = points[index + 1]?.[0] ?? range.max;
  return points.with(index, [clamp(roundedNumber(x, range), { min, max }), pointValue(y)]);
}

/** The points with one more, on the line, in the middle of the widest gap. */
export function withMorePoints(
  points: readonly CurvePoint[],
  range: DataRange,
): readonly CurvePoint[] {
  if (points.length >= mostCurvePoints) return points;
  const gaps = points.slice(1).map(([x], index) => x - points[index][0]);
  const after = gaps.indexOf(Math.max(...gaps)) + 1;
  const x = roundedNumber((points[after - 1][0] + points[after][0]) / 2, range);
  const y = valueFunction({ type: 'points', points }, range)(x);
  return movedPoint(points.toSpliced(after, 0, [x, y]), after, { x, y }, range);
}

/** The nearest value that a point can have, in hundredths. Adding 0 makes a negative zero a plain one. */
export function pointValue(value: number): number {
  return Math.round(100 * clamp(value, { min: -1, max: 1 })) / 100 + 0;
}

/** The nearest number within a range. */
export function clamp(number: number, { min, max }: DataRange): number {
  return Math.min(max, Math.max(min, number));
}

/** Amplitude and offset are set in tenths, as by their sliders. */
const tenths = (value: number) => Math.round(10 * value) / 10;
