import type { Place, PlaceFinding } from '@refugia/contract/habitat-patrol/places.ts';
import { expect, test } from 'vitest';
import { findingStateText, watchText } from './watch-text.ts';

const now = new Date('2026-11-20T12:00:00Z');

/** A place with no more than its watching. */
const placeOf = (every: Place['watch']['every'], watching: Partial<Place['watching']> = {}) =>
  ({
    watch: { every, minimum_hectares: 1, kinds: ['burn'] },
    watching: {
      is_offered: true,
      next_look_at: '2026-11-27T08:00:00Z',
      last_outcome: null,
      ...watching,
    },
  }) as unknown as Place;

test('how a place is watched is said with its next look and what the last one brought', () => {
  expect(watchText(placeOf('off'), now)).toBe('This place is not watched.');
  expect(watchText(placeOf('weekly', { last_outcome: 'nothing new' }), now)).toBe(
    'Watched weekly. Next look about 11/27/2026. The last look found nothing new.',
  );
  expect(watchText(placeOf('monthly', { next_look_at: '2026-11-20T12:00:00Z' }), now)).toBe(
    'Watched monthly. The next look begins in a few minutes.',
  );
  expect(watchText(placeOf('weekly', { last_outcome: 'failed' }), now)).toContain(
    'The last look failed; the next one tries again.',
  );
  expect(watchText(placeOf('weekly', { is_offered: false }), now)).toBe(
    'This installation does not watch places at present.',
  );
});

test('a finding is new, confirmed or gone, with its days', () => {
  const finding = { first_seen_at: '2026-10-02T09:00:00Z', confirmed_at: null, gone_at: null };
  const text = (more: object) => findingStateText({ ...finding, ...more } as PlaceFinding);
  expect(text({ state: 'seen once' })).toBe('New: seen once, on 10/02/2026');
  expect(text({ state: 'confirmed', confirmed_at: '2026-10-09T09:00:00Z' })).toBe(
    'Confirmed on 10/09/2026 by newer scenes; first seen on 10/02/2026',
  );
  expect(text({ state: 'gone', gone_at: '2026-10-16T09:00:00Z' })).toBe(
    'Not seen any more on 10/16/2026; first seen on 10/02/2026',
  );
});
