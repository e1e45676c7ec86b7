import { expect, test } from 'vitest';
import { progressSteps } from './running-view.tsx';

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
  expect(detail({ step: 'reading', done: 3, total: 35, of: 'places', elapsed_seconds: 5 })).toBe(
    '3 of 35 places',
  );
  expect(detail({ step: 'waiting', queue_position: 1, elapsed_seconds: 0 })).toBe(
    '1 run before yours',
  );
  expect(detail({ step: 'waiting', queue_position: 0, elapsed_seconds: 0 })).toBeUndefined();
});
