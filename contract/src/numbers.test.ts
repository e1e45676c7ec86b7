import { expect, test } from 'vitest';
import { numberSchema, wholeNumberSchema } from './numbers.ts';

test.each([
  [7, 7],
  ['7', 7],
  [' 7 ', 7],
  ['1e1', 10],
])('%j is the whole number %d', (value, expected) => {
  expect(wholeNumberSchema(0, 10).parse(value)).toBe(expected);
});

test.each(['', ' ', '0x1', '1_0', '7.5', 'seven', true, null, [7], {}, Number.NaN, '11', -1])(
  '%j is no whole number from 0 to 10',
  (value) => {
    expect(wholeNumberSchema(0, 10).safeParse(value).success).toBe(false);
  },
);

test.each([
  ['-110.5', -110.5],
  ['.5', 0.5],
  ['1e-7', 1e-7],
  [-540, -540],
])('%j is the number %d', (value, expected) => {
  expect(numberSchema(-540, 540).parse(value)).toBe(expected);
});

test.each(['', 'Infinity', '0x10', '1,5', '541', null])('%j is no number to 540', (value) => {
  expect(numberSchema(-540, 540).safeParse(value).success).toBe(false);
});
