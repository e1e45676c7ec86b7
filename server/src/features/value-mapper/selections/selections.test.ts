import { randomUUID } from 'node:crypto';
import type { Selection, SelectionUnits } from '@refugia/contract/value-mapper/selections.ts';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileForm } from '../../../../testing/file-form.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';
import {
  makeSlope,
  valueByCurve,
  valueMapperCalls,
} from '../../../../testing/value-mapper-calls.ts';
import { removedFolder, selection } from '../../../platform/database/schema/index.ts';

let refugia: TestApp;
let account: TestAccount;
let projectID: number;
let layerID: number;

const base = '/api/conservation_value_mapper';

beforeAll(async () => {
  refugia = await createTestApp();
  account = await refugia.registerAndLogin();
  const calls = valueMapperCalls(refugia, account);
  ({ projectID, dataLayerID: layerID } = await calls.makeLayer());
  const rasterID = (await calls.upload(layerID, await makeSlope())).json();
  await calls.processRaster(rasterID);
  await valueByCurve(calls, layerID, 'lin', { A: 1, B: 0, C: 0 });
});
afterAll(() => refugia.close());

const send = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  refugia.app.inject({
    method,
    url: `${base}/${path}`,
    headers: account.headers,
    ...(payload && { payload }),
  });

/** Searches, and waits for the end. */
async function search(question: object): Promise<Selection> {
  const body = { source: `layer:${layerID}`, seconds: 20, ...question };
  const begun = await send('POST', `selections?projectID=${projectID}`, body);
  expect(begun.statusCode, begun.body).toBe(200);
  const { id } = begun.json<Selection>();
  for (;;) {
    const now = (await send('GET', `selections/${id}`)).json<Selection>();
    if (now.processing.state === 'done' || now.processing.state === 'failed') return now;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const unitsOf = async ({ id }: Selection): Promise<SelectionUnits['features']> =>
  (await send('GET', `selections/${id}/units`)).json<SelectionUnits>().features;
const reasonOf = async (question: object) => (await search(question)).processing.reason;

const third = { hexagon_hectares: 10, budget: { share: 0.3 } };

test('hexagons of the highest values are chosen for a budget of area', async () => {
  const found = await search(third);
  expect(found.processing, found.processing.reason ?? '').toMatchObject({ state: 'done' });
  const result = found.result!;
  // The raster has 79 rows of 100 pixels of 30 m, in UTM's scale of 0.9996.
  const all = (79 * 100 * 0.09) / 0.9996 ** 2;
  expect(result.hectares / result.hectares_share / all).toBeCloseTo(1, 4);
  // The value is column / 99: its mean is a half, and the last 30 % of columns hold 0.3 × 0.85 of it.
  expect(result.value / result.value_share / (all / 2)).toBeCloseTo(1, 4);
  expect(result.cost_share).toBeLessThanOrEqual(0.3);
  expect(result.cost_share).toBeGreaterThan(0.28);
  expect(result.value_share).toBeGreaterThan(0.47);
  expect(result.value_share).toBeLessThan(0.51);
  expect(result.gap).toBeLessThan(0.001);

  const units = await unitsOf(found);
  expect(units).toHaveLength(result.unit_count);
  const chosen = units.filter(({ properties }) => properties.chosen);
  expect(chosen).toHaveLength(result.chosen_count);
  const sum = chosen.reduce((total, { properties }) => total + properties.value, 0);
  expect(sum).toBeCloseTo(result.value, 6);

  const listed = (await send('GET', `selections?projectID=${projectID}`)).json();
  expect(listed).toContainEqual(found);
  const csv = await send('GET', `selections/${found.id}/units?format=csv`);
  expect(csv.body.split('\n')[0]).toContain('chosen');
  const geojson = (await send('GET', `selections/${found.id}/units?format=geojson`)).json();
  expect(geojson.features).toHaveLength(units.length);
  const file = await send('GET', `selections/${found.id}/units?format=gpkg`);
  expect(file.rawPayload.subarray(0, 15).toString()).toBe('SQLite format 3');
});

test('what is in stays in, what is out stays out, and a penalty shortens the outline', async () => {
  const free = await search(third);
  const units = await unitsOf(free);
  const poor = units.find(({ properties }) => !properties.chosen)!.id;
  const good = units.find(({ properties }) => properties.chosen)!.id;
  const bound = await search({ ...third, in: [poor], out: [good] });
  const states = new Map((await unitsOf(bound)).map(({ id, properties }) => [id, properties]));
  expect(states.get(poor)).toMatchObject({ chosen: true, state: 'in' });
  expect(states.get(good)).toMatchObject({ chosen: false, state: 'out' });
  expect(bound.result!.value).toBeLessThan(free.result!.value);
  const apart = { ...third, in: [units[0]!.id] };
  const [loose, compact] = [await search(apart), await search({ ...apart, boundary_penalty: 2 })];
  expect(compact.result!.boundary_meters).toBeLessThanOrEqual(loose.result!.boundary_meters);
});

const parcel = (column: number, properties: object) => {
  const [west, east] = [-105 + column * 0.01, -105 + (column + 1) * 0.01];
  const ring = [
    [west, 40.635],
    [east, 40.635],
    [east, 40.645],
    [west, 40.645],
    [west, 40.635],
  ];
  const geometry = { type: 'Polygon', coordinates: [ring] };
  return { type: 'Feature', geometry, properties };
};

test('zones are chosen by a column of costs for a target', async () => {
  const features = [
    parcel(0, { name: 'Poor and cheap', price: 1 }),
    parcel(1, { name: 'Good and cheap', price: '2' }),
    parcel(2, { name: 'Best and dear', price: 9 }),
  ];
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  const form = fileForm(Buffer.from(text), 'parcels.geojson');
  const made = await refugia.app.inject({
    method: 'POST',
    url: `${base}/zones/file?projectID=${projectID}`,
    headers: { ...account.headers, ...form.headers },
    payload: form.payload,
  });
  const question = {
    zonesID: made.json().zone_set.id,
    cost: { column: 'price' },
    // Means are about 1/7, 3/7 and 5/7: only both of the cheap ones reach this at less than 9.
    target: { amount: 0.5 },
    value: 'mean',
  };
  const found = await search(question);
  expect(found.result).toMatchObject({ chosen_count: 2, cost: 3, gap: 0 });
  const chosen = (await unitsOf(found)).filter(({ properties }) => properties.chosen);
  expect(chosen.map(({ properties }) => properties.name)).toEqual([
    'Poor and cheap',
    'Good and cheap',
  ]);
  expect(await reasonOf({ ...question, cost: { column: 'name' } })).toMatch(
    /The zone “Poor and cheap” has no number of 0 or more in “name”/,
  );
  expect(await reasonOf({ ...question, target: { amount: 5 } })).toMatch(
    /hold a value of 1, less than the target. Please lower the target/,
  );
  expect(
    await reasonOf({ ...question, target: undefined, budget: { amount: 4 }, in: [3] }),
  ).toMatch(/already costs 9, more than the budget. Please raise the budget/);
});

test('what does not fit is refused with a size that does', async () => {
  const reason = await reasonOf({ ...third, hexagon_hectares: 0.1 });
  expect(reason).toMatch(
    /at most 6,000 can be searched. Please choose hexagons of 0.1\d ha or more/,
  );
});

test('a question without units or without a goal is refused, and so is a raster of nobody’s', async () => {
  const ask = async (question: object) =>
    (
      await send('POST', `selections?projectID=${projectID}`, {
        source: `layer:${layerID}`,
        ...question,
      })
    ).statusCode;
  expect(await ask({ budget: { share: 0.3 } })).toBe(400);
  expect(await ask({ hexagon_hectares: 10 })).toBe(400);
  expect(await ask({ ...third, target: { share: 0.3 } })).toBe(400);
  expect(await ask({ ...third, in: [1], out: [1] })).toBe(400);
  expect(await ask({ ...third, cost: { column: 'price' } })).toBe(400);
  expect(await ask({ ...third, source: 'layer:999999' })).toBe(404);
  expect(await ask({ ...third, hexagon_hectares: undefined, zonesID: 999_999 })).toBe(404);
});

test('deleting a search ends it, and its files are removed', async () => {
  const body = {
    source: `layer:${layerID}`,
    hexagon_hectares: 0.2,
    budget: { share: 0.4 },
    boundary_penalty: 0.5,
    seconds: 300,
  };
  const { id } = (await send('POST', `selections?projectID=${projectID}`, body)).json<Selection>();
  expect((await send('GET', `selections/${id}/units`)).statusCode).toBe(409);
  expect((await send('DELETE', `selections/${id}`)).json()).toEqual({ deleted: true });
  expect((await send('GET', `selections/${id}`)).statusCode).toBe(404);
  const { orm } = refugia.platform.database;
  await expect
    .poll(() => orm.select().from(removedFolder).where(like(removedFolder.name, 'selections/%')), {
      timeout: 20_000,
    })
    .toEqual([]);
});

test('a search whose server was killed for good is told as ended, with what to do', async () => {
  const found = await search(third);
  const { orm } = refugia.platform.database;
  await orm
    .update(selection)
    .set({ state: 'running', jobId: randomUUID() })
    .where(eq(selection.id, found.id));
  const again = (await send('GET', `selections/${found.id}`)).json<Selection>();
  expect(again.processing).toMatchObject({ state: 'failed', code: 'interrupted' });
  expect(again.processing.reason).toMatch(/Please repeat it/);
});
