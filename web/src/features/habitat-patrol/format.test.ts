import { expect, test } from 'vitest';
import {
  formatDate,
  formatDatesIn,
  formatElapsed,
  formatKilometers,
  formatLatitude,
  formatLongitude,
} from './format.ts';

test('dates are shown as MM/DD/YYYY', () => {
  expect(formatDate('2019-03-07')).toBe('03/07/2019');
});

test('dates and months within a sentence are said in words of people, and nothing else is touched', () => {
  expect(
    formatDatesIn('In every scene around 2018-01-15, and in 2017-10: 1234-56, T14TPL_2018-07.'),
  ).toBe('In every scene around 01/15/2018, and in October 2017: 1234-56, T14TPL_2018-07.');
});

test('places are said by hemisphere, not by sign', () => {
  expect(formatLongitude(-123.78016)).toBe('123.78016° W');
  expect(formatLongitude(179.5)).toBe('179.50000° E');
  expect([44.5, -0.25].map(formatLatitude)).toEqual(['44.50000° N', '0.25000° S']);
});

test('numbers are as exact as they need to be', () => {
  expect([85_420, 6_090_412].map(formatKilometers)).toEqual(['85.4 km', '6,090 km']);
  expect([75, 59.6, 9].map(formatElapsed)).toEqual(['1 min 15 s', '1 min 0 s', '9 s']);
});

test('what is small is said in the next smaller unit, not as none', () => {
  expect([0, 412.4, 999.4].map(formatKilometers)).toEqual(['0 m', '412 m', '999 m']);
});
