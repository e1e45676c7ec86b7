import { expect, test } from 'vitest';
import { readingWords } from './reading-words.ts';

test.each([
  [{ original: 16_777_521, valued: null }, '16,780,000'],
  [{ original: 16_777_521, valued: null, isClass: true }, '16,777,521'],
  [{ original: 123_456, valued: -0.25 }, '123,500 → value −0.25'],
  [{ original: 1302, valued: 0.123456, isPreview: true }, '1,302 → value 0.1235 (preview)'],
  [{ original: 12.5, valued: null, unit: 'm' }, '12.5 m'],
  [{ original: null, valued: null, unit: 'm' }, 'no data'],
])('%o reads %s', (value, words) => {
  expect(readingWords(value)).toBe(words);
});
