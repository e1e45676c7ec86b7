import { memorySource } from '@refugia/engine/testing/memory-file.ts';
import { openTiff, readWindow } from '@refugia/engine/tiff/index.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import {
  makeSlope,
  type ValueMapperCalls,
  valueByCurve,
  valueMapperCalls,
} from '../../../../testing/value-mapper-calls.ts';
import { combinedRaster } from '../../../platform/database/schema/index.ts';

let refugia: TestApp;
let calls: ValueMapperCalls;
let headers: Record<string, string>;
let projectID: number;
let rising: number;
let falling: number;

const base = '/api/conservation_value_mapper';

/** A layer whose pixels hold the numbers of their columns, 0 to 99, with a linear curve. */
async function addLayer(project: number, A: number, C: number): Promise<number> {
  const layer = (await calls.ask('POST', 'data_layers_ctrl', { projectID: project })).json();
  const rasterID = (await calls.upload(layer.id, await makeSlope())).json();
  await calls.processRaster(rasterID);
  await valueByCurve(calls, layer.id, 'lin', { A, B: 0, C });
  return layer.id;
}

beforeAll(async () => {
  refugia = await createTestApp();
  const account = await refugia.registerAndLogin();
  headers = account.headers;
  calls = valueMapperCalls(refugia, account);
  ({ projectID, dataLayerID: rising } = await calls.makeLayer());
  const rasterID = (await calls.upload(rising, await makeSlope())).json();
  await calls.processRaster(rasterID);
  await valueByCurve(calls, rising, 'lin', { A: 1, B: 0, C: 0 });
  falling = await addLayer(projectID, -1, 1);
});
afterAll(() => refugia.close());

const part = (data_layer: number, weight: number, above: number | null = null) => ({
  data_layer,
  weight,
  above,
  leaves_out: false,
});
const combination = (layers: readonly object[], more: object = {}) => ({
  layers,
  missing: 'no-data',
  grid_layer: null,
  color_palette: { min: '#000000', zero: '#808080', max: '#ffffff' },
  ...more,
});
const send = async (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
  as = headers,
) =>
  await refugia.app.inject({
    method,
    url: `${base}/${url}`,
    headers: as,
    ...(payload && { payload }),
  });
const put = (body: object) => send('PUT', `projects/${projectID}/combined`, body);

test('valued layers are combined into a file, which tells how', async () => {
  expect((await send('GET', `projects/${projectID}/combined`)).json()).toEqual({ combined: null });
  // The values are t and 1 − t, with t from 0 in the west to 1 in the east: the mean is 0.25 + 0.5 t.
  const asked = combination([part(rising, 0.75), part(falling, 0.25, 0.2)]);
  const begun = await put(asked);
  expect(begun.statusCode).toBe(200);
  const done = await send('POST', `projects/${projectID}/combined/completion`);
  expect(done.statusCode).toBe(200);
  const { combined } = done.json();
  expect(combined).toMatchObject({
    processing: { state: 'done' },
    is_current: true,
    // Where the limit of 0.2 ends the result, t is 79/99.
    min_val: 0.25,
    max_val: expect.closeTo(0.25 + (0.5 * 79) / 99, 4),
    data_file_name: 'combined_value.tif',
    replacement: null,
  });
  // 79 rows and 80 columns of 30 m, where the scale of UTM is 0.9996. Half of the range is at 0.25 + 0.5 · 39.6 / 99.
  const { first_hundredth, hectares } = combined.areas;
  const pixel = 0.09 / 0.9996 ** 2;
  const total = hectares.reduce((sum: number, area: number) => sum + area, 0);
  expect(total / (79 * 80 * pixel)).toBeCloseTo(1, 5);
  expect(first_hundredth).toBe(25);
  expect(hectares.slice(20).reduce((sum: number, area: number) => sum + area, 0)).toBeCloseTo(
    79 * 40 * pixel,
    2,
  );
  expect(combined.combination.layers).toEqual(asked.layers);

  const { address } = (await send('POST', `projects/${projectID}/combined/file/ticket`)).json();
  const file = await refugia.app.inject({ url: address });
  expect(file.headers['content-disposition']).toContain('combined_value.tif');
  const { image } = await openTiff(memorySource(new Uint8Array(file.rawPayload)));
  const { items = {}, scale } = image.bands[0];
  expect(scale).toBe(1e-4);
  expect(JSON.parse(items.LAYER_2!)).toMatchObject({ source: 'dem.tif', weight: 0.25, above: 0.2 });
  const { bands } = await readWindow(image, { column: 0, row: 1, width: 100, height: 1 });
  expect(bands[0][0]).toBe(2500);
  expect(Math.abs(bands[0][50] - 1e4 * (0.25 + (0.5 * 50) / 99))).toBeLessThanOrEqual(0.5);
  expect(bands[0][79]).not.toBe(-32_768);
  expect(bands[0][80]).toBe(-32_768);
});

test('a layer of another own project takes part, and other values make the file outdated', async () => {
  const other = await calls.makeLayer();
  const far = await addLayer(other.projectID, 1, 0);
  expect((await put(combination([part(rising, 1), part(far, 1)]))).statusCode).toBe(200);
  const done = await send('POST', `projects/${projectID}/combined/completion`);
  expect(done.json().combined).toMatchObject({ is_current: true, min_val: 0, max_val: 1 });
  await valueByCurve(calls, far, 'lin', { A: 0.5, B: 0, C: 0 });
  const { combined } = (await send('GET', `projects/${projectID}/combined`)).json();
  expect(combined).toMatchObject({ is_current: false, processing: { state: 'done' } });
});

test('work that killed its server is ended, and done again when it is asked for', async () => {
  const { orm } = refugia.platform.database;
  await orm
    .update(combinedRaster)
    .set({ state: 'running', jobId: '00000000-0000-4000-8000-000000000001' })
    .where(eq(combinedRaster.projectId, projectID));
  const completion = () => send('POST', `projects/${projectID}/combined/completion`);
  expect((await completion()).statusCode).toBe(422);
  const failed = (await send('GET', `projects/${projectID}/combined`)).json();
  expect(failed.combined.processing).toMatchObject({ state: 'failed', code: 'interrupted' });
  const repeated = await completion();
  expect(repeated.json().combined).toMatchObject({
    processing: { state: 'done' },
    is_current: true,
    max_val: 0.75,
  });
});

test.each([
  [400, () => combination([])],
  [400, () => combination([part(rising, 0)])],
  [400, () => combination([{ ...part(rising, 1), leaves_out: true }])],
  [400, () => combination([part(rising, 1), part(rising, 1)])],
  [400, () => combination([part(rising, 1)], { grid_layer: falling })],
  [400, () => combination([part(rising, 1.5)])],
  [404, () => combination([part(rising, 1), part(2_000_000, 1)])],
])('what can not be combined is refused with %i', async (status, body) => {
  expect((await put(body())).statusCode).toBe(status);
});

test('a layer without values is named, and other people see nothing', async () => {
  const layer = (await calls.ask('POST', 'data_layers_ctrl', { projectID })).json();
  const refused = await put(combination([part(rising, 1), part(layer.id, 1)]));
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain(layer.label);

  const { headers: others } = await refugia.registerAndLogin();
  const url = `projects/${projectID}/combined`;
  for (const [method, path] of [
    ['GET', url],
    ['DELETE', url],
    ['POST', `${url}/completion`],
    ['GET', `${url}/file`],
    ['POST', `${url}/file/ticket`],
  ] as const) {
    expect((await send(method, path, undefined, others)).statusCode, `${method} ${path}`).toBe(404);
  }
  const foreign = await send('PUT', url, combination([part(rising, 1)]), others);
  expect(foreign.statusCode).toBe(404);
  expect((await send('GET', url, undefined, {})).statusCode).toBe(401);
});

test('combined values are deleted', async () => {
  const url = `projects/${projectID}/combined`;
  expect((await send('DELETE', url)).json()).toEqual({ combined: null });
  expect((await send('GET', url)).json()).toEqual({ combined: null });
  expect((await send('GET', `${url}/file`)).statusCode).toBe(404);
});
