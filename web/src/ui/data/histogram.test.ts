import { expect, test } from 'vitest';
import { joinedCounts } from './histogram.tsx';

test('few counts stay as they are', () => {
  expect(joinedCounts([1, 2, 3], 64)).toEqual([1, 2, 3]);
});

test('many counts are joined without losing any', () => {
  expect(joinedCounts([1, 2, 3, 4, 5, 6], 3)).toEqual([3, 7, 11]);
  expect(joinedCounts([1, 2, 3, 4, 5], 2)).toEqual([6, 9]);
});
