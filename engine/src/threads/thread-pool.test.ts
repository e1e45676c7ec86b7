import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PoolBusyError, runInThread, ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

interface Task {
  readonly kind: 'id' | 'wait' | 'spin' | 'throw' | 'exit' | 'heap' | 'take';
  readonly buffer?: ArrayBuffer;
  /** A waiting task continues when this is no longer 0. */
  readonly gate?: Int32Array;
}
type Result = number;

/** `id` tells the thread; `wait` until the gate is open or the signal aborted; `spin` until the gate. */
const program = (serve: string) => `
  import { threadId } from 'node:worker_threads';
  import { setTimeout as pause } from 'node:timers/promises';
  import { serveTasks } from ${JSON.stringify(serve)};
  class BandError extends Error { name = 'BandError'; band = 'nir'; }
  serveTasks(async ({ kind, gate, buffer }, signal) => {
    switch (kind) {
      case 'id': return threadId;
      case 'take': return buffer.byteLength;
      case 'wait':
        while (Atomics.load(gate, 0) === 0) { signal.throwIfAborted(); await pause(1); }
        return threadId;
      case 'spin': while (Atomics.load(gate, 0) === 0) {} return threadId;
      case 'throw': throw new BandError('no such band');
      case 'exit': process.exit(3);
      case 'heap': { const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length)); }
    }
  });`;

let folder: string;
let url: URL;
const pools: ThreadPool<Task, Result>[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-threads-'));
  const file = join(folder, 'program.mjs');
  await writeFile(file, program(new URL('./serve-tasks.ts', import.meta.url).href));
  url = pathToFileURL(file);
});
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function createPool(options: Partial<ThreadPoolOptions> = {}): ThreadPool<Task, Result> {
  const pool = new ThreadPool<Task, Result>({ url, threads: 1, ...options });
  pools.push(pool);
  return pool;
}

const closedGate = () => new Int32Array(new SharedArrayBuffer(4));
const open = (gate: Int32Array) => Atomics.store(gate, 0, 1);

test('tasks are shared by as many threads as there may be, which stay for the next ones', async () => {
  const pool = createPool({ threads: 2 });
  const gate = closedGate();
  const first = pool.run({ kind: 'wait', gate });
  const second = pool.run({ kind: 'wait', gate });
  const third = pool.run({ kind: 'id' });
  open(gate);
  const ids = [await first, await second];
  expect(new Set(ids).size).toBe(2);
  expect(ids).toContain(await third);
  expect(ids).toContain(await pool.run({ kind: 'id' }));
});

test('a thread that may have several tasks goes on with others while one waits', async () => {
  const pool = createPool({ tasksAtOnce: 2 });
  const gate = closedGate();
  const waiting = pool.run({ kind: 'wait', gate });
  expect(await pool.run({ kind: 'id' })).toBeGreaterThan(0);
  open(gate);
  await waiting;
});

test('what is handed over is not copied', async () => {
  const buffer = new ArrayBuffer(1000);
  const taken = createPool().run({ kind: 'take', buffer }, { transfer: [buffer] });
  expect(await taken).toBe(1000);
  expect(buffer.byteLength).toBe(0);
});

test('an error arrives with its name, message and fields, and harms no other task', async () => {
  const pool = createPool();
  const id = await pool.run({ kind: 'id' });
  await expect(pool.run({ kind: 'throw' })).rejects.toMatchObject({
    name: 'BandError',
    message: 'no such band',
    band: 'nir',
  });
  expect(await pool.run({ kind: 'id' })).toBe(id);
  await expect(pool.run({ kind: (() => {}) as never })).rejects.toThrow(/could not be cloned/);
});

test('more tasks than may wait are refused, and the rest is served', async () => {
  const pool = createPool({ maxWaiting: 1 });
  const gate = closedGate();
  const first = pool.run({ kind: 'wait', gate });
  const second = pool.run({ kind: 'id' });
  await expect(pool.run({ kind: 'id' })).rejects.toThrow(PoolBusyError);
  open(gate);
  expect(await second).toBe(await first);
});

test('aborting drops a task that waits, and tells one that has begun; the thread stays', async () => {
  const pool = createPool();
  const id = await pool.run({ kind: 'id' });
  const leaving = new AbortController();
  const begun = pool.run({ kind: 'wait', gate: closedGate() }, { signal: leaving.signal });
  const waits = pool.run({ kind: 'id' }, { signal: leaving.signal });
  const stays = pool.run({ kind: 'id' });
  leaving.abort(new Error('gone'));
  await expect(waits).rejects.toThrow('gone');
  await expect(begun).rejects.toMatchObject({ name: 'AbortError' });
  expect(await stays).toBe(id);
  await expect(pool.run({ kind: 'id' }, { signal: leaving.signal })).rejects.toThrow('gone');
});

test('a thread that ends fails its own task; the next one gets a new thread', async () => {
  const pool = createPool();
  const id = await pool.run({ kind: 'id' });
  const lost = pool.run({ kind: 'exit' });
  const next = pool.run({ kind: 'id' });
  await expect(lost).rejects.toThrow('A thread has stopped.');
  expect(await next).not.toBe(id);
});

test('a task that takes too long ends its thread, and no other task', async () => {
  const pool = createPool({ taskMilliseconds: 1_000 });
  const late = pool.run({ kind: 'spin', gate: closedGate() });
  await expect(late).rejects.toThrow('A task took longer than 1 s.');
});

test('a full heap fails its task, and not the process', async () => {
  const greedy = createPool({ heapMegabytes: 16 }).run({ kind: 'heap' });
  await expect(greedy).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
});

test('idle threads end, and a later task starts one again', async () => {
  const pool = createPool({ idleMilliseconds: 1 });
  const id = await pool.run({ kind: 'id' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await pool.run({ kind: 'id' })).not.toBe(id);
});

test('closing ends what is under way and what waits', async () => {
  const pool = createPool();
  const outcomes = Promise.allSettled([
    pool.run({ kind: 'spin', gate: closedGate() }),
    pool.run({ kind: 'id' }),
  ]);
  await pool.close();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(pool.run({ kind: 'id' })).rejects.toThrow(/closed/);
});

test('one task may have a thread of its own, which aborting ends in order or at once', async () => {
  expect(await runInThread<Task, Result>(url, { kind: 'id' })).toBeGreaterThan(0);
  for (const [kind, whenAborted] of [
    ['wait', 'tell'],
    ['spin', 'end'],
  ] as const) {
    const leaving = new AbortController();
    const running = runInThread<Task, Result>(
      url,
      { kind, gate: closedGate() },
      { signal: leaving.signal, whenAborted },
    );
    setTimeout(() => leaving.abort(new Error('gone')), 100);
    await expect(running).rejects.toThrow('gone');
  }
});
