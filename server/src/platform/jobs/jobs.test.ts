import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isTestDatabaseEmbedded, openTestDatabase } from '../../../testing/test-database.ts';
import type { Database } from '../database/database.ts';
import { createLog } from '../log.ts';
import { Notices } from '../notify/notices.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { JobAborted, type JobAttempt } from './queue.ts';

let database: Database;
const running: { jobs: Jobs; notices: Notices }[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const { jobs, notices } of running.splice(0)) {
    await jobs.stop();
    await notices.close();
  }
});
afterAll(() => database.close());

/** The jobs of one process. A test may run several on one database. */
function createProcess(): Jobs {
  const log = createLog('silent');
  const notices = new Notices(database, log);
  const jobs = createJobs({ database, notices }, log);
  running.push({ jobs, notices });
  return jobs;
}

/** A promise that the test settles. */
function createGate() {
  return Promise.withResolvers<void>();
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

test('a job is worked on with its data, and is then completed', async () => {
  const jobs = createProcess();
  const seen = Promise.withResolvers<JobAttempt<{ number: number }>>();
  const queue = jobs.define<{ number: number }>('numbers', {}, async (job) => seen.resolve(job));
  await jobs.start({ work: true });
  const id = await queue.enqueue({ number: 7 });
  expect(await seen.promise).toMatchObject({
    id,
    data: { number: 7 },
    attempt: 1,
    isLastAttempt: false,
  });
  await expect.poll(() => queue.state(id)).toBe('completed');
  expect(await queue.state(randomUUID())).toBeUndefined();
});

test('an attempt that throws is followed by others, up to the limit', async () => {
  const jobs = createProcess();
  const attempts: [number, boolean][] = [];
  const queue = jobs.define('failing', { retries: 2 }, async ({ attempt, isLastAttempt }) => {
    attempts.push([attempt, isLastAttempt]);
    throw new Error('on purpose');
  });
  await jobs.start({ work: true });
  const id = await queue.enqueue({});
  await expect.poll(() => queue.state(id)).toBe('failed');
  expect(attempts).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ]);
});

test('of one group as many jobs run at once as the queue says, and hold up no others', async () => {
  const jobs = createProcess();
  const gate = createGate();
  const begun: string[] = [];
  const queue = jobs.define<{ name: string }>(
    'grouped',
    { concurrency: 3, perGroup: 1 },
    async ({ data }) => {
      begun.push(data.name);
      if (data.name === 'first') await gate.promise;
    },
  );
  await jobs.start({ work: true });
  await queue.enqueue({ name: 'first' }, { group: 'one' });
  await expect.poll(() => begun).toEqual(['first']);
  await queue.enqueue({ name: 'second' }, { group: 'one' });
  const other = await queue.enqueue({ name: 'other' }, { group: 'two' });
  await expect.poll(() => queue.state(other)).toBe('completed');
  expect(begun.toSorted()).toEqual(['first', 'other']);
  gate.resolve();
  await expect.poll(() => begun.at(-1)).toBe('second');
});

test('a queue works on as many jobs at once as it says, and tells the others their place', async () => {
  const jobs = createProcess();
  const gate = createGate();
  let active = 0;
  const queue = jobs.define('places', { concurrency: 2 }, async () => {
    active++;
    await gate.promise;
  });
  await jobs.start({ work: true });
  const ids: string[] = [];
  for (let count = 0; count < 4; count++) ids.push(await queue.enqueue({}));
  await expect.poll(() => active).toBe(2);
  expect(await queue.positions(ids)).toEqual(
    new Map([
      [ids[2], 2],
      [ids[3], 3],
    ]),
  );
  gate.resolve();
  await expect.poll(() => queue.state(ids[3] ?? '')).toBe('completed');
});

test('the same id is one job', async () => {
  const jobs = createProcess();
  const queue = jobs.define('once', {}, async () => {});
  await jobs.start({ work: false });
  const id = randomUUID();
  expect(await queue.enqueue({}, { id })).toBe(id);
  expect(await queue.enqueue({}, { id })).toBe(id);
  const { rows } = await database.pool.query(
    "SELECT count(*)::int FROM jobs.job WHERE name = 'once'",
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('a job comes to be with the transaction that it belongs to', async () => {
  const jobs = createProcess();
  const queue = jobs.define('transactional', {}, async () => {});
  await jobs.start({ work: false });
  const [kept, lost] = [randomUUID(), randomUUID()];
  await database.orm.transaction((transaction) => queue.enqueue({}, { id: kept, transaction }));
  await database.orm
    .transaction(async (transaction) => {
      await queue.enqueue({}, { id: lost, transaction });
      throw new Error('on purpose');
    })
    .catch(() => {});
  expect(await queue.state(kept)).toBe('waiting');
  expect(await queue.state(lost)).toBeUndefined();
});

test.each(['this process', 'another process'])(
  'cancelling in %s aborts an active job for good',
  async (where) => {
    const name = `cancelled in ${where}`.replaceAll(' ', '-');
    const worker = createProcess();
    const started = createGate();
    const aborted = Promise.withResolvers<unknown>();
    const queue = worker.define(name, {}, async ({ signal }) => {
      started.resolve();
      await untilAborted(signal).catch((reason) => {
        aborted.resolve(reason);
        throw reason;
      });
    });
    await worker.start({ work: true });
    const other = createProcess();
    const same = other.define(name, {}, async () => {});
    await other.start({ work: false });
    const id = await queue.enqueue({});
    await started.promise;
    await (where === 'this process' ? queue : same).cancel(id);
    expect(await aborted.promise).toEqual(new JobAborted('cancelled'));
    await expect.poll(() => queue.state(id)).toBe('cancelled');
  },
);

test('a waiting job that is cancelled is never worked on', async () => {
  const jobs = createProcess();
  const gate = createGate();
  const worked: string[] = [];
  const queue = jobs.define('line', {}, async ({ id }) => {
    worked.push(id);
    await gate.promise;
  });
  await jobs.start({ work: true });
  const first = await queue.enqueue({});
  await expect.poll(() => worked).toEqual([first]);
  const second = await queue.enqueue({});
  const third = await queue.enqueue({});
  await queue.cancel(second);
  gate.resolve();
  await expect.poll(() => queue.state(third)).toBe('completed');
  expect(worked).toEqual([first, third]);
});

// On a server the heartbeat finds such jobs, after half a minute.
test.runIf(isTestDatabaseEmbedded)(
  'a job whose process was killed waits again at the next start',
  async () => {
    const dead = createProcess();
    const queue = dead.define('orphans', { retries: 1 }, async () => {});
    await dead.start({ work: false });
    const [id, exhausted] = [await queue.enqueue({}), await queue.enqueue({})];
    await database.orm.execute(
      sql`UPDATE jobs.job SET state = 'active', started_on = now(), retry_count = CASE WHEN id = ${exhausted} THEN 1 ELSE 0 END WHERE name = 'orphans'`,
    );

    const next = createProcess();
    const attempts: [string, number][] = [];
    const again = next.define('orphans', { retries: 1 }, async (job) => {
      attempts.push([job.id, job.attempt]);
    });
    await next.start({ work: true });
    await expect.poll(() => again.state(id)).toBe('completed');
    expect(attempts).toEqual([[id, 2]]);
    expect(await again.state(exhausted)).toBe('failed');
  },
);

test('a shutdown puts active jobs back as if they had not begun', async () => {
  const first = createProcess();
  const started = createGate();
  const queue = first.define('interrupted', { retries: 0 }, async ({ signal }) => {
    started.resolve();
    await untilAborted(signal);
  });
  await first.start({ work: true });
  const id = await queue.enqueue({});
  await started.promise;
  await first.stop();
  running.length = 0;

  const second = createProcess();
  const attempts: number[] = [];
  const again = second.define('interrupted', { retries: 0 }, async ({ attempt }) => {
    attempts.push(attempt);
  });
  await second.start({ work: true });
  await expect.poll(() => again.state(id)).toBe('completed');
  expect(attempts).toEqual([1]);
});
