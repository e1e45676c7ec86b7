import type { AnalysisResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { engineVersion } from '@refugia/engine/analysis/result/provenance.ts';
import { expect, test } from 'vitest';
import { isLasting } from './lasting-result.ts';

const endDate = '2023-07-16';
/** This instant is a year after the result was computed. */
const now = new Date('2024-09-30T12:00:00Z');

function resultOf({ version = engineVersion, computedAt = '2023-09-30T12:00:00Z', note = '' }) {
  return {
    provenance: { version, computed_at: computedAt },
    parameters: { window_days: 45 },
    notes: note === '' ? [] : [note],
  } as unknown as AnalysisResult;
}

// 45 days after 16 July are the 30th of August, and a week later is the 7th of September.
test.each([
  ['after the last of its scenes was published', {}, true],
  ['on the day that the week is over', { computedAt: '2023-09-07T00:00:00Z' }, true],
  ['while a late scene may still have come', { computedAt: '2023-09-06T23:59:00Z' }, false],
  ['minutes ago, whatever may still come', { computedAt: '2024-09-30T11:51:00Z' }, true],
  ['by another version of the engine', { version: '0.0.0' }, false],
  ['without a scene that gave no answer', { note: 'Scene S2A was left out: HTTP 503.' }, false],
  [
    'without a part of the area',
    { note: '3 % of the area could not be compared: No scene covers it.' },
    false,
  ],
  ['with a note on what every attempt finds', { note: '4 % of the area is water.' }, true],
])('a result computed %s', (_when, changes, lasts) => {
  expect(isLasting(resultOf(changes), endDate, now)).toBe(lasts);
});

test('a result of a version that told no provenance is computed anew', () => {
  expect(isLasting({ ...resultOf({}), provenance: undefined }, endDate, now)).toBe(false);
});
