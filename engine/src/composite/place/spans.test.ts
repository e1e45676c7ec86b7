import { expect, test } from 'vitest';
import { boundsOfSpans, forEachSpanOfWindow, spansOfOnes } from './spans.ts';

const width = 5;
// Drawn by hand; the spans below are counted from it.
const picture = ['.....', '.##.#', '....#', '#####', '.....'];
const mask = Uint8Array.from(picture.join(''), (pixel) => (pixel === '#' ? 1 : 0));
const drawn = [
  [6, 8],
  [9, 10],
  [14, 15],
  [15, 20],
];

test('spans end with their rows, and lie in memory that threads share', () => {
  const spans = spansOfOnes(mask, width);
  expect([...spans]).toEqual(drawn.flat());
  expect(spans.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(spansOfOnes(new Uint8Array(10), width)).toHaveLength(0);
});

test('their window is the smallest that holds them all', () => {
  expect(boundsOfSpans(spansOfOnes(mask, width), width)).toEqual({
    column: 0,
    row: 1,
    width: 5,
    height: 3,
  });
  const single = new Uint8Array(25);
  single[13] = 1;
  const window = { column: 3, row: 2, width: 1, height: 1 };
  expect(boundsOfSpans(spansOfOnes(single, width), width)).toEqual(window);
});

test('each span is told with its place in a plane of a window', () => {
  const window = { column: 0, row: 1, width: 5, height: 3 };
  const told: number[][] = [];
  forEachSpanOfWindow(spansOfOnes(mask, width), { width, window }, (...span) => told.push(span));
  expect(told).toEqual(drawn.map(([first, end]) => [first, end, first! - 5]));
});
