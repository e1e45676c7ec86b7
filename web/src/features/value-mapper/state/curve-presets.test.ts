import { valueFunction } from '@refugia/engine/valuation/index.ts';
import { expect, test } from 'vitest';
import { curvePresets, presetOf } from './curve-presets.ts';

const range = { min: 12, max: 1212 };
const former = { type: 'lin', coefficients: { A: 2, B: 0, C: -1 } } as const;
const make = (id: string) => curvePresets.find((each) => each.id === id)!.make(range, former);

test.each(curvePresets)('“$sentence” is found again by its curve', ({ id, make: made }) => {
  expect(presetOf(made(range, former))).toBe(id);
});

test('a line with half the amplitude, with which the specification begins, is no sentence', () => {
  expect(presetOf({ type: 'lin', coefficients: { A: 0.5, B: 0, C: 0 } })).toBeNull();
});

// What each sentence says, at the smallest number, in the middle and at the largest one.
test.each([
  ['more', [0, 0.5, 1]],
  ['less', [1, 0.5, 0]],
  ['above', [0, 1, 1]],
  ['between', [0, 1, 0]],
] as const)('%s', (id, values) => {
  const valueAt = valueFunction(make(id), range);
  expect([12, 612, 1212].map(valueAt)).toEqual(values);
});

test('the best numbers are in the middle, and half as good a quarter away', () => {
  const valueAt = valueFunction(make('around'), range);
  expect(valueAt(610)).toBe(1);
  expect(valueAt(310)).toBeCloseTo(0.5, 12);
});

test('points begin on the curve that was there', () => {
  expect(make('drawn')).toEqual({
    type: 'points',
    points: [
      [12, -1],
      [310, -0.5],
      [610, 0],
      [910, 0.5],
      [1212, 1],
    ],
  });
});

test('jumps become slopes when points are to be dragged', () => {
  const drawn = curvePresets.find(({ id }) => id === 'drawn')!.make(range, make('between'));
  const numbers = drawn.type === 'points' ? drawn.points.map(([x]) => x) : [];
  expect(numbers).toEqual([350, 470, 750, 870]);
});
