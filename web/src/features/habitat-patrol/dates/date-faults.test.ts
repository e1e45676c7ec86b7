import { expect, test } from 'vitest';
import { dateFaults } from './date-faults.ts';

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
