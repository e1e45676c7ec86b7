import { expect, test } from 'vitest';
import { placeInQueue, stepInQueue } from './use-queue.ts';

test('the queue begins with its first proposal and stays with the one that is shown', () => {
  expect(placeInQueue(['a', 'b', 'c'], null)).toBe(0);
  expect(placeInQueue(['a', 'b', 'c'], { id: 'b', index: 1 })).toBe(1);
  // A proposal before it was decided by somebody else.
  expect(placeInQueue(['b', 'c'], { id: 'b', index: 1 })).toBe(0);
});

test('after a decision the next proposal is shown, and after the last one the one before', () => {
  expect(placeInQueue(['a', 'c'], { id: 'b', index: 1 })).toBe(1);
  expect(placeInQueue(['a', 'b'], { id: 'c', index: 2 })).toBe(1);
  expect(placeInQueue([], { id: 'a', index: 0 })).toBe(0);
});

test('the ends of the queue are joined', () => {
  expect(stepInQueue(2, 1, 3)).toBe(0);
  expect(stepInQueue(0, -1, 3)).toBe(2);
});
