import { describe, expect, test } from 'vitest';
import { daysApartInYear, seasonNotes } from './seasons.ts';

describe('seasons', () => {
  test.each([
    // Days of the year by the calendar: 1 January is 1, 31 December 365, 1 July 182 (2019).
    ['2019-01-01', '2019-12-31', 1],
    ['2019-01-01', '2019-07-01', 181],
    ['2016-06-15', '2021-06-15', 0],
    ['2020-03-01', '2019-12-01', 91],
    ['2015-12-20', '2023-01-10', 21],
  ])('%s and %s are %i days apart within the year', (one, other, days) => {
    expect(Math.abs(daysApartInYear(one, other) - days)).toBeLessThanOrEqual(1);
    expect(daysApartInYear(other, one)).toBe(daysApartInYear(one, other));
  });

  test('only different seasons are worth a note', () => {
    expect(seasonNotes('2019-06-10', '2023-07-20')).toEqual([]);
    expect(seasonNotes('2019-01-10', '2019-07-10')).toEqual([
      { code: 'different-seasons', params: { days: 181 } },
    ]);
  });
});
