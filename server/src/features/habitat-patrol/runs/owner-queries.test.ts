import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../testing/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { analysisRun } from '../../../platform/database/schema/index.ts';
import { listRuns } from './owner-queries.ts';
import { summariseRun } from './run-description.ts';
import { describeRunPage } from './run-page.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const coords = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [-96, 41],
      [-95, 41],
      [-95, 42],
      [-96, 41],
    ],
  ],
});

/** Adds runs of a new account, and lists them. */
async function listed(rows: Partial<typeof analysisRun.$inferInsert>[]) {
  const visitorId = randomUUID();
  for (const [index, row] of rows.entries()) {
    await database.orm.insert(analysisRun).values({
      id: randomUUID(),
      jobId: randomUUID(),
      visitorId,
      coords,
      startDate: '2020-01-01',
      endDate: '2021-01-01',
      method: 'automatic',
      requestKey: 'key',
      imageryMode: 'demo',
      status: 'cancelled',
      createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
      ...row,
    });
  }
  const range = { limit: 10, offset: 0 };
  return (await listRuns(database.orm, { accountId: null, visitorId }, range)).runs;
}

test('a run of an earlier version that nothing names is named by its area', async () => {
  const runs = await listed([{}, { placeName: 'Polk County, Iowa' }, { areaName: 'Gray wolf' }]);
  expect(runs.map((run) => summariseRun(run, 30).name)).toEqual([
    'Gray wolf',
    'Polk County, Iowa',
    '41.50° N, 95.50° W',
  ]);
});

test('the preview of a link tells the title of its run, and of nothing else', async () => {
  const [run] = await listed([{ areaName: 'Gray wolf', name: 'Wolf woods' }]);
  const preview = (path: string, id: string) =>
    describeRunPage(database.orm, path, new URLSearchParams({ run: id }));
  for (const path of ['/apps/habitatpatrol/map', '/apps/habitatpatrol/report']) {
    expect(await preview(path, run.id)).toEqual({
      title: 'Wolf woods',
      description:
        'Simulated satellite images of 2020-01-01 and 2021-01-01 compared, in Habitat Patrol.',
    });
  }
  expect(await preview('/landing', run.id)).toBeUndefined();
  for (const id of ['', '\0', randomUUID()]) {
    expect(await preview('/apps/habitatpatrol/map', id)).toBeUndefined();
  }
});

test('the preview of a link to a result begins with what was found', async () => {
  const ofResult = async (change_occured: boolean, clear_share: number) => {
    const statistics = { area_hectares: 20, clear_share, changed_hectares: 1.5, kinds: [] };
    const result = { change_occured, statistics, poly: JSON.parse(coords) } as never;
    const [run] = await listed([{ status: 'done', result }]);
    const address = new URLSearchParams({ run: run!.id });
    return (await describeRunPage(database.orm, '/apps/habitatpatrol/map', address))?.description;
  };
  const compared =
    'Simulated satellite images of 2020-01-01 and 2021-01-01 compared, in Habitat Patrol.';
  expect(await ofResult(true, 1)).toBe(`1.5\u00a0ha changed. ${compared}`);
  expect(await ofResult(false, 0.55)).toBe(
    `No change found in the 55 % that was clear. ${compared}`,
  );
  expect(await ofResult(false, 0.45)).toBe(
    `55 % of the area was not observed. No change found in the 45 % that was clear. ${compared}`,
  );
});

test('figures come from the result, and are null without one', async () => {
  const statistics = { area_hectares: 7.5, clear_share: 0.875, changed_hectares: 0.5, kinds: [] };
  const result = { change_occured: false, statistics, poly: JSON.parse(coords) } as never;
  const [done, cancelled] = (await listed([{}, { status: 'done', result }])).map((run) =>
    summariseRun(run, 30),
  );
  expect(done).toMatchObject({
    change_occured: false,
    area_hectares: 7.5,
    clear_share: 0.875,
    changed_hectares: 0.5,
    thumbnail: `/api/changedetection/runs/${done!.id}/thumbnail.png`,
  });
  expect(cancelled).toMatchObject({
    change_occured: null,
    area_hectares: null,
    clear_share: null,
    changed_hectares: null,
    thumbnail: null,
  });
});
