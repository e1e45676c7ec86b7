import type { AnalysisBody } from '@refugia/contract/habitat-patrol/runs.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchScenes } from './patrol-api.ts';

/** The server never answers. */
beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const preview = (signal: AbortSignal) =>
  fetchScenes({} as AnalysisBody, signal, () => {}).catch((error: Error) => error);

test('whoever waits for scenes is told after 25 seconds that they were not looked up', async () => {
  vi.useFakeTimers();
  const ended = preview(new AbortController().signal);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(await Promise.race([ended, Promise.resolve('still waiting')])).toMatchObject({
    name: 'CallFailedError',
    message: 'The scenes were not looked up in time.',
  });
});

test('whoever leaves ends the call', async () => {
  const leaving = new AbortController();
  const ended = preview(leaving.signal);
  leaving.abort(new Error('left'));
  expect(await ended).toMatchObject({ message: 'left' });
});
