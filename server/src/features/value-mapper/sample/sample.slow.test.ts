import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';
import { type ValueMapperCalls, valueMapperCalls } from '../../../../testing/value-mapper-calls.ts';

let refugia: TestApp;
let owner: TestAccount;
let calls: ValueMapperCalls;

beforeAll(async () => {
  // Room for one sample's files, which take 170 kB, and not for two.
  refugia = await createTestApp({ config: { accountRasterBytes: 300_000 } });
  owner = await refugia.registerAndLogin();
  calls = valueMapperCalls(refugia, owner);
});
afterAll(() => refugia.close());

const projects = async () =>
  (await calls.ask('GET', 'projects_ctrl', { accountID: owner.id, type: 'all' })).json();

test('the sample opens once with its layers valued and combined, and goes like any project', async () => {
  expect((await valueMapperCalls(refugia).ask('POST', 'sample_project')).statusCode).toBe(401);
  const opened = await Promise.all([
    calls.ask('POST', 'sample_project'),
    calls.ask('POST', 'sample_project'),
  ]);
  const replies = opened.map((reply) => reply.json());
  expect(replies.map(({ is_new }) => is_new).sort()).toEqual([false, true]);
  const projectID = replies[0].project_id;
  expect(replies[1].project_id).toBe(projectID);
  expect(await projects()).toMatchObject([{ id: projectID, title: 'Elk corridor, sample data' }]);

  const combined = async () => (await calls.ask('GET', `projects/${projectID}/combined`)).json();
  await expect
    .poll(async () => (await combined()).combined?.processing.state, { timeout: 60_000 })
    .toBe('done');
  expect((await combined()).combined).toMatchObject({ is_current: true });

  const layers = await calls.ask('GET', 'data_layers_ctrl', { projectID, type: 'all' });
  const named = layers
    .json()
    .map((layer: { label: string; unit: string }) => [layer.label, layer.unit]);
  expect(named).toEqual([
    ['Slope', 'degrees'],
    ['Winter forage', ''],
    ['Forest cover', '%'],
    ['Distance to roads', 'm'],
  ]);
  // Ranges and means of the files by gdalinfo -stats of GDAL 3.6.2.
  const rasters = (
    await calls.ask('GET', 'orig_rst_datasets_ctrl', { projectID, type: 'all' })
  ).json();
  expect(rasters).toMatchObject([
    { kind: 'continuous', dataset_min_val: 0, original_data_crs: 'EPSG:32612' },
    { kind: 'categorical', dataset_min_val: 1, dataset_max_val: 4 },
    { kind: 'continuous', dataset_min_val: 0, dataset_max_val: 100 },
    { kind: 'continuous', dataset_min_val: 0, dataset_max_val: 10_663, width: 240, height: 200 },
  ]);
  expect(rasters[3].mean).toBeCloseTo(3895.9189166667, 6);

  // A second sample has no room: nothing of it stays.
  const changes = JSON.stringify([{ key: 'title', val: 'My own' }]);
  await calls.ask('PUT', 'projects_ctrl', { projectID, keyValUpdateArray: changes });
  const refused = await calls.ask('POST', 'sample_project');
  expect([refused.statusCode, refused.json().code]).toEqual([413, 'quota_exceeded']);
  expect(await projects()).toMatchObject([{ id: projectID, title: 'My own' }]);

  expect((await calls.ask('DELETE', 'projects_ctrl', { projectID })).statusCode).toBe(200);
  expect((await calls.ask('POST', 'sample_project')).json()).toMatchObject({ is_new: true });
});
