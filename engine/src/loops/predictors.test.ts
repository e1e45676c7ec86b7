import { expect, test } from 'vitest';
import { applyFloatDifferences, undoFloatDifferences } from '../tiff/codecs/predictor.ts';
import { copySums, takeFloatDifferences } from './predictors.ts';

test('each copied sample is the sum of its row up to there, of two bytes', () => {
  // Two rows of four, and what stands around them: 65,535 is the difference -1.
  const differences = Uint16Array.of(9, 9, 5, 65_535, 1, 10, 7, 65_530, 0, 65_535, 9, 9);
  const target = new Uint16Array(8).fill(42);
  const from = { first: 2, row: 4, skip: 1 };
  copySums(differences, from, target, { first: 1, column: 1, row: 4 }, { width: 3, rows: 2 });
  expect([...target]).toEqual([42, 4, 5, 15, 42, 1, 1, 0]);
});

test('of one byte', () => {
  const target = new Uint8Array(2);
  const from = { first: 0, row: 3, skip: 1 };
  const to = { first: 0, column: 1, row: 2 };
  copySums(Uint8Array.of(4, 255, 253), from, target, to, { width: 2, rows: 1 });
  expect([...target]).toEqual([3, 0]);
});

test('signed samples keep their sign', () => {
  const differences = Int16Array.of(-3, 1, 30_000, 10_000);
  const target = new Int16Array(4);
  const from = { first: 0, row: 4, skip: 0 };
  copySums(differences, from, target, { first: 0, column: 1, row: 4 }, { width: 4, rows: 1 });
  // 39,998 wraps around.
  expect([...target]).toEqual([-3, -2, 29_998, -25_538]);
});

test.each([0, 1, 4])('rows of bytes from column %d on are summed as one by one', (skip) => {
  const rowBytes = 16;
  const differences = Uint8Array.from({ length: 3 * rowBytes }, (_, index) => (index * 89) % 256);
  const width = 11;
  const sums = new Uint8Array(3 * 12);
  const to = { first: 0, column: 1, row: 12 };
  copySums(differences, { first: 0, row: rowBytes, skip }, sums, to, { width, rows: 3 });
  for (let row = 0; row < 3; row++) {
    let sum = 0;
    for (let column = 0; column < skip + width; column++) {
      sum += differences[row * rowBytes + column];
      if (column >= skip) expect(sums[row * 12 + column - skip]).toBe(sum % 256);
    }
  }
});

test('differences of decimals are those of the plain loop, which undoing takes back', () => {
  const shape = { rows: 3, samplesPerRow: 37, bands: 1 };
  const numbers = Float32Array.from(
    { length: 3 * 37 },
    (_, index) => Math.sin(index) * 10 ** (index % 9),
  );
  numbers.set([Number.NaN, -Infinity, -9999, 0, -0, 1e-40], 40);
  const bytes = new Uint8Array(numbers.buffer);
  const differences = takeFloatDifferences(bytes, shape);
  expect(differences).toEqual(applyFloatDifferences(bytes, shape, 4));
  expect(undoFloatDifferences(differences, shape, 4)).toEqual(bytes);
});
