import { checkRun } from '@refugia/contract/habitat-patrol/run-checks.ts';
import { expect, test } from 'vitest';
import { dateFaults, datePairs } from './dates.ts';

// Sentences and rules of the specification, part 2 §5.
test.each([
  ['2019-01-01', '2019-12-31', {}],
  [
    '2014-12-31',
    '2019-12-31',
    { start: 'Satellite data from before 2015 is not available, please pick a later date.' },
  ],
  ['2019-01-01', '2026-11-23', { end: 'Please select an end date that is not in the future.' }],
  [
    '2019-12-31',
    '2019-01-01',
    { end: 'Please make sure your end date occurs after your starting date.' },
  ],
  ['', '2019-01-01', { start: 'This is required.' }],
  ['', '', { start: 'This is required.', end: 'This is required.' }],
])('%j to %j', (startDate, endDate, faults) => {
  expect(dateFaults({ startDate, endDate, today: '2026-11-22' })).toEqual(faults);
});

test.each([
  // This year's summer has no scenes yet, so the last two summers are offered.
  ['2026-05-20', ['2024-07-15', '2025-07-15'], ['2021-05-20', '2026-05-20']],
  ['2026-11-22', ['2025-07-15', '2026-07-15'], ['2021-11-22', '2026-11-22']],
  // Five years before a leap year there is no 29 February.
  ['2028-02-29', ['2026-07-15', '2027-07-15'], ['2023-02-28', '2028-02-29']],
])('on %s: %j and %j', (today, summers, years) => {
  expect(datePairs(today).map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
    summers,
    years,
  ]);
});

test('each pair may be run, in the first year of the imagery too', () => {
  for (const today of ['2017-01-01', '2017-08-31', '2020-02-29', '2026-11-22']) {
    for (const { startDate, endDate } of datePairs(today)) {
      expect(checkRun({ running: false, hasArea: true, startDate, endDate, today })).toBeNull();
    }
  }
});
