import { expect, test } from 'vitest';
import { headRow, moveInGrid } from './grid-move.ts';

const size = { rows: 100, columns: 4, rowsInView: 10 };
const middle = { row: 50, column: 1 };

// The effects of keys are those of the pattern "Grid" for data grids in the ARIA authoring
// practices.
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
  expect(moveInGrid({ row: headRow, column: 0 }, 'ArrowUp', false, size)).toEqual({
    row: headRow,
    column: 0,
  });
  expect(moveInGrid({ row: 3, column: 0 }, 'PageUp', false, size)).toEqual({ row: 0, column: 0 });
  expect(moveInGrid({ row: 95, column: 3 }, 'PageDown', false, size)).toEqual({
    row: 99,
    column: 3,
  });
});

// By the same pattern, heads that can be pressed are cells like others.
test.each([
  [{ row: 0, column: 2 }, 'ArrowUp', { row: headRow, column: 2 }],
  [{ row: headRow, column: 2 }, 'ArrowRight', { row: headRow, column: 3 }],
  [{ row: headRow, column: 2 }, 'ArrowLeft', { row: headRow, column: 1 }],
  [{ row: headRow, column: 2 }, 'Home', { row: headRow, column: 0 }],
  [{ row: headRow, column: 2 }, 'ArrowDown', { row: 0, column: 2 }],
])('the heads are above the first row: from %o, %s', (cell, key, expected) => {
  expect(moveInGrid(cell, key, false, size)).toEqual(expected);
});

test('other keys lead nowhere', () => {
  expect(moveInGrid(middle, 'a', false, size)).toBeNull();
});
