import type { ScenePreview } from '@refugia/contract/habitat-patrol/run-scenes.ts';
import { expect, test } from 'vitest';
import { CallFailedError, RequestRefusedError } from '../../../lib/api-errors.ts';
import { type ExpectedShare, expectedShareOf, gainOf } from './expected-share.ts';

const ofShare = (seen_share: number | null) =>
  ({ seen_share, is_complete: seen_share !== null }) as ScenePreview;
const looking = { preview: undefined, error: null, isReading: true, isStale: false };
const done = { ...looking, isReading: false };

test('a share is told once it is known, also while further scenes are looked at', () => {
  expect(expectedShareOf(looking)).toEqual({ kind: 'reading' });
  expect(expectedShareOf({ ...looking, preview: ofShare(null) })).toEqual({ kind: 'reading' });
  for (const state of [looking, done]) {
    const known = expectedShareOf({ ...state, preview: ofShare(0.47) });
    expect(known).toEqual({ kind: 'known', share: 0.47 });
  }
});

test('the share of the former dates is not told for the new ones', () => {
  const stale = { ...looking, preview: ofShare(0.99), isStale: true };
  expect(expectedShareOf(stale)).toEqual({ kind: 'reading' });
});

test.each([
  [
    'time ran out',
    { preview: ofShare(null) },
    'How much of the area can be seen is not known: not enough of its scenes could be read in time. The analysis can be run all the same.',
  ],
  [
    'nothing came in time, or a line tells the failure',
    { error: new CallFailedError('The scenes were not looked up in time.', null) },
    'The scenes were not looked up in time. The analysis can be run all the same.',
  ],
  [
    // Its sentence announces another attempt, which is not made here.
    'the imagery service failed',
    { error: new CallFailedError('We are trying again.', 502) },
    'The scenes could not be looked up. The analysis can be run all the same.',
  ],
  [
    'the server refused',
    { error: new RequestRefusedError(429, { error: 'Too many requests.', code: 'x' }) },
    'Too many requests.',
  ],
])('where a preview ends without a share, the reason is told: %s', (_, ending, reason) => {
  expect(expectedShareOf({ ...done, ...ending })).toEqual({ kind: 'unknown', reason });
});

test('a gain is told in the whole percents of both previews, and only where there is one', () => {
  const known = (share: number): ExpectedShare => ({ kind: 'known', share });
  const text = '99 % visible instead of 45 %';
  expect(gainOf(known(0.4531), known(0.9904))).toEqual({ kind: 'known', text });
  expect(gainOf(known(0.5413), known(0.9963))).toEqual({
    kind: 'known',
    text: '99.6 % visible instead of 54 %',
  });
  expect(gainOf(known(0.9904), known(0.4531))).toEqual({ kind: 'none' });
  expect(gainOf(known(0.981), known(0.984))).toEqual({ kind: 'none' });
  const unknown = { kind: 'unknown', reason: 'Busy.' } as const;
  for (const own of [null, { kind: 'reading' } as const, unknown]) {
    expect(gainOf(own, known(0.99))).toEqual({ kind: 'unknown' });
  }
  expect(gainOf(known(0.45), unknown)).toEqual({ kind: 'unknown' });
});
