import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { syntheticArea } from '../../../../testing/synthetic-app.ts';
import { openTestDatabase } from '../../../../testing/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { account, analysisRun } from '../../../platform/database/schema/index.ts';
import { analysesOfAccounts } from './personal-data.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a run that is deleted while an export is written is left out', async () => {
  const [owner] = await database.orm
    .insert(account)
    .values({
      username: 'member',
      email: 'member@example.org',
      passwordHash: '',
      firstName: 'Given',
      lastName: 'Family',
    })
    .returning();
  for (const id of ['stays', 'goes', 'stays too']) {
    await database.orm.insert(analysisRun).values({
      id,
      jobId: randomUUID(),
      accountId: owner!.id,
      area: syntheticArea,
      startDate: '2019-01-01',
      endDate: '2019-12-31',
      method: 'automatic',
      requestKey: id,
      imageryMode: 'demo',
      status: 'done',
    });
  }
  const holder = analysesOfAccounts({ database });
  expect(await holder.count(owner!.id)).toBe(3);
  const ids: string[] = [];
  for await (const run of holder.collect(owner!.id) as AsyncIterable<{ id: string }>) {
    ids.push(run.id);
    await database.orm.delete(analysisRun).where(eq(analysisRun.id, 'goes'));
  }
  expect(ids).toEqual(['stays', 'stays too']);
});
