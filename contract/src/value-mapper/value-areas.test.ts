import { expect, test } from 'vitest';
import { hectaresFrom, rangeOfAreas } from './value-areas.ts';

const areas = { first_hundredth: -2, hectares: [1, 2, 4, 8] };

test('areas are those of the steps from a threshold on', () => {
  expect(rangeOfAreas(areas)).toEqual({ min: -0.02, max: 0.02 });
  expect([-1, -0.02, -0.01, 0, 0.01, 0.02].map((from) => hectaresFrom(areas, from))).toEqual([
    15, 15, 14, 12, 8, 0,
  ]);
});
