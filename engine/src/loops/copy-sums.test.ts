import { expect, test } from 'vitest';
import { copySums } from './copy-sums.ts';

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
