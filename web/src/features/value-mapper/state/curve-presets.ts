import {
  type CurvePoint,
  type DataRange,
  type ValuationCurve,
  valueFunction,
} from '@refugia/engine/valuation/index.ts';
import { clamp, pointValue, roundedNumber } from './curve-handles.ts';

/** A shape of a curve that a person finds by a sentence. */
export interface CurvePreset {
  readonly id: 'more' | 'less' | 'around' | 'above' | 'between' | 'drawn';
  readonly sentence: string;
  /** The curve for a layer's range. @param former what was chosen before */
  make(range: DataRange, former: ValuationCurve): ValuationCurve;
}

/** The presets in the order in which they are offered. */
export const curvePresets: readonly CurvePreset[] = [
  {
    id: 'more',
    sentence: 'More is better',
    make: () => ({ type: 'lin', coefficients: { A: 1, B: 0, C: 0 } }),
  },
  {
    id: 'less',
    sentence: 'Less is better',
    make: () => ({ type: 'lin', coefficients: { A: -1, B: 0, C: 1 } }),
  },
  {
    id: 'around',
    sentence: 'Best around …',
    make: (range) => {
      const [B, D] = [at(range, 1 / 2), at(range, 3 / 4) - at(range, 1 / 4)];
      return { type: 'peak', coefficients: { A: 1, B, C: 0, D: D > 0 ? D : 1 } };
    },
  },
  {
    id: 'above',
    sentence: 'Only above …',
    make: (range) => ({ type: 'step', coefficients: { A: 1, B: at(range, 1 / 3), C: 0 } }),
  },
  {
    id: 'between',
    sentence: 'Only between … and …',
    make: (range) => ({ type: 'points', points: between(at(range, 1 / 3), at(range, 2 / 3)) }),
  },
  {
    id: 'drawn',
    sentence: 'By points that I drag',
    make: (range, former) => ({ type: 'points', points: pointsOn(former, range) }),
  },
];

/** The preset that has a curve's numbers, or null if none has them. */
export function presetOf(curve: ValuationCurve): CurvePreset['id'] | null {
  switch (curve.type) {
    case 'lin': {
      const { A, C } = curve.coefficients;
      // With half the amplitude, with which the specification begins, a layer would have half the say of one in
      // which less is better.
      if (A === 1 && C === 0) return 'more';
      return A === -1 && C === 1 ? 'less' : null;
    }
    case 'peak':
      return 'around';
    case 'step':
      return curve.coefficients.A > 0 ? 'above' : null;
    case 'points':
      return isBetween(curve.points) ? 'between' : 'drawn';
    case 'exp':
    case 'log':
    case 'sigmoid':
      return null;
  }
}

/** The points of a curve that is 1 above a number and up to another one, else 0. */
export function between(from: number, to: number): readonly CurvePoint[] {
  return [
    [from, 0],
    [from, 1],
    [to, 1],
    [to, 0],
  ];
}

function isBetween(points: readonly CurvePoint[]): boolean {
  const [first, , , last] = points;
  if (points.length !== 4 || !first || !last) return false;
  return between(first[0], last[0]).every(([x, y], index) => {
    const [pointX, pointY] = points[index];
    return x === pointX && y === pointY;
  });
}

/** A number of the range, rounded to what a person would write. */
function at(range: DataRange, share: number): number {
  const { min, max } = range;
  return clamp(roundedNumber(min + share * (max - min), range), range);
}

const pointShares = [0, 1 / 4, 1 / 2, 3 / 4, 1];

/** Five points on a curve, within the values that points can have. */
function pointsOn(curve: ValuationCurve, range: DataRange): readonly CurvePoint[] {
  if (curve.type === 'points')
    return isBetween(curve.points) ? sloped(curve.points, range) : curve.points;
  const valueAt = valueFunction(curve, range);
  const ends = { 0: range.min, 1: range.max };
  return pointShares.map((share) => {
    const x = share === 0 || share === 1 ? ends[share] : at(range, share);
    return [x, pointValue(valueAt(x))];
  });
}

/** Steep jumps become slopes, which points can be seen and dragged on. */
function sloped(points: readonly CurvePoint[], range: DataRange): readonly CurvePoint[] {
  const half = Math.min((range.max - range.min) / 20, (points[2][0] - points[1][0]) / 3);
  return [-half, half, -half, half].map((shift, index) => {
    const [x, y] = points[index];
    return [clamp(roundedNumber(x + shift, range), range), y];
  });
}
