import { describe, expect, test } from 'vitest';
import { isCalendarDate } from '../date-text.ts';
import { checkRun, type RunCheckInput, utcDay } from './run-checks.ts';

/** An input that passes every check. */
const fine: RunCheckInput = {
  running: false,
  hasArea: true,
  startDate: '2019-01-01',
  endDate: '2019-12-31',
  today: '2026-11-21',
};

// The sentences are the specification's (part 2, §8), written out again.
const refused = (input: Partial<RunCheckInput>) => checkRun({ ...fine, ...input })?.message;

test('a run with an area and two dates may start', () => {
  expect(checkRun(fine)).toBeNull();
});

describe('each check has its own sentence', () => {
  test.each<[string, Partial<RunCheckInput>, string]>([
    [
      'a run under way',
      { running: true },
      'Cannot run an analysis while on is already in progress',
    ],
    [
      'no area',
      { hasArea: false },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'no start date',
      { startDate: '' },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'no end date',
      { endDate: undefined },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'a day that no calendar has',
      { startDate: '2019-02-30' },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'a start before 2015',
      { startDate: '2014-12-31' },
      'Satellite data from before 2015 is not available, please pick a later date.',
    ],
    [
      'an end after today',
      { endDate: '2026-11-22' },
      'Please select an end date that is not in the future.',
    ],
    [
      'a start after the end',
      { startDate: '2020-01-01' },
      'Please make sure your end date occurs after your starting date.',
    ],
  ])('%s', (_name, input, sentence) => {
    expect(refused(input)).toBe(sentence);
  });
});

test('the checks come in the order of the specification: each hides the ones after it', () => {
  const allWrong: RunCheckInput = {
    running: true,
    hasArea: false,
    startDate: '2014-01-01',
    endDate: '2027-01-01',
    today: '2012-01-01',
  };
  const codes = [
    checkRun(allWrong),
    checkRun({ ...allWrong, running: false }),
    checkRun({ ...allWrong, running: false, hasArea: true }),
    checkRun({ ...allWrong, running: false, hasArea: true, startDate: '2028-01-01' }),
    checkRun({
      ...allWrong,
      running: false,
      hasArea: true,
      startDate: '2028-01-01',
      today: '2030-01-01',
    }),
  ].map((refusal) => refusal?.code);
  expect(codes).toEqual([
    'run_in_progress',
    'area_or_dates_missing',
    'start_before_first_year',
    'end_in_future',
    'start_after_end',
  ]);
});

test('the limits themselves are allowed: the first of 2015, today, one and the same day', () => {
  expect(checkRun({ ...fine, startDate: '2015-01-01' })).toBeNull();
  expect(checkRun({ ...fine, endDate: fine.today })).toBeNull();
  expect(checkRun({ ...fine, startDate: '2019-12-31' })).toBeNull();
});

test('calendar dates are days that exist, written in ISO form', () => {
  expect(['2020-02-29', '2019-12-31'].every(isCalendarDate)).toBe(true);
  expect(
    ['2019-02-29', '2019-13-01', '2019-1-1', '01/02/2019', '2019-01-01T00:00', ''].some(
      isCalendarDate,
    ),
  ).toBe(false);
});

test('the day of an instant is the day in UTC', () => {
  expect(utcDay(new Date('2026-11-20T23:30:00-05:00'))).toBe('2026-11-21');
});
