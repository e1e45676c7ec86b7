import type { StoredFact } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { engineVersion } from '@refugia/engine/analysis/result/provenance.ts';
import { expect, test } from 'vitest';
import type { StoredResult } from '../../../platform/database/schema/index.ts';
import { isLasting } from './lasting-result.ts';

const endDate = '2023-07-16';
/** This instant is a year after the result was computed. */
const now = new Date('2024-09-30T12:00:00Z');

interface Changes {
  readonly version?: string;
  readonly computedAt?: string;
  readonly notes?: readonly StoredFact[];
}

function resultOf({
  version = engineVersion,
  computedAt = '2023-09-30T12:00:00Z',
  notes = [],
}: Changes) {
  return {
    provenance: { version, computed_at: computedAt },
    parameters: { window_days: 45 },
    notes,
  } as unknown as StoredResult;
}

// 45 days after 16 July are the 30th of August, and a week later is the 7th of September.
const sceneId = 'S2A';
const trouble = { code: 'file-unreadable', params: { detail: 'HTTP 503' } } as const;
const unread = { collection: 'first', detail: 'busy' };
const reason = { code: 'no-scene', params: { date: '2021-07-16', windowDays: 45 } } as const;

test.each<[string, Changes, boolean]>([
  ['after the last of its scenes was published', {}, true],
  ['on the day that the week is over', { computedAt: '2023-09-07T00:00:00Z' }, true],
  ['while a late scene may still have come', { computedAt: '2023-09-06T23:59:00Z' }, false],
  ['minutes ago, whatever may still come', { computedAt: '2024-09-30T11:51:00Z' }, true],
  ['by another version of the engine', { version: '0.0.0' }, false],
  [
    'without a scene that gave no answer',
    { notes: [{ code: 'scene-left-out', params: { sceneId, trouble } }] },
    false,
  ],
  [
    'without a part of the area',
    { notes: [{ code: 'part-not-compared', params: { share: 0.03, reason } }] },
    false,
  ],
  [
    'without more parts than are told',
    { notes: [{ code: 'further-parts-not-compared', params: { reasons: 2 } }] },
    false,
  ],
  ['without a collection', { notes: [{ code: 'collection-not-searched', params: unread }] }, false],
  [
    'without a part of a collection',
    { notes: [{ code: 'collection-partly-searched', params: unread }] },
    false,
  ],
  [
    'with a note on what every attempt finds',
    { notes: [{ code: 'water-on-both-dates', params: { percent: 4 } }] },
    true,
  ],
  ['by a version that noted sentences', { notes: ['4 % of the area is water.'] }, false],
])('a result computed %s', (_when, changes, lasts) => {
  expect(isLasting(resultOf(changes), endDate, now)).toBe(lasts);
});

test('a result of a version that told no provenance is computed anew', () => {
  expect(isLasting({ ...resultOf({}), provenance: undefined }, endDate, now)).toBe(false);
});
