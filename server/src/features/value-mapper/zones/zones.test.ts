import { DatabaseSync } from 'node:sqlite';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileForm } from '../../../../testing/file-form.ts';
import { mapCallsOf } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';
import {
  makeSlope,
  type ValueMapperCalls,
  valueByCurve,
  valueMapperCalls,
} from '../../../../testing/value-mapper-calls.ts';
import { zone } from '../../../platform/database/schema/index.ts';

let refugia: TestApp;
let calls: ValueMapperCalls;
let account: TestAccount;
let headers: Record<string, string>;
let projectID: number;
let layerID: number;

const base = '/api/conservation_value_mapper/zones';

beforeAll(async () => {
  refugia = await createTestApp();
  account = await refugia.registerAndLogin();
  headers = account.headers;
  calls = valueMapperCalls(refugia, account);
  ({ projectID, dataLayerID: layerID } = await calls.makeLayer());
  const rasterID = (await calls.upload(layerID, await makeSlope())).json();
  await calls.processRaster(rasterID);
  await valueByCurve(calls, layerID, 'lin', { A: 1, B: 0, C: 0 });
});
afterAll(() => refugia.close());

type Method = 'GET' | 'POST' | 'DELETE';
const send = async (method: Method, path = '', payload?: object, as = headers) =>
  await refugia.app.inject({
    method,
    url: `${base}${path}`,
    headers: as,
    ...(payload && { payload }),
  });
const make = (body: object, as = headers) => send('POST', `?projectID=${projectID}`, body, as);
const upload = async (file: object, name = 'zones.geojson') => {
  const form = fileForm(Buffer.from(JSON.stringify(file)), name);
  return await refugia.app.inject({
    method: 'POST',
    url: `${base}/file?projectID=${projectID}`,
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  });
};

/** The raster lies at 105° W and 40.65° N: 100 × 80 pixels of 30 m. */
const box = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
const whole = box(-105.1, 40.5, -104.9, 40.7);
const feature = (geometry: object, properties: object = {}) => ({
  type: 'Feature',
  geometry,
  properties,
});
const collection = {
  type: 'FeatureCollection',
  features: [
    feature(whole, { name: 'All of it', owner: 'State' }),
    feature({ type: 'Point', coordinates: [-105, 40.6] }, { name: 'A point' }),
    feature(box(-104.99, 40.63, -104.98, 40.64), { mean: 7 }),
    feature(box(10, 40, 11, 41), { NAME: 'Elsewhere' }),
  ],
};
const statistics = (id: number, query = `source=layer:${layerID}&threshold=0.5`) =>
  send('GET', `/${id}/statistics?${query}`);

test('the polygons of a file become zones, which are measured', async () => {
  const made = await upload(collection);
  expect(made.statusCode, made.body).toBe(200);
  const { zone_set } = made.json();
  expect(zone_set).toMatchObject({ name: 'zones', source: 'file', zone_count: 3 });
  expect((await send('GET', `?projectID=${projectID}`)).json()).toContainEqual(zone_set);
  expect(made.json().skipped).toMatchObject([
    { count: 1, reason: expect.stringContaining('points') },
  ]);

  const outlines = (await send('GET', `/${zone_set.id}/outlines`)).json();
  expect(outlines.features.map(({ properties }: { properties: object }) => properties)).toEqual([
    { number: 1, name: 'All of it' },
    { number: 2, name: 'Zone 2' },
    { number: 3, name: 'Elsewhere' },
  ]);

  const reply = await statistics(zone_set.id);
  expect(reply.statusCode, reply.body).toBe(200);
  const [all, part, none] = reply.json().zones;
  // 79 rows and 100 columns of 30 m, where the scale of UTM is 0.9996; the value is column / 99.
  const pixel = 0.09 / 0.9996 ** 2;
  expect(all.hectares / (79 * 100 * pixel)).toBeCloseTo(1, 5);
  expect(all).toMatchObject({
    name: 'All of it',
    minimum: 0,
    maximum: 1,
    mean: expect.closeTo(0.5, 4),
  });
  expect(all.hectares_above / (79 * 50 * pixel)).toBeCloseTo(1, 5);
  expect(all.share_above).toBeCloseTo(0.5, 5);
  expect(part.hectares).toBeGreaterThan(90);
  expect(none).toMatchObject({ hectares: 0, mean: null, share_above: null });

  const centres = (
    await statistics(zone_set.id, `source=layer:${layerID}&threshold=0.5&edges=centre`)
  ).json();
  expect(centres.zones[0].hectares).toBeCloseTo(all.hectares, 6);
  expect(centres.zones[1].hectares).not.toBe(part.hectares);
});

test('how far a measurement is can be asked while it goes on', async () => {
  const { id } = (await make({ shape: whole })).json().zone_set;
  const question = `source=layer:${layerID}&threshold=0.25`;
  const progress = async () => (await send('GET', `/${id}/statistics/progress?${question}`)).json();
  expect(await progress()).toEqual({ share: null });
  let isOver = false;
  const measured = statistics(id, question).finally(() => {
    isOver = true;
  });
  const seen = new Set<number | null>();
  while (!isOver) seen.add((await progress()).share);
  expect((await measured).statusCode).toBe(200);
  // A process begins, which takes longer than an answer.
  expect(seen).toContain(0);
  expect(await progress()).toEqual({ share: null });
});

test('statistics are downloaded with the zones, as CSV, GeoJSON and GeoPackage', async () => {
  const { id } = (await upload(collection)).json().zone_set;
  const file = (format: string) =>
    statistics(id, `source=layer:${layerID}&threshold=0.5&format=${format}`);
  const csv = await file('csv');
  expect(csv.headers['content-disposition']).toBe('attachment; filename="zones.csv"');
  const [head, first] = csv.body.split('\r\n');
  expect(head).toBe(
    '\ufeffWKT,zone_number,zone_name,value_hectares,value_mean,value_minimum,value_maximum,hectares_above,share_above,mean,name,NAME,owner',
  );
  expect(first).toContain('All of it');

  const { features } = (await file('geojson')).json();
  expect(features[1].properties).toMatchObject({ zone_name: 'Zone 2', mean: 7 });
  expect(features[1].geometry.type).toBe('Polygon');

  using database = new DatabaseSync(':memory:');
  database.deserialize((await file('gpkg')).rawPayload);
  const rows = database
    .prepare('SELECT zone_name, value_maximum, "NAME (2)" AS own FROM zones')
    .all();
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { zone_name: 'All of it', value_maximum: 1, own: null },
    { zone_name: 'Zone 2', value_maximum: expect.closeTo(0.4, 0), own: null },
    { zone_name: 'Elsewhere', value_maximum: null, own: 'Elsewhere' },
  ]);
});

test('combined values are measured like those of a layer', async () => {
  const url = `/api/conservation_value_mapper/projects/${projectID}/combined`;
  const layers = [{ data_layer: layerID, weight: 1, above: 0.25, leaves_out: false }];
  const color_palette = { min: '#000000', zero: '#808080', max: '#ffffff' };
  const payload = { layers, missing: 'no-data', grid_layer: null, color_palette };
  const { combined } = (await refugia.app.inject({ method: 'PUT', url, headers, payload })).json();
  const { id } = (await make({ shape: whole })).json().zone_set;
  const query = `source=combination:${combined.id}&threshold=0.5`;
  await refugia.app.inject({ method: 'POST', url: `${url}/completion`, headers });
  const [zone] = (await statistics(id, query)).json().zones;
  // Columns 25 to 99 have values, of which 50 to 99 are at least 0.5.
  expect(zone.share_above).toBeCloseTo(50 / 75, 5);
  expect(zone.minimum).toBeCloseTo(25 / 99, 4);
});

test('a drawn shape is a zone, and one that is none is refused with a reason', async () => {
  const made = await make({ shape: box(-105, 40.62, -104.98, 40.64), name: 'North slope' });
  expect(made.json()).toMatchObject({ zone_set: { name: 'North slope', zone_count: 1 } });
  const [zone] = (await statistics(made.json().zone_set.id)).json().zones;
  expect(zone).toMatchObject({ number: 1, name: 'North slope' });
  const flat = await make({ shape: box(-105, 40, -105, 40) });
  expect(flat.statusCode).toBe(422);
  expect(flat.json().error).toMatch(/^This (shape can’t be a zone|drawing encloses no ground)/);
});

test('the counties that touch the rasters are zones', async () => {
  const { zone_set } = (await make({ counties: true })).json();
  expect(zone_set).toMatchObject({ name: 'Counties', source: 'counties' });
  const { features } = (await send('GET', `/${zone_set.id}/outlines`)).json();
  expect(
    features.map(({ properties }: { properties: { name: string } }) => properties.name),
  ).toEqual(['Larimer, Colorado']);
});

test('the polygons of a map are zones for whoever may read it', async () => {
  const maps = mapCallsOf(refugia);
  const stranger = await refugia.registerAndLogin();
  const { id: mapID } = await maps.createMap(account);
  await maps.addFeature(account, mapID, whole, { name: 'Ranch' });
  await maps.addFeature(account, mapID, { type: 'Point', coordinates: [-105, 40.6] });
  const made = await make({ mapID });
  expect(made.json()).toMatchObject({ zone_set: { source: 'map', zone_count: 1 } });
  const [zone] = (await statistics(made.json().zone_set.id)).json().zones;
  expect(zone).toMatchObject({ name: 'Ranch', share_above: expect.closeTo(0.5, 5) });

  const { id: hidden } = await maps.createMap(stranger);
  await maps.addFeature(stranger, hidden, whole);
  expect((await make({ mapID: hidden })).statusCode).toBe(404);
  await maps.done('PUT', 'status', { as: stranger, body: { id: hidden, new_status: 'public' } });
  expect((await make({ mapID: hidden })).statusCode).toBe(200);
  const { id: empty } = await maps.createMap(account);
  expect((await make({ mapID: empty })).json()).toMatchObject({ code: 'no_zones' });
});

test.each([
  [400, {}],
  [400, { counties: false }],
  [400, { shape: { type: 'Polygon', coordinates: [] } }],
  [400, { mapID: 1, counties: true }],
  [404, { mapID: 2_000_000 }],
])('%i answers new zones of %j', async (status, body) => {
  expect((await make(body)).statusCode).toBe(status);
});

test('a file without polygons leaves nothing', async () => {
  const before = (await send('GET', `?projectID=${projectID}`)).json();
  const refused = await upload(feature({ type: 'Point', coordinates: [1, 1] }));
  expect(refused.statusCode).toBe(422);
  expect(refused.json().error).toContain('polygons');
  expect((await upload({ type: 'Nothing' })).statusCode).toBe(422);
  expect((await upload({}, 'zones.exe')).statusCode).toBe(400);
  expect((await send('GET', `?projectID=${projectID}`)).json()).toEqual(before);
});

test('statistics of what has no values are refused, and other people see nothing', async () => {
  const { id } = (await make({ shape: whole })).json().zone_set;
  const empty = (await calls.ask('POST', 'data_layers_ctrl', { projectID })).json();
  const refused = await statistics(id, `source=layer:${empty.id}&threshold=0`);
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain(empty.label);
  expect((await statistics(id, 'source=layer:1e5&threshold=0')).statusCode).toBe(400);
  expect((await statistics(id, 'source=combination:2000000&threshold=0')).statusCode).toBe(404);
  expect((await statistics(id, `source=layer:${layerID}&threshold=0&edges=all`)).statusCode).toBe(
    400,
  );

  const { headers: others } = await refugia.registerAndLogin();
  for (const [method, path] of [
    ['GET', `?projectID=${projectID}`],
    ['GET', `/${id}/outlines`],
    ['GET', `/${id}/statistics?source=layer:${layerID}&threshold=0`],
    ['GET', `/${id}/statistics/progress?source=layer:${layerID}&threshold=0`],
    ['DELETE', `/${id}`],
  ] as const) {
    expect((await send(method, path, undefined, others)).statusCode, path).toBe(404);
    expect((await send(method, path, undefined, {})).statusCode, path).toBe(401);
  }
  expect((await make({ shape: whole }, others)).statusCode).toBe(404);
});

test('zones of one account do not open the values of another', async () => {
  const other = await refugia.registerAndLogin();
  const theirs = valueMapperCalls(refugia, other);
  const { projectID: foreign } = await theirs.makeLayer();
  const made = await send('POST', `?projectID=${foreign}`, { shape: whole }, other.headers);
  const path = `/${made.json().zone_set.id}/statistics?source=layer:${layerID}&threshold=0`;
  expect((await send('GET', path, undefined, other.headers)).statusCode).toBe(404);
});

test('zones are deleted by themselves and with their project', async () => {
  const { id } = (await make({ shape: whole })).json().zone_set;
  expect((await send('DELETE', `/${id}`)).json()).toEqual({ deleted: true });
  expect((await send('GET', `/${id}/outlines`)).statusCode).toBe(404);
  const { orm } = refugia.platform.database;
  const { zone_set } = (await make({ shape: whole })).json();
  const zones = () => orm.select().from(zone).where(eq(zone.zoneSetId, zone_set.id));
  expect(await zones()).toHaveLength(1);
  await calls.ask('DELETE', 'projects_ctrl', { projectID });
  expect(await zones()).toEqual([]);
});
