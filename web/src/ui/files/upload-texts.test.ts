import { expect, test } from 'vitest';
import { megabytes, shownPercent } from './upload-texts.ts';

test.each([
  [0, 0],
  [0.004, 0],
  [0.429, 42],
  [0.999, 99],
  [1, 99],
  [-1, 0],
])('a share of %d shows as %d percent', (share, percent) => {
  expect(shownPercent(share)).toBe(percent);
});

test.each([
  [1_000_000, '1 MB'],
  [431_000, '0.43 MB'],
  [1_000_000_000, '1,000 MB'],
  [12, 'less than 0.01 MB'],
])('%d bytes read %j', (bytes, text) => {
  expect(megabytes(bytes)).toBe(text);
});
