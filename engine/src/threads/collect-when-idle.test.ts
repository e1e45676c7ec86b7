import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectWhenIdle } from './collect-when-idle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How often garbage was collected after each check of the shares of work. */
function collections(shares: readonly number[]): number[] {
  const left = [...shares];
  const collect = vi.fn();
  const stop = collectWhenIdle({ workedShare: () => left.shift() ?? 0, collect });
  const counts = shares.map(() => {
    vi.advanceTimersByTime(10_000);
    return collect.mock.calls.length;
  });
  stop();
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledTimes(counts.at(-1) ?? 0);
  return counts;
}

test('garbage is collected once after each busy time, when the thread is idle', () => {
  expect(collections([0.5, 0.9, 0.01, 0, 0, 0.3, 0])).toEqual([0, 0, 1, 1, 1, 1, 2]);
});

test('a thread that answers some requests is not stopped for it', () => {
  expect(collections([0.5, 0.05, 0.05, 0.02, 0.019])).toEqual([0, 0, 0, 0, 1]);
});

test('a thread that was never busy has nothing to collect', () => {
  expect(collections([0.01, 0.09, 0, 0])).toEqual([0, 0, 0, 0]);
});

test('garbage of this thread is really collected', async () => {
  vi.useRealTimers();
  const garbage = new WeakRef({ text: 'garbage' });
  // A new object can be reached until the turn ends in which it was made.
  await new Promise((resolve) => setTimeout(resolve));
  vi.useFakeTimers();
  const shares = [1, 0];
  const stop = collectWhenIdle({ workedShare: () => shares.shift() ?? 0 });
  vi.advanceTimersByTime(20_000);
  stop();
  expect(garbage.deref()).toBeUndefined();
});
