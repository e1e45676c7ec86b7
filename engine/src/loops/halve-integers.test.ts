import { expect, test } from 'vitest';
import { halveIntegers } from './halve-integers.ts';

/** Expected values are worked out by hand: sums of four divided by four, halves upwards. */
test('a pixel is the average of four, with halves rounded up', () => {
  const half = new Int16Array(4);
  halveIntegers(
    Int16Array.of(1, 2, -1, -2, -32_768, -32_768, 7, 7),
    Int16Array.of(3, 4, -3, -4, -32_768, -32_768, 7, 8),
    half,
  );
  // 10 / 4 = 2.5, -10 / 4 = -2.5, and 29 / 4 = 7.25.
  expect([...half]).toEqual([3, -2, -32_768, 7]);
});

test('nodata is left out, and stays where there is nothing else', () => {
  const half = new Uint16Array(3);
  halveIntegers(Uint16Array.of(0, 5, 0, 0, 9, 0), Uint16Array.of(8, 0, 0, 0, 0, 0), half, 0);
  // (5 + 8) / 2 = 6.5.
  expect([...half]).toEqual([7, 0, 9]);
});

test('at an odd edge two pixels are averaged', () => {
  const half = new Uint8Array(2);
  halveIntegers(Uint8Array.of(255, 255, 10), Uint8Array.of(255, 255, 13), half);
  expect([...half]).toEqual([255, 12]);
});
