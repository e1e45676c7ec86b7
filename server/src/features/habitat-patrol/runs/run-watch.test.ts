import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Notice, NoticeListener } from '../../../platform/notify/notices.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type RunState, RunWatch } from './run-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A fake database. The test decides when it answers and which notices it sends. */
function slowDatabase() {
  const asked: ReturnType<typeof Promise.withResolvers<Partial<RunState>[]>>[] = [];
  const where = () => {
    const answer = Promise.withResolvers<Partial<RunState>[]>();
    asked.push(answer);
    return answer.promise;
  };
  const database = {
    orm: { select: () => ({ from: () => ({ where }) }) },
  } as unknown as Platform['database'];
  const channels = new Map<string, NoticeListener>();
  const notices: Pick<Platform['notices'], 'listen'> = {
    listen(channel, listener) {
      channels.set(channel, listener);
      return () => channels.delete(channel);
    },
  };
  const askedPositions: (readonly string[])[] = [];
  const findPositions = async (jobIds: readonly string[]) => {
    askedPositions.push(jobIds);
    return new Map(jobIds.map((id, index) => [id, index]));
  };
  const log = pino({ level: 'silent' });
  const watch = new RunWatch({ database, log, notices }, findPositions);
  const settled = () => vi.advanceTimersByTimeAsync(0);
  return {
    asked,
    askedPositions,
    watch,
    settled,
    channels,
    async answer(states: Partial<RunState>[]) {
      asked.at(-1)?.resolve(states);
      await settled();
    },
    async hear(channel: string, notice: Notice) {
      channels.get(channel)?.hear(notice);
      await settled();
    },
  };
}

test('a run that changes while it is read is read again at once', async () => {
  const { asked, answer, hear, settled, watch } = slowDatabase();
  const told: (string | undefined)[] = [];
  watch.follow('a', (state) => told.push(state?.status));
  await settled();
  await hear('analysis_run_progress', { id: 'a' });
  expect(asked).toHaveLength(1);
  await answer([{ id: 'a', status: 'running' }]);
  await answer([{ id: 'a', status: 'done' }]);
  expect(told).toEqual(['running', 'done']);
  watch.close();
});

test('places in the queue are asked for once, however many follow those that wait', async () => {
  const { answer, askedPositions, settled, watch } = slowDatabase();
  const told: unknown[] = [];
  for (const id of ['a', 'a', 'b', 'c']) {
    watch.follow(id, (state) => told.push([id, state?.queuePosition]));
  }
  await settled();
  await answer([]);
  told.length = 0;
  await answer([
    { id: 'a', jobId: 'job of a', status: 'queued' },
    { id: 'b', jobId: 'job of b', status: 'running' },
    { id: 'c', jobId: 'job of c', status: 'queued' },
  ]);
  expect(askedPositions).toEqual([['job of a', 'job of c']]);
  expect(told).toEqual([
    ['a', 0],
    ['a', 0],
    ['b', undefined],
    ['c', 1],
  ]);
  watch.close();
});

test('those that wait are read again when any run begins or ends, not when one tells its progress', async () => {
  const { asked, answer, hear, settled, watch } = slowDatabase();
  watch.follow('waiting', () => {});
  await settled();
  await answer([{ id: 'waiting', jobId: 'job', status: 'queued' }]);
  await hear('analysis_run_progress', { id: 'another' });
  expect(asked).toHaveLength(1);
  await hear('analysis_run_status', { id: 'another' });
  expect(asked).toHaveLength(2);
  watch.close();
});

test('nothing is asked while nothing is told, nor after the last listener has gone', async () => {
  const { asked, answer, hear, settled, watch } = slowDatabase();
  const unfollow = watch.follow('a', () => {});
  await settled();
  await answer([{ id: 'a', jobId: 'job', status: 'queued' }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
  unfollow();
  await hear('analysis_run_status', { id: 'a' });
  expect(asked).toHaveLength(1);
  expect(watch.size).toBe(0);
});

test('what notices may have missed is read, and what the database refused is asked again', async () => {
  const { asked, answer, channels, settled, watch } = slowDatabase();
  const told: (string | undefined)[] = [];
  watch.follow('a', (state) => told.push(state?.status));
  await settled();
  await answer([{ id: 'a', status: 'running' }]);
  channels.get('analysis_run_status')?.catchUp();
  await settled();
  asked.at(-1)?.reject(new Error('the connection was lost'));
  await vi.advanceTimersByTimeAsync(1_000);
  await answer([{ id: 'a', status: 'done' }]);
  expect(told).toEqual(['running', 'done']);
  watch.close();
});
