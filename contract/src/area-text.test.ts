import { expect, test } from 'vitest';
import { formatArea } from './area-text.ts';

/** Spaces within a size do not break. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

// Acres by NIST SP 811: 1 acre is 0.40468564224 ha, so 0.5 ha are 1.2355 ac, and 1,235 ha 3,051.8 ac.
test.each([
  ['hectares', 0.5, '0.5 ha'],
  ['hectares', 12.55, '12.6 ha'],
  ['hectares', 1234.6, '1,235 ha'],
  ['acres', 0.404_685_642_24, '1 ac'],
  ['acres', 1235, '3,052 ac'],
  ['both', 0.5, '0.5 ha (1.2 ac)'],
  ['both', 1235, '1,235 ha (3,052 ac)'],
] as const)('in %s: %d hectares are %s', (units, hectares, text) => {
  expect(plain(formatArea(hectares, { units }))).toBe(text);
});

test('what is larger than a square kilometre can be told in those', () => {
  const told = (hectares: number) => plain(formatArea(hectares, { units: 'both', isLarge: true }));
  expect([0.99, 99.9, 125].map(told)).toEqual([
    '1 ha (2.4 ac)',
    '99.9 ha (247 ac)',
    '1.3 km² (309 ac)',
  ]);
});

test('while a shape grows, each number has a decimal', () => {
  const told = (hectares: number) =>
    plain(formatArea(hectares, { units: 'hectares', isSteady: true }));
  expect([12, 120, 1200].map(told)).toEqual(['12.0 ha', '120.0 ha', '1,200 ha']);
});
