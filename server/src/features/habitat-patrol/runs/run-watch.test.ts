import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Queryable } from '../../../platform/database/database.ts';
import type { RunState } from './queries.ts';
import { watchRuns } from './run-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A database whose answers come when the test gives them. */
function slowDatabase() {
  const asked: ((states: Partial<RunState>[]) => void)[] = [];
  const where = () => new Promise((resolve) => asked.push(resolve));
  const orm = { select: () => ({ from: () => ({ where }) }) } as unknown as Queryable;
  return { asked, watch: watchRuns(orm, pino({ level: 'silent' })) };
}

test('a run that changes while all are looked at is looked at again at once', async () => {
  const { asked, watch } = slowDatabase();
  const told: (string | undefined)[] = [];
  watch.follow('a', (state) => told.push(state?.status));
  await vi.advanceTimersByTimeAsync(0);
  watch.look('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(1);
  asked[0]?.([{ id: 'a', status: 'running' }]);
  await vi.advanceTimersByTimeAsync(0);
  asked[1]?.([{ id: 'a', status: 'done' }]);
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['running', 'done']);
  watch.close();
});

test('nobody is asked for once the last listener has gone', async () => {
  const { asked, watch } = slowDatabase();
  const unfollow = watch.follow('a', () => {});
  await vi.advanceTimersByTimeAsync(0);
  asked[0]?.([]);
  unfollow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
  expect(watch.size).toBe(0);
});
