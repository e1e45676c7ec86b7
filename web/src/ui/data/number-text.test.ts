import { expect, test } from 'vitest';
import { numberText, readingText, significantText } from './number-text.ts';

test.each([
  [0, '0'],
  [1302, '1,302'],
  [0.1 + 0.2, '0.3'],
  [-0.125, '−0.125'],
  [4294967295, '4.29e9'],
  [-3.4e38, '−3.40e38'],
  [2e-9, '2.00e−9'],
])('%d reads %s', (value, text) => {
  expect(numberText(value)).toBe(text);
});

test.each([
  [0, '0'],
  [123_456, '123,456'],
  [16_777_521, '16,777,521'],
  [-4_294_967_295, '−4,294,967,295'],
  [123_456.789, '123,456.8'],
  [1000.397038, '1,000.397'],
  // The number that float32 holds for 0.1.
  [Math.fround(0.1), '0.1'],
  [-2.5e-3, '−0.0025'],
  [-3.4e38, '−3.40e38'],
  [2e-9, '2.00e−9'],
])('%d was read as %s', (value, text) => {
  expect(readingText(value)).toBe(text);
});

test.each([
  [0, '0'],
  [1302, '1,302'],
  [123_456, '123,500'],
  [-0.123456, '−0.1235'],
  [Math.fround(0.1), '0.1'],
  [-3.4e38, '−3.40e38'],
])('%d was measured as %s', (value, text) => {
  expect(significantText(value)).toBe(text);
});
