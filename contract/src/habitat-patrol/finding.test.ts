import { expect, test } from 'vitest';
import { findingOf, findingText, unseenText } from './finding.ts';

const unchanged = { change_occured: false, changed_hectares: 0 };
const changed = { change_occured: true, changed_hectares: 12.55 };

test.each([
  [unchanged, null, 'No change found'],
  [unchanged, 1, 'No change found'],
  [unchanged, 0.95, 'No change found'],
  [unchanged, 0.949, 'No change found in the 94.9 % that was clear'],
  [unchanged, 0.5, 'No change found in the 50 % that was clear'],
  [
    unchanged,
    0.499,
    '50.1 % of the area was not observed. No change found in the 49.9 % that was clear',
  ],
  [
    unchanged,
    0.0004,
    'Over 99.9 % of the area was not observed. No change found in the under 0.1 % that was clear',
  ],
  [unchanged, 0, 'Nothing was clear on both dates. Change could not be looked for'],
  [changed, 1, '12.55 ha changed'],
  [changed, 0.8, '12.55 ha changed in the 80 % that was clear'],
  [changed, 0.3, '70 % of the area was not observed. 12.55 ha changed in the 30 % that was clear'],
])('of %j with a clear share of %d: %s', (found, clear_share, words) => {
  const finding = findingOf({ ...found, clear_share }, (hectares) => `${hectares} ha`);
  expect(findingText(finding)).toBe(words);
});

test('below half seen, the headline is what was not seen', () => {
  const headlineAt = (clear_share: number) =>
    findingOf({ ...unchanged, clear_share }, String).headline;
  expect([0.55, 0.45].map(headlineAt)).toEqual([
    'No change found in the 55 % that was clear',
    '55 % of the area was not observed',
  ]);
});

test('what was not seen is told unless nearly all was', () => {
  expect([1, 0.95].map(unseenText)).toEqual([undefined, undefined]);
  expect(unseenText(0.55)).toBe(
    '55 % of the area was clear on both dates. The rest was not observed, and may have changed.',
  );
  expect(unseenText(0.03)).toBe(
    'Only 3 % of the area was clear on both dates. The rest was not observed, and may have changed.',
  );
  expect(unseenText(0)).toBe(
    'No part of the area was clear on both dates, so nothing can be said about change.',
  );
});
