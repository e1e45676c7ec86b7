import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Queryable } from '../../../platform/database/database.ts';
import { type RunState, watchRuns } from './run-watch.ts';

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
  const askedPositions: (readonly string[])[] = [];
  const findPositions = async (jobIds: readonly string[]) => {
    askedPositions.push(jobIds);
    return new Map(jobIds.map((id, index) => [id, index]));
  };
  const watch = watchRuns(orm, pino({ level: 'silent' }), findPositions);
  return { asked, askedPositions, watch };
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

test('places in the queue are asked for once, however many follow those that wait', async () => {
  const { asked, askedPositions, watch } = slowDatabase();
  const told: unknown[] = [];
  for (const id of ['a', 'a', 'b', 'c']) {
    watch.follow(id, (state) => told.push([id, state?.queuePosition]));
  }
  await vi.advanceTimersByTimeAsync(0);
  asked[0]?.([
    { id: 'a', jobId: 'job of a', status: 'queued' },
    { id: 'b', jobId: 'job of b', status: 'running' },
    { id: 'c', jobId: 'job of c', status: 'queued' },
  ]);
  await vi.advanceTimersByTimeAsync(0);
  expect(askedPositions).toEqual([['job of a', 'job of c']]);
  expect(told).toEqual([
    ['a', 0],
    ['a', 0],
    ['b', undefined],
    ['c', 1],
  ]);
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
