import { limits } from '@refugia/contract/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import {
  makeSlope,
  type ValueMapperCalls,
  valueByCurve,
  valueMapperCalls,
} from '../../../../testing/value-mapper-calls.ts';

let refugia: TestApp;
let calls: ValueMapperCalls;
let headers: Record<string, string>;
let projectID: number;
let rising: number;
let peaked: number;

const base = '/api/conservation_value_mapper/scenarios';

beforeAll(async () => {
  refugia = await createTestApp();
  const account = await refugia.registerAndLogin();
  headers = account.headers;
  calls = valueMapperCalls(refugia, account);
  ({ projectID, dataLayerID: rising } = await calls.makeLayer());
  peaked = (await calls.ask('POST', 'data_layers_ctrl', { projectID })).json().id;
  for (const [layer, type, coefficients] of [
    [rising, 'lin', { A: 1, B: 0, C: 0 }],
    [peaked, 'peak', { A: 1, B: 50, C: 0, D: 10 }],
  ] as const) {
    await calls.processRaster((await calls.upload(layer, await makeSlope())).json());
    await valueByCurve(calls, layer, type, coefficients);
  }
});
afterAll(() => refugia.close());

const combination = (...layers: readonly number[]) => ({
  layers: layers.map((data_layer) => ({
    data_layer,
    weight: 0.5,
    above: null,
    leaves_out: false,
  })),
  missing: 'no-data',
  grid_layer: null,
  color_palette: { min: '#000000', zero: '#808080', max: '#ffffff' },
});
const send = async (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
  as = headers,
) =>
  await refugia.app.inject({
    method,
    url: `${base}${url}`,
    headers: as,
    ...(payload && { payload }),
  });
const keep = (name: string, more: object = {}) =>
  send('POST', `?projectID=${projectID}`, {
    name,
    combination: combination(rising, peaked),
    ...more,
  });
const list = async () => (await send('GET', `?projectID=${projectID}`)).json();

test('a scenario keeps weights, and the curves that its layers had', async () => {
  const kept = (await keep('Elk first')).json();
  expect(kept).toMatchObject({
    name: 'Elk first',
    version: 1,
    combination: combination(rising, peaked),
    curves: [
      { data_layer: rising, fnType: 'lin', fnCoeffs: { A: 1, B: 0, C: 0 } },
      { data_layer: peaked, fnType: 'peak', fnCoeffs: { A: 1, B: 50, C: 0, D: 10 } },
    ],
    missing_layers: [],
  });
  await valueByCurve(calls, rising, 'lin', { A: -1, B: 0, C: 1 });
  expect(await list()).toEqual([kept]);
});

test('a change names the version that it changes, and no name is used twice', async () => {
  const first = (await list())[0];
  const { id, name, version, curves } = first;
  const own = { curves, combination: combination(rising, peaked) };
  expect((await keep(name)).json()).toMatchObject({ code: 'name_taken' });
  const copy = (await keep('A copy', { curves })).json();
  expect(copy.curves).toEqual(curves);
  const change = { ...own, name: 'Elk alone', version };
  expect((await send('PUT', `/${id}`, change)).json()).toMatchObject({
    name: 'Elk alone',
    version: version + 1,
  });
  expect((await send('PUT', `/${id}`, change)).json()).toMatchObject({ code: 'changed' });
  const taken = await send('PUT', `/${copy.id}`, { ...change, version: copy.version });
  expect(taken.json()).toMatchObject({ code: 'name_taken' });
  expect((await send('DELETE', `/${copy.id}`)).statusCode).toBe(200);
  expect((await list()).map((each: { id: number }) => each.id)).toEqual([id]);
});

test('curves that belong to no combined layer, or miss their points, are refused', async () => {
  const [lin] = (await list())[0].curves;
  expect((await keep('Short', { curves: [lin] })).statusCode).toBe(400);
  const pointless = { data_layer: peaked, fnType: 'points' };
  expect((await keep('Pointless', { curves: [lin, pointless] })).statusCode).toBe(400);
});

test('the scenarios of others are as if they did not exist, and nobody lends their layers', async () => {
  const { id, name, version, curves, combination: kept } = (await list())[0];
  const other = await refugia.registerAndLogin();
  const own = (await valueMapperCalls(refugia, other).makeLayer()).projectID;
  const body = { name, combination: kept, curves };
  for (const reply of [
    await send('GET', `?projectID=${projectID}`, undefined, other.headers),
    await send('POST', `?projectID=${projectID}`, body, other.headers),
    await send('POST', `?projectID=${own}`, body, other.headers),
    await send('PUT', `/${id}`, { ...body, version }, other.headers),
    await send('DELETE', `/${id}`, undefined, other.headers),
  ]) {
    expect(reply.statusCode).toBe(404);
  }
});

test('a project holds a number of scenarios, also when they are kept at once', async () => {
  const most = limits.valueMapper.maxScenarios;
  const names = Array.from({ length: most + 2 }, (_, index) => `Scenario ${index}`);
  const replies = await Promise.all(names.map((name) => keep(name)));
  const refused = replies.filter(({ statusCode }) => statusCode === 409);
  expect(refused.map((reply) => reply.json().code)).toEqual(Array(3).fill('too_many_scenarios'));
  expect(await list()).toHaveLength(most);
});

test('a layer that is gone is told, and its scenario can still be renamed', async () => {
  await calls.ask('DELETE', 'data_layers_ctrl', { dataLayerID: peaked });
  const { id, version, curves, combination: kept, missing_layers } = (await list())[0];
  expect(missing_layers).toEqual([peaked]);
  const change = { name: 'Without a layer', version, combination: kept };
  expect((await send('PUT', `/${id}`, change)).statusCode).toBe(404);
  const renamed = await send('PUT', `/${id}`, { ...change, curves });
  expect(renamed.json()).toMatchObject({ name: 'Without a layer', missing_layers: [peaked] });
});

// The numbers rise from 0 to 99 with the columns; 79 rows have any. A pixel of 900 m² by the grid is larger by the
// square of UTM's scale at its central meridian, 0.9996 (EPSG Guidance Note 7-2, 3.2.4).
const hectaresOfColumn = (79 * 0.09) / 0.9996 ** 2;

test('what a scenario gains and loses against another is told for every threshold', async () => {
  const { projectID: project, dataLayerID: layer } = await calls.makeLayer();
  await calls.processRaster((await calls.upload(layer, await makeSlope())).json());
  await valueByCurve(calls, layer, 'lin', { A: 1, B: 0, C: 0 });
  const made = async (name: string, coefficients: object) => {
    const curves = [{ data_layer: layer, fnType: 'lin', fnCoeffs: coefficients }];
    const body = { name, combination: combination(layer), curves };
    return (await send('POST', `?projectID=${project}`, body)).json().id;
  };
  const up = await made('Up', { A: 1, B: 0, C: 0 });
  const down = await made('Down', { A: -1, B: 0, C: 1 });
  const reply = await send('GET', `/${up}/changes?with=${down}`);
  const { first_hundredth, ...changes } = reply.json();
  const columnsAt = (threshold: number) =>
    Object.fromEntries(
      Object.entries<number[]>(changes).map(([name, hectares]) => [
        name,
        (hectares[Math.round(threshold * 100) - first_hundredth] ?? 0) / hectaresOfColumn,
      ]),
    );
  // At or above 0.25 are the columns from 25 on, or up to 74; above 0.75 those from 75 on, or up to 24.
  const expected = (gained: number, lost: number, kept: number) => ({
    gained: expect.closeTo(gained, 3),
    lost: expect.closeTo(lost, 3),
    kept: expect.closeTo(kept, 3),
  });
  expect(columnsAt(0.25)).toEqual(expected(25, 25, 50));
  expect(columnsAt(0.75)).toEqual(expected(25, 25, 0));
  const same = (await send('GET', `/${up}/changes?with=${up}`)).json();
  expect([...new Set([...same.gained, ...same.lost])]).toEqual([0]);

  const stranger = await refugia.registerAndLogin();
  const url = `/${up}/changes?with=${down}`;
  expect((await send('GET', url, undefined, stranger.headers)).statusCode).toBe(404);
  expect((await send('GET', url, undefined, {})).statusCode).toBe(401);
  expect((await send('GET', `/${up}/changes?with=999999`)).statusCode).toBe(404);
});
