import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf, square, uploadTo } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';

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

const newMap = () => calls.createMap(owner, { editors: [editor] });
const layersOf = (id: number) => calls.done('GET', `vector_layers?id=${id}`, { as: owner });
const namesOf = async (id: number): Promise<string[]> =>
  (await layersOf(id)).map(({ dataset }: { dataset: string }) => dataset);
const makeLayer = (mapID: number, name: string, fields?: object[]) =>
  calls.done('POST', 'vector_layers', { as: owner, body: { mapID, name, fields } });
const step = (mapID: number, action: 'undo' | 'redo') =>
  calls.done('POST', 'undoredo', { as: owner, body: { mapID, action } });
const latest = async (id: number): Promise<string> =>
  (await calls.done('GET', `history?id=${id}&limit=1`, { as: owner }))[0].summary;
const draw = (mapID: number, layerID?: string, properties: object = {}) =>
  calls.call('POST', 'features', {
    as: owner,
    body: { mapID, layerID, feature: { type: 'Feature', geometry: square(), properties } },
  });
/** Moves a feature as the owner, in the way of the app. */
const move = (mapID: number, feature: { id: string; revision: number }, layer: object) =>
  calls.call('POST', 'operations', {
    as: owner,
    body: {
      mapID,
      client_operation_id: randomUUID(),
      changes: [
        {
          feature_id: feature.id,
          base_revision: feature.revision,
          patch: { kind: 'edit', attributes: [], geometry: null, layer },
        },
      ],
    },
  });

test('what is drawn belongs to a layer like others, from the beginning of a map', async () => {
  const { id } = await newMap();
  const [drawn] = await layersOf(id);
  expect(drawn).toMatchObject({
    dataset: 'Drawn on the map',
    is_default: true,
    feature_count: 0,
    fields: [{ key: 'name', name: 'name', type: 'text', choices: [], is_required: false }],
  });
  const { body } = await draw(id);
  expect(body).toMatchObject({ dataset: 'Drawn on the map', layer_id: drawn.id });
  const renaming = { id, old_dataset: 'Drawn on the map', new_dataset: 'Sketches' };
  await calls.done('PUT', 'layers', { as: owner, body: renaming });
  expect(await calls.listFeatures(owner, id)).toMatchObject([{ dataset: 'Sketches' }]);
  await calls.done('DELETE', `features?mapID=${id}&dataset=Sketches`, { as: owner });
  expect(await layersOf(id)).toEqual([]);
  expect(await calls.listFeatures(owner, id)).toEqual([]);

  // Whoever draws without a layer then gets the layer anew, and undo takes both back.
  expect((await draw(id)).body).toMatchObject({ dataset: 'Drawn on the map' });
  await step(id, 'undo');
  expect(await layersOf(id)).toEqual([]);
  await step(id, 'redo');
  expect(await calls.listFeatures(owner, id)).toMatchObject([{ dataset: 'Drawn on the map' }]);
  expect(await namesOf(id)).toEqual(['Drawn on the map']);
});

test('a layer is made by name, above all others, and can be undone, redone, forked and exported', async () => {
  const { id } = await newMap();
  const layer = await makeLayer(id, 'Nests');
  expect(layer).toMatchObject({ dataset: 'Nests', feature_count: 0, box: null, is_default: false });
  expect(await latest(id)).toBe('Made the layer “Nests”');
  expect(await namesOf(id)).toEqual(['Drawn on the map', 'Nests']);
  const taken = await calls.call('POST', 'vector_layers', {
    as: owner,
    body: { mapID: id, name: 'Nests' },
  });
  expect(taken).toMatchObject({ status: 409, body: { code: 'dataset_taken' } });
  await step(id, 'undo');
  expect(await namesOf(id)).toEqual(['Drawn on the map']);
  await step(id, 'redo');
  expect(await namesOf(id)).toEqual(['Drawn on the map', 'Nests']);

  const { body } = await draw(id, layer.id, { name: 'Heron' });
  expect(body).toMatchObject({ dataset: 'Nests', layer_id: layer.id });
  const file = await product.app.inject({
    url: `/api/rrm/export?id=${id}&format=geojson&layer_id=${layer.id}`,
    headers: owner.headers,
  });
  expect(file.json().features).toMatchObject([{ properties: { name: 'Heron', layer: 'Nests' } }]);
  const copy = await calls.done('POST', 'fork', { as: owner, body: { id, acctID: owner.id } });
  expect(await namesOf(copy.id)).toEqual(['Drawn on the map', 'Nests']);
  expect(await calls.listFeatures(owner, copy.id)).toMatchObject([{ dataset: 'Nests' }]);
});

test('a layer of another map is none of this one', async () => {
  const [first, second] = [await newMap(), await newMap()];
  const elsewhere = await calls.defaultLayer(owner, second.id);
  const missing = { status: 404, body: { code: 'layer_not_found' } };
  expect(await draw(first.id, elsewhere)).toMatchObject(missing);
  expect(await draw(first.id, randomUUID())).toMatchObject(missing);
  const feature = { type: 'Feature', geometry: square() };
  const proposal = { type: 'add', mapID: first.id, feature, layerID: elsewhere };
  const proposed = await calls.call('POST', 'proposals', { as: editor, body: proposal });
  expect(proposed).toMatchObject(missing);
  const { body: known } = await draw(first.id);
  const moved = await move(first.id, known, { before: known.layer_id, after: elsewhere });
  expect(moved).toMatchObject(missing);
  expect(await calls.listFeatures(owner, first.id)).toHaveLength(1);
});

test('a proposed addition names its layer, lands in it, and waits where that was deleted', async () => {
  const { id } = await newMap();
  const [nests, trails] = [await makeLayer(id, 'Nests'), await makeLayer(id, 'Trails')];
  const feature = { type: 'Feature', geometry: square(), properties: { name: 'Heron' } };
  const propose = (layerID = nests.id) =>
    calls.done('POST', 'proposals', {
      as: editor,
      body: { type: 'add', mapID: id, feature, layerID },
    });
  const accept = (proposal: { id: string }, more: object = {}) =>
    calls.call('PUT', 'manage', {
      as: owner,
      body: { id: proposal.id, decision: 'accept', ...more },
    });
  const [one, other] = [await propose(), await propose()];
  expect(one.changes).toMatchObject([{ after: { layerId: nests.id } }]);
  await accept(one);
  expect(await calls.listFeatures(owner, id)).toMatchObject([{ dataset: 'Nests' }]);

  await calls.done('DELETE', `features?mapID=${id}&dataset=Nests`, { as: owner });
  const refused = await accept(other);
  expect(refused).toMatchObject({ status: 409, body: { code: 'layer_deleted' } });
  expect(refused.body.error).toContain('“Nests”');
  const [open] = await calls.done('GET', `proposals?id=${id}`, { as: owner });
  expect(open).toMatchObject({ id: other.id, status: 'open' });
  // Accepted together with others, it alone waits.
  const { id: fitting } = await propose(trails.id);
  const both = { as: owner, body: { id: [other.id, fitting], decision: 'accept' } };
  expect(await calls.call('PUT', 'manage', both)).toMatchObject({
    status: 409,
    body: { code: 'layer_deleted' },
  });
  expect(await calls.listFeatures(owner, id)).toMatchObject([{ dataset: 'Trails' }]);
  expect((await accept(other, { layerID: trails.id })).status).toBe(200);
  expect(await calls.listFeatures(owner, id)).toMatchObject([
    { dataset: 'Trails' },
    { dataset: 'Trails' },
  ]);
});

test('a feature is moved into another layer by an entry of the log, which is undone and redone', async () => {
  const { id } = await newMap();
  const nests = await makeLayer(id, 'Nests');
  const { body: feature } = await draw(id, undefined, { name: 'Heron' });
  const layer = { before: feature.layer_id, after: nests.id };
  expect((await move(id, feature, layer)).body.operations).toMatchObject([
    { verb: 'edit', patch: { kind: 'edit', layer } },
  ]);
  const listed = () => calls.listFeatures(owner, id);
  expect(await listed()).toMatchObject([{ dataset: 'Nests', properties: { name: 'Heron' } }]);
  expect(await layersOf(id)).toMatchObject([{ feature_count: 0 }, { feature_count: 1 }]);
  expect(await latest(id)).toBe('Moved “Heron” to the layer “Nests”');
  await step(id, 'undo');
  expect(await listed()).toMatchObject([{ dataset: 'Drawn on the map' }]);
  await step(id, 'redo');
  expect(await listed()).toMatchObject([{ dataset: 'Nests' }]);

  await calls.done('DELETE', `features?id=${feature.id}`, { as: owner });
  await step(id, 'undo');
  expect(await listed()).toMatchObject([{ dataset: 'Nests' }]);
});

test('who moves a feature otherwise than somebody else meanwhile is asked for the layer alone', async () => {
  const { id } = await newMap();
  const [nests, trails] = [await makeLayer(id, 'Nests'), await makeLayer(id, 'Trails')];
  const { body: feature } = await draw(id, undefined, { name: 'Heron' });
  const before = feature.layer_id;
  const patch = {
    kind: 'edit',
    attributes: [{ name: 'eggs', after: 2 }],
    geometry: null,
    layer: { before, after: trails.id },
  };
  const change = { feature_id: feature.id, base_revision: feature.revision, patch };
  const proposal = await calls.done('POST', 'proposals', {
    as: editor,
    body: { type: 'changes', mapID: id, changes: [change] },
  });
  await move(id, feature, { before, after: nests.id });
  const decide = (resolutions?: object[]) =>
    calls.call('PUT', 'manage', {
      as: owner,
      body: { id: proposal.id, decision: 'accept', resolutions },
    });
  const refused = await decide();
  const layers = { base: before, current: nests.id, incoming: trails.id };
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'conflict', conflicts: [{ disputed: [{ kind: 'layer', ...layers }] }] },
  });
  const [{ revision }] = refused.body.conflicts;
  await decide([{ feature_id: feature.id, revision, choices: ['incoming'] }]);
  expect(await calls.listFeatures(owner, id)).toMatchObject([
    { dataset: 'Trails', properties: { name: 'Heron', eggs: 2 } },
  ]);
});

test('values have to fit the fields of the layer, and older ones stay', async () => {
  const { id } = await newMap();
  const { id: layerId } = await makeLayer(id, 'Nests');
  const { body: old } = await draw(id, layerId, { eggs: 'some', found: 'May' });
  const field = (key: string, more: object) => ({ key, name: `The ${key}`, ...more });
  const fields = [
    field('eggs', { type: 'number' }),
    field('found', { type: 'date' }),
    field('used', { type: 'boolean' }),
    field('kind', { type: 'choice', choices: ['heron', 'owl'], is_required: true }),
  ];
  await calls.done('PUT', 'vector_layers', { as: owner, body: { id: layerId, fields } });
  const fit = { eggs: 2, found: '2026-05-31', used: false, kind: 'owl' };
  expect((await draw(id, layerId, fit)).status).toBe(200);
  for (const [key, value, sentence] of [
    ['eggs', 'two', '“The eggs” must be a number.'],
    ['found', '2026-02-30', '“The found” must be a date such as 2026-05-31.'],
    ['used', 'yes', '“The used” must be yes or no (true or false).'],
    ['kind', 'stork', '“The kind” must be one of: heron, owl.'],
    ['kind', '', '“The kind” needs a value.'],
  ] as const) {
    expect(await draw(id, layerId, { ...fit, [key]: value })).toMatchObject({
      status: 400,
      body: { code: 'value_does_not_fit', error: sentence, fields: { [key]: sentence } },
    });
  }
  expect((await draw(id, layerId, {})).body.error).toBe('“The kind” needs a value.');
  const proposal = { type: 'add', mapID: id, layerID: layerId };
  const proposed = await calls.call('POST', 'proposals', {
    as: editor,
    body: { ...proposal, feature: { geometry: square(), properties: { kind: 'stork' } } },
  });
  expect(proposed).toMatchObject({ status: 400, body: { code: 'value_does_not_fit' } });

  const put = (properties: object) =>
    calls.call('PUT', 'features', {
      as: owner,
      body: { DBID: old.id, feature: { geometry: square(), properties } },
    });
  expect((await put({ eggs: 'some', found: '2026-05-01' })).status).toBe(200);
  expect((await put({ eggs: 'many', found: '2026-05-01' })).status).toBe(400);
  // What was there before the fields had types is brought back as it was.
  await calls.done('DELETE', `features?id=${old.id}`, { as: owner });
  await step(id, 'undo');
  expect((await calls.listFeatures(owner, id))[0].properties).toMatchObject({ eggs: 'some' });
});

test('the fields of an imported layer have the types of their values', async () => {
  const { id } = await newMap();
  const rows = [
    { code: 1, seen: '2026-05-31', mixed: 1, open: true, empty: null },
    { code: 2.5, seen: '2024-02-29', mixed: 'x', open: false, empty: '' },
    { code: null, seen: '', mixed: 2 },
  ];
  const features = rows.map((properties) => ({ type: 'Feature', geometry: square(), properties }));
  const content = JSON.stringify({ type: 'FeatureCollection', features });
  const { body } = await uploadTo(product, { as: owner, mapId: id, name: 'a.json', content });
  expect(body.layer.fields).toMatchObject([
    { key: 'code', type: 'number' },
    { key: 'seen', type: 'date' },
    { key: 'mixed', type: 'text' },
    { key: 'open', type: 'boolean' },
    { key: 'empty', type: 'text' },
  ]);
});

test('what was drawn before maps had a default layer gets one, and its log can still be taken back', async () => {
  const { id } = await newMap();
  const { pool } = product.platform.database;
  await makeLayer(id, 'Nests');
  const { body: kept } = await draw(id, undefined, { name: 'Kept' });
  const { body: gone } = await draw(id, undefined, { name: 'Gone' });
  await calls.done('DELETE', `features?id=${gone.id}`, { as: owner });
  // The tables and the log as they were before the migration.
  await pool.query('ALTER TABLE map_feature ALTER COLUMN layer_id DROP NOT NULL');
  await pool.query(
    'UPDATE map_feature SET layer_id = NULL WHERE layer_id IN (SELECT id FROM map_layer WHERE is_default)',
  );
  await pool.query('DELETE FROM map_layer WHERE is_default');
  await pool.query('ALTER TABLE map_layer DROP COLUMN is_default');
  await pool.query(`UPDATE map_layer SET fields = '[{"key": "name", "name": "Name"}]'`);
  await pool.query(
    "UPDATE map_operation SET patch = patch #- '{after,layerId}' #- '{before,layerId}'",
  );
  const migration = '../../../../migrations/0026_every-feature-in-a-layer.sql';
  await pool.query(await readFile(new URL(migration, import.meta.url), 'utf8'));

  expect(await layersOf(id)).toMatchObject([
    { dataset: 'Nests', fields: [{ key: 'name', name: 'Name', type: 'text' }] },
    { dataset: 'Drawn on the map', is_default: true, feature_count: 1 },
  ]);
  const listed = () => calls.listFeatures(owner, id);
  expect(await listed()).toMatchObject([{ id: kept.id, dataset: 'Drawn on the map' }]);
  await step(id, 'undo');
  expect(await listed()).toHaveLength(2);
  await step(id, 'undo');
  await step(id, 'undo');
  expect(await listed()).toEqual([]);
  await step(id, 'redo');
  expect(await listed()).toMatchObject([{ id: kept.id, dataset: 'Drawn on the map' }]);
});
