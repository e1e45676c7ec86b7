import { expect, test } from 'vitest';
import type { LngLat } from '../places.ts';
import { crossingsOf, sketchFault } from './sketch-fault.ts';

// A bow tie: its two diagonals, from 0, 0 to 2, 2 and from 2, 0 to 0, 2, meet in the middle.
const bowTie: LngLat[] = [
  [0, 0],
  [2, 2],
  [2, 0],
  [0, 2],
];

test('an outline that crosses itself is told where it does, and is sound without its last corner', () => {
  expect(crossingsOf(bowTie)).toEqual([[1, 1]]);
  expect(sketchFault('polygon', bowTie)).toEqual({
    reason: 'The outline crosses itself.',
    places: [[1, 1]],
  });
  expect(sketchFault('hole', bowTie.slice(0, -1))).toBeNull();
});

test('corners on one line are told, and lines may cross themselves', () => {
  const flat: LngLat[] = [
    [0, 0],
    [1, 1],
    [2, 2],
  ];
  expect(sketchFault('polygon', flat)?.reason).toBe('A ring encloses no area.');
  expect(sketchFault('polygon', flat.slice(0, 2))).toBeNull();
  expect(sketchFault('line', bowTie)).toBeNull();
});
