import { expect, test } from 'vitest';
import { numberText } from './number-text.ts';

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
