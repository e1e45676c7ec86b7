import { expect, test } from 'vitest';
import { boundsOfRuns, forEachRunOfWindow, runsOfOnes } from './runs.ts';

const width = 5;
// Drawn by hand; the runs below are counted from it.
const picture = ['.....', '.##.#', '....#', '#####', '.....'];
const mask = Uint8Array.from(picture.join(''), (pixel) => (pixel === '#' ? 1 : 0));
const drawn = [
  [6, 8],
  [9, 10],
  [14, 15],
  [15, 20],
];

test('runs end with their rows, and lie in memory that threads share', () => {
  const runs = runsOfOnes(mask, width);
  expect([...runs]).toEqual(drawn.flat());
  expect(runs.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(runsOfOnes(new Uint8Array(10), width)).toHaveLength(0);
});

test('their window is the smallest that holds them all', () => {
  expect(boundsOfRuns(runsOfOnes(mask, width), width)).toEqual({
    column: 0,
    row: 1,
    width: 5,
    height: 3,
  });
  const single = new Uint8Array(25);
  single[13] = 1;
  const window = { column: 3, row: 2, width: 1, height: 1 };
  expect(boundsOfRuns(runsOfOnes(single, width), width)).toEqual(window);
});

test('each run is told with its place in a plane of a window', () => {
  const window = { column: 0, row: 1, width: 5, height: 3 };
  const told: number[][] = [];
  forEachRunOfWindow(runsOfOnes(mask, width), { width, window }, (...run) => told.push(run));
  expect(told).toEqual(drawn.map(([first, end]) => [first, end, first! - 5]));
});
