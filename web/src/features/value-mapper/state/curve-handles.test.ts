import type { ValuationCurve } from '@refugia/engine/valuation/index.ts';
import { describe, expect, test } from 'vitest';
import {
  handlesOf,
  roundedNumber,
  roundStep,
  withHandleAt,
  withMorePoints,
} from './curve-handles.ts';

const range = { min: 0, max: 1000 };
const placesOf = (curve: ValuationCurve) => handlesOf(curve, range).map(({ x, y }) => [x, y]);
const peak = { type: 'peak', coefficients: { A: 1, B: 400, C: 0, D: 300 } } as const;

test.each([
  [{ min: 0, max: 1000 }, 5],
  [{ min: -0.2, max: 0.91 }, 0.01],
  [{ min: 2, max: 1302 }, 10],
  [{ min: 7, max: 7 }, 0.005],
])('numbers of %o are set by %d', (given, step) => {
  expect(roundStep(given)).toBeCloseTo(step, 12);
});

test('a number is rounded to its layer’s steps', () => {
  expect(roundedNumber(0.1234567, { min: -0.2, max: 0.91 })).toBe(0.12);
});

describe('dragging', () => {
  test('the top of a peak moves the peak and changes its height', () => {
    expect(placesOf(peak)).toEqual([
      [400, 1],
      [550, 0.5],
    ]);
    const moved = withHandleAt(peak, range, 'middle', { x: 612, y: 0.74 });
    expect(moved).toEqual({ type: 'peak', coefficients: { A: 0.7, B: 610, C: 0, D: 300 } });
  });

  test('the side of a peak changes its width, which never vanishes', () => {
    const wide = withHandleAt(peak, range, 'side', { x: 500, y: 0 });
    expect(wide).toMatchObject({ coefficients: { B: 400, D: 200 } });
    const narrow = withHandleAt(peak, range, 'side', { x: 400, y: 0 });
    expect(narrow).toMatchObject({ coefficients: { D: 1 } });
  });

  test('the start of a line keeps its end', () => {
    const line = { type: 'lin', coefficients: { A: 1, B: 0, C: 0 } } as const;
    const moved = withHandleAt(line, range, 'start', { x: 0, y: -0.5 });
    expect(moved).toMatchObject({ coefficients: { A: 1.5, C: -0.5 } });
    expect(placesOf(moved)).toEqual([
      [0, -0.5],
      [1000, 1],
    ]);
  });

  test('a threshold stays within the layer’s numbers', () => {
    const step = { type: 'step', coefficients: { A: 1, B: 300, C: 0 } } as const;
    const moved = withHandleAt(step, range, 'middle', { x: 4000, y: 3 });
    expect(moved).toMatchObject({ coefficients: { A: 2, B: 1000 } });
  });

  test('a point stays between its neighbours', () => {
    const curve = {
      type: 'points',
      points: [
        [0, 0],
        [300, 0.5],
        [600, 1],
      ],
    } as const;
    const moved = withHandleAt(curve, range, '1', { x: 900, y: -4 });
    expect(moved).toMatchObject({
      points: [
        [0, 0],
        [600, -1],
        [600, 1],
      ],
    });
  });
});

test('another point stands on the line in the widest gap, up to eight', () => {
  let points = withMorePoints(
    [
      [0, 0],
      [200, 0.5],
      [1000, 1],
    ],
    range,
  );
  expect(points).toEqual([
    [0, 0],
    [200, 0.5],
    [600, 0.75],
    [1000, 1],
  ]);
  for (let more = 0; more < 9; more++) points = withMorePoints(points, range);
  expect(points).toHaveLength(8);
  expect(points.map(([x]) => x)).toEqual(points.map(([x]) => x).toSorted((a, b) => a - b));
});
