import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf, square, uploadTo } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';
import { discardLayer } from './layer-queries.ts';

const sharedData =
  process.env.REFUGIA_SHARED ?? join(import.meta.dirname, '../../../../../../shared/data');

let product: TestApp;
let owner: TestAccount;
let editor: TestAccount;
let calls: ReturnType<typeof mapCallsOf>;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin();
  editor = await product.registerAndLogin();
});
afterAll(() => product.close());

const collection = (names: readonly string[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: names.map((name, index) => ({
      type: 'Feature',
      geometry: square(index),
      properties: { name, code: index },
    })),
  });

test('an uploaded file becomes a layer at once, as one change that can be taken back', async () => {
  const { id } = await calls.createMap(owner, { editors: [editor] });
  const reply = await uploadTo(product, {
    as: editor,
    mapId: id,
    name: 'parks.json',
    content: collection(['A', 'B']),
  });
  expect(reply.status).toBe(200);
  expect(reply.body.layer).toMatchObject({
    dataset: 'parks',
    feature_count: 2,
    box: [0, 44, 2, 45],
    fields: [
      { key: 'name', name: 'name' },
      { key: 'code', name: 'code' },
    ],
  });
  expect(reply.body.feature_list).toMatchObject([
    { dataset: 'parks', properties: { name: 'A', code: 0 } },
    { dataset: 'parks', properties: { name: 'B', code: 1 } },
  ]);
  const log = await calls.done('GET', `operations?id=${id}&since=0`, { as: owner });
  expect(log.operations).toMatchObject([
    {
      verb: 'import-layer',
      author: { username: editor.username },
      patch: { dataset: 'parks', feature_count: 2 },
    },
  ]);
  const [{ group }] = await calls.done('GET', `history?id=${id}`, { as: owner });
  await calls.done('POST', 'history', { as: owner, body: { id, group } });
  expect(await calls.listFeatures(owner, id)).toEqual([]);
  await calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action: 'undo' } });
  expect(await calls.listFeatures(owner, id)).toHaveLength(2);
});

test('features of a layer are edited like any other, from revision 0 on', async () => {
  const { id } = await calls.createMap(owner);
  const { body } = await uploadTo(product, {
    as: owner,
    mapId: id,
    name: 'parks.json',
    content: collection(['A']),
  });
  const [feature] = body.feature_list;
  expect(feature.revision).toBe(0);
  const edit = (properties: object) =>
    calls.done('PUT', 'features', {
      as: owner,
      body: { DBID: feature.id, latestVersion: 0, feature: { geometry: square(0), properties } },
    });
  await edit({ name: 'B', code: 0 });
  expect(await edit({ name: 'A', code: 7 })).toMatchObject({ properties: { name: 'B', code: 7 } });
});

test('an imported text beyond the limit stays, is shortened, and hinders no other edit', async () => {
  const { id } = await calls.createMap(owner, { editors: [editor] });
  const long = 'x'.repeat(12_000);
  const content = JSON.stringify({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: square(), properties: { report: long, code: 1 } }],
  });
  const { body } = await uploadTo(product, { as: owner, mapId: id, name: 'a.json', content });
  const [{ id: DBID }] = body.feature_list;
  const put = (properties: object) =>
    calls.call('PUT', 'features', {
      as: owner,
      body: { DBID, feature: { geometry: square(), properties } },
    });
  /** Changes the report alone, in the way of the app. */
  const operate = async (before: string, after: string) => {
    const [{ revision }] = await calls.listFeatures(owner, id);
    const attributes = [{ name: 'report', before, after }];
    const patch = { kind: 'edit', geometry: null, attributes };
    const changes = [{ feature_id: DBID, base_revision: revision, patch }];
    return await calls.call('POST', 'operations', {
      as: owner,
      body: { mapID: id, client_operation_id: randomUUID(), changes },
    });
  };
  const refusal = {
    status: 400,
    body: {
      code: 'attribute_too_long',
      error: expect.stringMatching(/"report" has 12,001 characters; at most 10,000 are possible/),
    },
  };

  expect(await put({ report: long, code: 2 })).toMatchObject({
    status: 200,
    body: { properties: { report: long, code: 2 } },
  });
  expect(await put({ report: `${long}x`, code: 2 })).toMatchObject(refusal);
  expect(await operate(long, `${long}x`)).toMatchObject(refusal);
  expect(await put({ report: long, other: `${long}x` })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('"other"') },
  });
  const feature = { geometry: square(), properties: { report: `${long}x` } };
  const [{ revision: latestVersion }] = await calls.listFeatures(owner, id);
  const proposal = await calls.call('PUT', 'proposals', {
    as: editor,
    body: { DBID, mapID: id, latestVersion, feature },
  });
  expect(proposal).toMatchObject(refusal);

  const shorter = long.slice(0, 11_000);
  expect((await operate(long, shorter)).status).toBe(200);
  expect((await operate(shorter, 'short')).status).toBe(200);
  expect((await operate('short', long)).status).toBe(400);
  const undo = { mapID: id, action: 'undo' };
  await calls.done('POST', 'undoredo', { as: owner, body: undo });
  expect(await calls.listFeatures(owner, id)).toMatchObject([{ properties: { report: shorter } }]);
});

test('a second file of the same name gets a number', async () => {
  const { id } = await calls.createMap(owner);
  for (const name of ['parks.json', 'parks.geojson', 'parks.json']) {
    const content = collection(['A']);
    expect((await uploadTo(product, { as: owner, mapId: id, name, content })).status).toBe(200);
  }
  const layers = await calls.addedLayers(owner, id);
  expect(layers.map(({ dataset }) => dataset)).toEqual(['parks', 'parks (2)', 'parks (3)']);
});

test('the owner renames, hides, styles, deletes a layer, and undoes all of it', async () => {
  const { id } = await calls.createMap(owner);
  const { body } = await uploadTo(product, {
    as: owner,
    mapId: id,
    name: 'parks.json',
    content: collection(['A']),
  });
  const layerId = body.layer.id;
  await calls.done('PUT', 'layers', {
    as: owner,
    body: { id, old_dataset: 'parks', new_dataset: 'Reserves', userID: owner.id },
  });
  const style = { color: '#aa3300', color_by: null, label_by: 'name' };
  await calls.done('PUT', 'vector_layers', {
    as: owner,
    body: { id: layerId, is_hidden: true, style },
  });
  const [layer] = await calls.addedLayers(owner, id);
  expect(layer).toMatchObject({ dataset: 'Reserves', is_hidden: true, style });
  expect(
    await calls.done('DELETE', `features?dataset=Reserves&mapID=${id}`, { as: owner }),
  ).toEqual({ deleted: 1 });
  expect(await calls.listFeatures(owner, id)).toEqual([]);
  const undo = () =>
    calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action: 'undo' } });
  await undo();
  expect(await calls.listFeatures(owner, id)).toMatchObject([{ dataset: 'Reserves' }]);
  await undo();
  await undo();
  const [first] = await calls.addedLayers(owner, id);
  expect(first).toMatchObject({ dataset: 'parks', is_hidden: false });
});

test.for([
  ['a file of another kind', 'parks.gpx', '<gpx/>', 400, 'file_not_allowed'],
  ['a damaged file', 'parks.json', '{"type":"FeatureColl', 422, 'vector_file_unprocessable'],
  [
    'a file without features',
    'parks.json',
    '{"type":"FeatureCollection","features":[]}',
    422,
    undefined,
  ],
  ['a file that is too large', 'parks.json', ' '.repeat(10_000_001), 413, 'too_large'],
  ['a picture that is none', 'parks.png', 'no picture', 422, 'image_unprocessable'],
] as const)(
  '%s is refused with a sentence and leaves nothing',
  async ([, name, content, status, code]) => {
    const { id } = await calls.createMap(owner);
    const reply = await uploadTo(product, { as: owner, mapId: id, name, content });
    expect(reply).toMatchObject({ status, body: { error: expect.stringMatching(/\.$|upload$/) } });
    if (code) expect(reply.body.code).toBe(code);
    expect(await calls.addedLayers(owner, id)).toEqual([]);
    expect(await calls.listFeatures(owner, id)).toEqual([]);
  },
);

test('names and attributes are kept as they are, whatever they hold', async () => {
  const { id } = await calls.createMap(owner);
  const content =
    '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"__proto__":"x","constructor":"y","html":"<img src=x onerror=alert(1)>","zero":"a\\u0000b","half":"\\ud800"}}';
  const { status, body } = await uploadTo(product, {
    as: owner,
    mapId: id,
    name: '<b>.json',
    content,
  });
  expect(status).toBe(200);
  expect(body.layer.dataset).toBe('<b>');
  expect(body.feature_list[0].properties).toMatchObject({
    constructor: 'y',
    html: '<img src=x onerror=alert(1)>',
    zero: 'ab',
  });
});

test('a file of ten megabytes with 100,000 features goes in', async () => {
  const { id } = await calls.createMap(owner);
  const features = Array.from({ length: 100_000 }, (_, index) => {
    const [x, y] = [(index % 400) / 10 - 120, Math.floor(index / 400) / 20 + 30];
    return `{"type":"Feature","properties":{"n":${index}},"geometry":{"type":"Point","coordinates":[${x},${y}]}}`;
  });
  const content = `{"type":"FeatureCollection","features":[${features.join(',')}]}`;
  expect(content.length).toBeLessThanOrEqual(10_000_000);
  const { status, body } = await uploadTo(product, {
    as: owner,
    mapId: id,
    name: 'many.json',
    content,
  });
  expect({ status, count: body.layer?.feature_count, reason: body.reason }).toEqual({
    status: 200,
    count: 100_000,
  });
  const list = await calls.done('GET', `features?id=${id}&limit=10`, { as: owner });
  expect(list).toMatchObject({ total: 100_000 });
  expect(list.features).toHaveLength(10);
  // Without knowing how large it is, the database would sort the layer for each page of its table.
  const { orm } = product.platform.database;
  const known = await orm.execute(
    sql`SELECT reltuples FROM pg_class WHERE relname = 'map_feature'`,
  );
  expect(Number(known.rows[0]?.reltuples)).toBeGreaterThan(50_000);
});

test('a layer that appeared is not discarded, however its import ended', async () => {
  const { id } = await calls.createMap(owner);
  const content = JSON.stringify({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Point', coordinates: [1, 2] },
  });
  const { body } = await uploadTo(product, { as: owner, mapId: id, name: 'a.json', content });
  await discardLayer(product.platform.database.orm, body.layer.id);
  const [layer] = await calls.addedLayers(owner, id);
  expect(layer).toMatchObject({ id: body.layer.id, feature_count: 1 });
  expect(await calls.listFeatures(owner, id)).toHaveLength(1);
});

const shapefiles = join(sharedData, 'vectors/shpzip');
test.runIf(existsSync(shapefiles))(
  'a zipped shapefile of the shared data becomes a layer',
  async () => {
    const { id } = await calls.createMap(owner);
    // The engine's own tests read all of them.
    const names = ['fiona_coutwildrnp.zip', 'sj_no-dbf.zip', 'sj_badzip.zip', 'sj_utf.zip'];
    const results = [];
    for (const name of names) {
      const reply = await uploadTo(product, {
        as: owner,
        mapId: id,
        name,
        content: readFileSync(join(shapefiles, name)),
      });
      expect([200, 422], `${name}: ${JSON.stringify(reply.body).slice(0, 300)}`).toContain(
        reply.status,
      );
      results.push(reply.status);
    }
    expect(results).toContain(200);
  },
);

test('names and texts in a file that features can not have are changed, and the notes say so', async () => {
  const { id } = await calls.createMap(owner);
  const long = 'n'.repeat(300);
  const properties = `{"":1,"unnamed":2,"__proto__":3,"constructor":4,"${long}":5,"${long}6":6,"a\\u0000\\ud800b":"x\\u0000\\udfffy"}`;
  const content = `{"type":"Feature","properties":${properties},"geometry":{"type":"Point","coordinates":[1,2]}}`;
  const name = '\u202eevil\u0007.json';
  const { status, body } = await uploadTo(product, { as: owner, mapId: id, name, content });
  expect({ status, dataset: body.layer?.dataset }).toEqual({ status: 200, dataset: 'evil' });
  const expected = {
    unnamed: 1,
    'unnamed (2)': 2,
    proto: 3,
    constructor: 4,
    ['n'.repeat(200)]: 5,
    [`${'n'.repeat(196)} (2)`]: 6,
    ab: 'xy',
  };
  expect(body.feature_list[0].properties).toEqual(expected);
  expect(body.notes).toEqual([
    'Characters that are not valid text were left out.',
    'Attributes were renamed whose names were empty, too long or not valid.',
  ]);
  const listed = () => calls.addedLayers(owner, id);
  const [layer] = await listed();
  expect(layer.notes).toEqual(body.notes);
  const fields: { key: string }[] = layer.fields;
  expect(fields.map(({ key }) => key).sort()).toEqual(Object.keys(expected).sort());
  // The names are such that the table of the layer can be changed.
  await calls.done('PUT', 'vector_layers', { as: owner, body: { id: layer.id, fields } });
  // Earlier versions stored sentences.
  await product.platform.database.orm.execute(
    sql`update map_layer set notes = '["Rings were closed."]' where id = ${layer.id}`,
  );
  expect((await listed())[0].notes).toEqual(['Rings were closed.']);
});

test('an imported feature with many attributes can be moved, but gets no more of them', async () => {
  const { id } = await calls.createMap(owner);
  const properties = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`a${n}`, n]));
  const feature = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [1, 2] } };
  const content = JSON.stringify(feature);
  const { body } = await uploadTo(product, { as: owner, mapId: id, name: 'a.json', content });
  const [{ id: DBID }] = body.feature_list;
  const put = (more: object) =>
    calls.call('PUT', 'features', {
      as: owner,
      body: { DBID, feature: { geometry: { type: 'Point', coordinates: [3, 4] }, ...more } },
    });
  expect((await put({})).status).toBe(200);
  expect(await put({ properties: { ...properties, more: 1 } })).toMatchObject({
    status: 400,
    body: { code: 'too_many_attributes' },
  });
});
