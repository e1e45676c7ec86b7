import { expect, test } from 'vitest';
import { moveInGrid } from './grid-move.ts';

const size = { rows: 100, columns: 4, rowsInView: 10 };
const middle = { row: 50, column: 1 };

// What each key does stands in the ARIA authoring practices, pattern "Grid", data grids.
test.each([
  ['ArrowUp', false, 49, 1],
  ['ArrowDown', false, 51, 1],
  ['ArrowLeft', false, 50, 0],
  ['ArrowRight', false, 50, 2],
  ['PageUp', false, 40, 1],
  ['PageDown', false, 60, 1],
  ['Home', false, 50, 0],
  ['End', false, 50, 3],
  ['Home', true, 0, 0],
  ['End', true, 99, 3],
])('%s (control: %s) leads to row %d, column %d', (key, withControl, row, column) => {
  expect(moveInGrid(middle, key, withControl, size)).toEqual({ row, column });
});

test('at the edges it stays inside', () => {
  expect(moveInGrid({ row: 0, column: 0 }, 'ArrowUp', false, size)).toEqual({ row: 0, column: 0 });
  expect(moveInGrid({ row: 95, column: 3 }, 'PageDown', false, size)).toEqual({
    row: 99,
    column: 3,
  });
});

test('other keys lead nowhere', () => {
  expect(moveInGrid(middle, 'a', false, size)).toBeNull();
});
