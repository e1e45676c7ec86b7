import { expect, test } from 'vitest';
import { readPosition, writePosition } from './map-position.ts';

test('a position is written with 5 decimals, and north up not at all', () => {
  const position = {
    longitude: -95.93451234,
    latitude: 41.256,
    zoom: 12.3456,
    bearingDegrees: 0.2,
  };
  expect(writePosition(position)).toBe('-95.93451_41.256_12.35');
  expect(writePosition({ ...position, bearingDegrees: -40.4 })).toBe('-95.93451_41.256_12.35_-40');
});

test('what is written is read again', () => {
  const position = { longitude: -95.93451, latitude: 41.256, zoom: 12.35, bearingDegrees: -40 };
  expect(readPosition(writePosition(position))).toEqual(position);
  expect(readPosition('0_0_5')).toEqual({ longitude: 0, latitude: 0, zoom: 5, bearingDegrees: 0 });
});

test.each([
  null,
  '',
  '1_2',
  '1_2_3_4_5',
  'a_b_c',
  '-200_41_5',
  '-95_89_5',
  '-95_41_-3',
  '-95_41_99',
  '-95_41_5_400',
  '1e2_41_5',
  'NaN_41_5',
  '__5',
])('%j is no position', (text) => {
  expect(readPosition(text)).toBeNull();
});
