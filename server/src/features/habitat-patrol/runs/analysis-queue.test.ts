import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../testing/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { createJobs, type Jobs } from '../../../platform/jobs/jobs.ts';
import { createLog } from '../../../platform/log.ts';
import { Notices } from '../../../platform/notify/notices.ts';
import { defineLanes } from './analysis-queue.ts';

let database: Database;
let notices: Notices;
let jobs: Jobs;
const running = new Set<string>();
const gates = new Map<string, PromiseWithResolvers<void>>();
let queue: ReturnType<typeof defineLanes>;

beforeAll(async () => {
  database = await openTestDatabase();
  const log = createLog('silent');
  notices = new Notices(database, log);
  jobs = createJobs({ database, notices }, log);
  queue = defineLanes(jobs, 600, async ({ data, signal }) => {
    running.add(data.runId);
    const aborted = new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    await Promise.race([gates.get(data.runId)?.promise, aborted]).finally(() =>
      running.delete(data.runId),
    );
  });
  await jobs.start({ work: true });
});
afterAll(async () => {
  await jobs.stop();
  await notices.close();
  await database.close();
});

/**
 * Adds a run that works until the test opens its gate.
 * @returns its job's id
 */
async function add(runId: string, lane: 'small' | 'large'): Promise<string> {
  gates.set(runId, Promise.withResolvers());
  return await queue.enqueue({ runId, lane }, { id: randomUUID() });
}

test('however many large runs there are, a small one begins at once', async () => {
  const [first, second] = [await add('large 1', 'large'), await add('large 2', 'large')];
  await expect.poll(() => [...running]).toEqual(['large 1']);
  const small = await add('small 1', 'small');
  await expect.poll(() => [...running].sort()).toEqual(['large 1', 'small 1']);
  expect(await queue.positions([first, second, small])).toEqual(new Map([[second, 1]]));
  expect([await queue.state(second), await queue.state(small)]).toEqual(['waiting', 'active']);
  await queue.cancel(first);
  await expect.poll(() => [...running].sort()).toEqual(['large 2', 'small 1']);
  gates.get('large 2')?.resolve();
  gates.get('small 1')?.resolve();
  await expect.poll(() => queue.state(small)).toBe('completed');
});
