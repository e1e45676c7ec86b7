import { randomUUID } from 'node:crypto';
import { access, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRunParts } from '../../../../testing/run-parts.ts';
import { syntheticArea } from '../../../../testing/synthetic-app.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { analysisRun } from '../../../platform/database/schema/index.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { placeOf } from '../../../platform/storage/storage.ts';
import type { AnalysisJob } from './analysis-queue.ts';
import { tidyRuns } from './housekeeping.ts';
import { findRun } from './queries.ts';
import { storedName } from './run-folders.ts';

const now = new Date('2026-06-30T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

let testApp: TestApp;
let parts: ReturnType<typeof createRunParts>;
let accountId: number;

/** A queue in which every job has been lost. */
const emptyQueue = {
  state: async () => undefined,
  cancel: async () => {},
} as unknown as Queue<AnalysisJob>;

beforeAll(async () => {
  testApp = await createTestApp({ config: { runRetentionDays: 30 } });
  accountId = (await testApp.registerAndLogin()).id;
  parts = createRunParts(testApp.platform);
});
afterAll(async () => {
  parts?.close();
  await testApp?.close();
});
beforeEach(() => testApp.platform.database.orm.delete(analysisRun));

async function addRun(values: Partial<typeof analysisRun.$inferInsert>): Promise<string> {
  const id = randomUUID();
  const { database, storage } = testApp.platform;
  await database.orm.insert(analysisRun).values({
    id,
    jobId: randomUUID(),
    visitorId: randomUUID(),
    area: syntheticArea,
    startDate: '2020-01-01',
    endDate: '2021-01-01',
    method: 'automatic',
    requestKey: 'key',
    imageryMode: 'demo',
    status: 'done',
    createdAt: now,
    ...values,
  });
  const folder = await storage.openScratch(id);
  await writeFile(join(folder, 'change.tif'), 'picture');
  await storage.putFolder(storedName(id), folder);
  return id;
}

async function isThere(id: string): Promise<{ row: boolean; files: boolean }> {
  const { database, storage } = testApp.platform;
  const path = placeOf(storage.locate(storedName(id), 'change.tif'));
  return {
    row: (await findRun(database.orm, id)) !== undefined,
    files: await access(path).then(
      () => true,
      () => false,
    ),
  };
}

test("visitors' results go after their time, with their files; those of accounts stay", async () => {
  const old = await addRun({ createdAt: daysAgo(31) });
  const young = await addRun({ createdAt: daysAgo(29) });
  const owned = await addRun({ createdAt: daysAgo(400), visitorId: null, accountId });
  await tidyRuns({ ...parts, queue: emptyQueue }, now);
  expect(await isThere(old)).toEqual({ row: false, files: false });
  expect(await isThere(young)).toEqual({ row: true, files: true });
  expect(await isThere(owned)).toEqual({ row: true, files: true });
});

test("beyond the quota visitors' oldest results go first", async () => {
  const gigabytes = (count: number) => count * 1_000_000_000;
  const owned = await addRun({
    createdAt: daysAgo(20),
    visitorId: null,
    accountId,
    resultBytes: gigabytes(12),
  });
  const oldest = await addRun({ createdAt: daysAgo(9), resultBytes: gigabytes(4) });
  const older = await addRun({ createdAt: daysAgo(8), resultBytes: gigabytes(3) });
  const newest = await addRun({ createdAt: daysAgo(1), resultBytes: gigabytes(3) });
  // The results take 22 GB of the allowed 20, so removing the oldest one is enough.
  await tidyRuns({ ...parts, queue: emptyQueue }, now);
  expect((await isThere(oldest)).row).toBe(false);
  for (const kept of [owned, older, newest]) expect((await isThere(kept)).row).toBe(true);
});

test('a run whose job is lost fails, and frees its owner', async () => {
  const lost = await addRun({ status: 'running', createdAt: daysAgo(0.1) });
  const fresh = await addRun({ status: 'queued', createdAt: now });
  await tidyRuns({ ...parts, queue: emptyQueue }, now);
  const { orm } = testApp.platform.database;
  const [row] = await orm.select().from(analysisRun).where(eq(analysisRun.id, lost));
  expect(row).toMatchObject({
    status: 'failed',
    failureReason: { code: 'server-stopped' },
    failureIsPermanent: false,
  });
  expect((await findRun(orm, fresh))?.status).toBe('queued');
});

test('what a run works in stays for as long as the longest one takes, and goes later', async () => {
  const { storage } = testApp.platform;
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const made = async (name: string, at: Date) => {
    const folder = await storage.openScratch(name);
    await utimes(folder, at, at);
    return folder;
  };
  // A job of the queue is ended after four hours.
  const working = await made('working.1', hoursAgo(4));
  const left = await made('left.1', hoursAgo(6));
  await tidyRuns({ ...parts, queue: emptyQueue }, now);
  await expect(access(working)).resolves.toBeUndefined();
  await expect(access(left)).rejects.toThrow('ENOENT');
});
