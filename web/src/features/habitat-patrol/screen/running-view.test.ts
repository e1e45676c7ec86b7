import { expect, test } from 'vitest';
import { durationText, progressSteps } from './running-view.tsx';

const states = (...input: Parameters<typeof progressSteps>) =>
  progressSteps(...input).map(({ state }) => state);

test('steps before the present one are done, those after it wait', () => {
  expect(states(null)).toEqual(['active', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting']);
  expect(states({ step: 'compositing', elapsed_seconds: 5 })).toEqual([
    'done',
    'done',
    'done',
    'active',
    'waiting',
    'waiting',
  ]);
});

test('the present step says how far it is, or how long the queue', () => {
  const detail = (progress: Parameters<typeof progressSteps>[0]) =>
    progressSteps(progress).find((step) => step.detail !== undefined)?.detail;
  expect(detail({ step: 'reading', done: 3, total: 8, elapsed_seconds: 5 })).toBe('3 of 8');
  expect(detail({ step: 'reading', done: 3, total: 35, of: 'pieces', elapsed_seconds: 5 })).toBe(
    '3 of 35 pieces',
  );
  expect(
    detail({
      step: 'reading',
      done: 3,
      total: 35,
      of: 'pieces',
      share: 0.0999,
      elapsed_seconds: 5,
    }),
  ).toBe('3 of 35 pieces (9 %)');
  expect(detail({ step: 'waiting', queue_position: 1, elapsed_seconds: 0 })).toBe(
    '1 run before yours',
  );
  expect(detail({ step: 'waiting', queue_position: 0, elapsed_seconds: 0 })).toBeUndefined();
});

test('a large area tells how long it still takes, as its pieces go', () => {
  const text = (done: number, elapsed_seconds: number) =>
    durationText({ step: 'reading', done, total: 90, of: 'pieces', elapsed_seconds });
  expect(durationText(null)).toBe('A run takes seconds to a few minutes.');
  expect(text(3, 9)).toBe(
    'An area of this size is put together piece by piece, which takes some minutes.',
  );
  // 30 of 90 pieces took two minutes, so the rest takes four more.
  expect(text(30, 120)).toBe(
    'An area of this size is put together piece by piece. About 4 minutes are left.',
  );
  expect(text(80, 320)).toBe(
    'An area of this size is put together piece by piece. About a minute is left.',
  );
  // Of the 50 finished pieces, 20 were finished before the server was restarted. So 30 took two
  // minutes, and 40 are left.
  expect(
    durationText({
      step: 'reading',
      done: 50,
      total: 90,
      of: 'pieces',
      resumed: 20,
      elapsed_seconds: 120,
    }),
  ).toBe('An area of this size is put together piece by piece. About 3 minutes are left.');
});
