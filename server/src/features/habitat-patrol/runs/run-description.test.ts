import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { syntheticArea } from '../../../../testing/synthetic-app.ts';
import { openTestDatabase } from '../../../../testing/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import {
  account,
  analysisRun,
  type StoredResult,
} from '../../../platform/database/schema/index.ts';
import { analysesOfAccounts } from './personal-data.ts';
import { findPermanentFailure, findRun } from './queries.ts';
import { describeRun } from './run-description.ts';

let database: Database;
let accountId: number;
beforeAll(async () => {
  database = await openTestDatabase();
  const name = { username: 'member', firstName: 'Given', lastName: 'Family', passwordHash: '' };
  const owner = database.orm.insert(account).values({ ...name, email: 'member@example.org' });
  accountId = (await owner.returning())[0]!.id;
});
afterAll(() => database.close());

async function addRun(row: Partial<typeof analysisRun.$inferInsert>): Promise<string> {
  const id = randomUUID();
  await database.orm.insert(analysisRun).values({
    ...{ id, accountId, jobId: id, requestKey: id, area: syntheticArea, imageryMode: 'demo' },
    ...{ startDate: '2019-01-01', endDate: '2019-12-31', method: 'automatic' },
    ...row,
  });
  return id;
}

const describe = async (id: string) => {
  const run = await findRun(database.orm, id);
  return describeRun(run!, { progress: null, isOwner: true, retentionDays: 30 });
};

async function exported(): Promise<unknown[]> {
  const told: unknown[] = [];
  const runs = analysesOfAccounts({ database }).collect(accountId) as AsyncIterable<unknown>;
  for await (const run of runs) told.push(run);
  return told;
}

test('a failure that an earlier version stored as a text is told as it was', async () => {
  const reason = 'No scene around 2016-07-15 shows this "area". Choose another date.';
  const id = await addRun({ status: 'failed', failureIsPermanent: true });
  // The column as it was before the migration, with a row of that time.
  await database.pool.query(
    "ALTER TABLE analysis_run ALTER failure_reason TYPE text USING failure_reason #>> '{}'",
  );
  await database.pool.query('UPDATE analysis_run SET failure_reason = $1 WHERE id = $2', [
    reason,
    id,
  ]);
  const migration = new URL('../../../../migrations/0019_run-facts.sql', import.meta.url);
  await database.pool.query(await readFile(migration, 'utf8'));

  expect((await describe(id)).failure).toEqual({ reason, permanent: true });
  expect(await findPermanentFailure(database.orm, id, new Date(0))).toBe(reason);
  expect(await exported()).toMatchObject([{ id, failure_reason: reason }]);
});

test('notes are told in sentences, whichever version stored them', async () => {
  const notes = [
    'Scene S2A was left out: HTTP 503.',
    { code: 'water-on-both-dates', params: { percent: 4 } },
  ] as const;
  const id = await addRun({ status: 'done', result: { notes } as unknown as StoredResult });
  const sentences = [
    'Scene S2A was left out: HTTP 503.',
    '4 % of the area is water on both dates by its scene classification; it is left out of vegetation change.',
  ];
  expect((await describe(id)).result?.notes).toEqual(sentences);
  expect((await exported()).at(-1)).toMatchObject({
    id,
    failure_reason: null,
    result: { notes: sentences },
  });
});
