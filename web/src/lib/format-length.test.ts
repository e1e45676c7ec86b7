import { expect, test } from 'vitest';
import { formatLength } from './format-length.ts';

/** Spaces within a length do not break. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

// By NIST SP 811 a foot is 0.3048 m and a mile 1,609.344 m.
test.each([
  ['hectares', 85, '85 m'],
  ['hectares', 12_480, '12.5 km'],
  ['hectares', 123_456, '123 km'],
  ['acres', 30.48, '100 ft'],
  ['acres', 1_609.344, '1 mi'],
  ['both', 12_480, '12.5 km (7.8 mi)'],
  ['both', 152.4, '152 m (500 ft)'],
] as const)('in %s: %d m are %s', (units, meters, text) => {
  expect(plain(formatLength(meters, units))).toBe(text);
});
