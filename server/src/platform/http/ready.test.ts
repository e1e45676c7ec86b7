import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let product: TestApp;
beforeAll(async () => {
  product = await createTestApp({ config: { minFreeBytes: 500_000_000 } });
});
afterAll(() => product.close());

const allOk = { database: 'ok', queue: 'ok', storage: 'ok', disk: 'ok', migrations: 'ok' };

/** Asks once the answer to earlier callers is not kept any more. */
async function ask() {
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const reply = await product.app.inject('/api/ready');
  return [reply.statusCode, reply.json().checks];
}

test('a process is ready that can write, has room, and knows the tables', async () => {
  const { storage } = product.platform;
  const free = vi.spyOn(storage, 'freeBytes').mockResolvedValue(500_000_000);
  expect(await ask()).toEqual([200, allOk]);
  free.mockResolvedValue(499_000_000);
  const disk = '499 MB are free on the disk, fewer than the 500 MB of MIN_FREE_MEGABYTES.';
  expect(await ask()).toEqual([503, { ...allOk, disk }]);
  free.mockResolvedValue(500_000_000);

  const scratch = vi.spyOn(storage, 'openScratch').mockRejectedValue(new Error('EROFS'));
  const unwritable = 'Files can not be written or read.';
  expect(await ask()).toEqual([503, { ...allOk, storage: unwritable }]);
  scratch.mockRestore();

  const { pool } = product.platform.database;
  await pool.query('ALTER SCHEMA drizzle RENAME TO hidden');
  const { checks } = (await product.app.inject('/api/health')).json();
  expect(checks).toBeUndefined();
  const [status, told] = await ask();
  expect([status, told.migrations]).toEqual([503, expect.stringContaining('another version')]);
  await pool.query('ALTER SCHEMA hidden RENAME TO drizzle');

  await pool.query('ALTER SCHEMA jobs RENAME TO hidden');
  expect((await ask())[1]).toEqual({ ...allOk, queue: 'The job queue can not be read.' });
  await pool.query('ALTER SCHEMA hidden RENAME TO jobs');
  expect(await ask()).toEqual([200, allOk]);
  free.mockRestore();
});
