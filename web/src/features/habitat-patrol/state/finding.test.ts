import { expect, test } from 'vitest';
import { findingOf, foldedText, unseenText } from './finding.ts';
import { initialState, type Shown } from './patrol-state.ts';

const unchanged = { change_occured: false, changed_hectares: 0 };
const changed = { change_occured: true, changed_hectares: 12.55 };

test.each([
  [unchanged, 1, 'No change found'],
  [unchanged, 0.95, 'No change found'],
  [unchanged, 0.949, 'No change found in the 94.9 % that was clear'],
  [unchanged, 0.02, 'No change found in the 2 % that was clear'],
  [unchanged, 0.0004, 'No change found in the under 0.1 % that was clear'],
  [unchanged, 0, 'Nothing was clear on both dates'],
  [changed, 1, '12.55 ha changed'],
  [changed, 0.3, '12.55 ha changed in the 30 % that was clear'],
])('of %j with a clear share of %d: %s', (found, clear_share, words) => {
  expect(findingOf({ ...found, clear_share }, (hectares) => `${hectares} ha`)).toBe(words);
});

test('what was not seen is told where it is most of the area', () => {
  expect([1, 0.5].map(unseenText)).toEqual([undefined, undefined]);
  expect(unseenText(0.03)).toBe(
    'Only 3 % of the area was clear on both dates. The rest was not observed, and may have changed.',
  );
  expect(unseenText(0)).toBe(
    'No part of the area was clear on both dates, so nothing can be said about change.',
  );
});

test('a folded panel says what was found, and before a result nothing', () => {
  const statistics = { changed_hectares: 124, clear_share: 0.996 };
  const shown = { phase: 'shown', result: { change_occured: true, statistics } } as Shown;
  const words = (hectares: number) => `${hectares} ha`;
  expect(foldedText(shown, words)).toBe('124 ha changed');
  expect(foldedText(initialState, words)).toBeUndefined();
});
