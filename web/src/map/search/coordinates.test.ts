import { expect, test } from 'vitest';
import { formatCoordinates, parseCoordinates } from './coordinates.ts';

// The values are computed by hand: 41° 12′ 30″ is 41 + 12.5 / 60 = 41.208333…
test.each([
  ['41.2, -95.9', -95.9, 41.2],
  ['41.2 -95.9', -95.9, 41.2],
  ['  41.2 ;−95.9 ', -95.9, 41.2],
  ['-95.9, 41.2', -95.9, 41.2],
  ['-105.5, 39.1', -105.5, 39.1],
  ['41.2N 95.9W', -95.9, 41.2],
  ['41.2° n, 95.9° w', -95.9, 41.2],
  ['W95.9 N41.2', -95.9, 41.2],
  ["41°12'30\"N 95°54'W", -95.9, 41 + 12.5 / 60],
  ['41° 12.5′ N, 95° 54.0′ W', -95.9, 41 + 12.5 / 60],
  ['N 41 12 30 W 95 54 0', -95.9, 41 + 12.5 / 60],
  ['41 12 -95 54', -95.9, 41.2],
  ['33.9 S, 151.2', 151.2, -33.9],
])('%s is read', (text, longitude, latitude) => {
  const position = parseCoordinates(text);
  expect(position?.[0]).toBeCloseTo(longitude, 9);
  expect(position?.[1]).toBeCloseTo(latitude, 9);
});

test.each([
  '',
  'Omaha',
  '41.2',
  '41.2,',
  '91, 181',
  '41.2, -195.9',
  "41°61'N 95°W",
  "41.5°12'N 95°W",
  '41N 42N',
  '-41.2 S, 95 W',
  '1, 2, 3',
  '1 2 3',
])('"%s" is no position', (text) => {
  expect(parseCoordinates(text)).toBeNull();
});

test('positions are written with their hemispheres', () => {
  expect(formatCoordinates([-95.9, 41.2])).toBe('41.2000° N, 95.9000° W');
  expect(formatCoordinates([151.2093, -33.8688])).toBe('33.8688° S, 151.2093° E');
});
