import { expect, test } from 'vitest';
import { findChangeDates } from './change-dates.ts';

/** A reading a day: u unchanged (0.8), c changed (0.2), b between (0.5). */
function series(states: string) {
  const values: Record<string, number> = { u: 0.8, c: 0.2, b: 0.5 };
  return [...states].map((state, index) => ({
    date: `2020-06-${String(index + 1).padStart(2, '0')}`,
    value: values[state]!,
  }));
}

// Expected dates were read from the series by hand.
test.each([
  ['uuuuccc', '2020-06-04', '2020-06-05'],
  ['uc', '2020-06-01', '2020-06-02'],
  // A scene whose cloud nobody saw, before and after the change.
  ['ucuuuccccc', '2020-06-05', '2020-06-06'],
  ['uuuuccccuc', '2020-06-04', '2020-06-05'],
  // Whether the third or the fourth scene errs is not known, so the dates enclose both moments.
  ['uucucc', '2020-06-02', '2020-06-05'],
  // A patch that is cut little by little.
  ['uuuubbcccc', '2020-06-04', '2020-06-07'],
])('a series %s was last unchanged on %s and first changed on %s', (states, last, first) => {
  const dates = findChangeDates(series(states), { before: 0.8, after: 0.2 });
  expect(dates).toMatchObject({ lastUnchanged: last, firstSeen: first });
});

test('an index may rise as well as fall', () => {
  const rising = series('uuucc').map(({ date, value }) => ({ date, value: -value }));
  expect(findChangeDates(rising, { before: -0.8, after: -0.2 })).toMatchObject({
    lastUnchanged: '2020-06-03',
    firstSeen: '2020-06-04',
  });
});

test.each([
  ['ucucucuc', 'comes and goes'],
  ['uuuuu', 'never changes'],
  ['ccccc', 'has no scene before'],
  ['', 'has no scene'],
])('a series %s that %s tells no dates', (states) => {
  expect(findChangeDates(series(states), { before: 0.8, after: 0.2 })).toBeUndefined();
});

test('an index that hardly changes tells no dates', () => {
  expect(findChangeDates(series('uuucc'), { before: 0.8, after: 0.77 })).toBeUndefined();
});
