import { randomUUID } from 'node:crypto';
import { type FlatGeometry, makePatch } from '@refugia/engine/merge/index.ts';
import { ringAround } from '@refugia/engine/testing/map-features.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapCallsOf, square } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';

let product: TestApp;
let owner: TestAccount;
let calls: ReturnType<typeof mapCallsOf>;

beforeAll(async () => {
  product = await createTestApp();
  owner = await product.registerAndLogin();
  calls = mapCallsOf(product);
});
afterAll(() => product.close());

const geometryOf = (feature: { layer: string }) => JSON.parse(feature.layer);

test('an added feature is in the map and in its log', async () => {
  const { id } = await calls.createMap(owner);
  const feature = await calls.addFeature(owner, id, square(), { name: 'Lamar valley' });
  expect(feature).toMatchObject({
    dataset: 'Drawn on the map',
    revision: 1,
    properties: { name: 'Lamar valley' },
  });
  expect(geometryOf(feature)).toEqual(square());
  const log = await calls.done('GET', `operations?id=${id}&since=0`, { as: owner });
  expect(log).toMatchObject({
    seq: 1,
    operations: [
      { seq: 1, verb: 'create', feature_id: feature.id, author: { username: owner.username } },
    ],
  });
});

test('an edit of an older revision is merged with what came meanwhile', async () => {
  const { id } = await calls.createMap(owner);
  const { id: DBID } = await calls.addFeature(owner, id, square(), { name: 'A', land: 'meadow' });
  const edit = (properties: object, latestVersion: number) =>
    calls.call('PUT', 'features', {
      as: owner,
      body: { DBID, latestVersion, feature: { geometry: square(), properties } },
    });
  expect((await edit({ name: 'B', land: 'meadow' }, 1)).body.revision).toBe(2);
  const merged = await edit({ name: 'A', land: 'forest' }, 1);
  expect(merged.body).toMatchObject({ revision: 3, properties: { name: 'B', land: 'forest' } });
});

test('an edit that can not be merged is a conflict with three states, and changes nothing', async () => {
  const { id } = await calls.createMap(owner);
  const { id: DBID } = await calls.addFeature(owner, id, square(), { name: 'A' });
  const edit = (name: string) =>
    calls.call('PUT', 'features', {
      as: owner,
      body: { DBID, latestVersion: 1, feature: { geometry: square(), properties: { name } } },
    });
  await edit('B');
  const conflict = await edit('C');
  expect(conflict).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      conflicts: [
        {
          feature_id: DBID,
          revision: 2,
          merged: { properties: { name: 'B' } },
          disputed: [{ kind: 'attribute', name: 'name', base: 'A', current: 'B', incoming: 'C' }],
          states: { base: { properties: { name: 'A' } }, incoming: { properties: { name: 'C' } } },
        },
      ],
    },
  });
  const [feature] = await calls.listFeatures(owner, id);
  expect(feature).toMatchObject({ revision: 2, properties: { name: 'B' } });

  // The owner resolves the conflict. One for an outdated revision is a conflict again.
  const states = conflict.body.conflicts[0].states;
  const decide = (revision: number, choices: string[]) =>
    calls.call('POST', 'operations', {
      as: owner,
      body: {
        mapID: id,
        client_operation_id: randomUUID(),
        changes: [
          {
            feature_id: DBID,
            base_revision: 1,
            patch: makePatch(states.base, states.incoming),
          },
        ],
        resolutions: [{ feature_id: DBID, revision, choices }],
      },
    });
  expect((await decide(1, ['incoming'])).status).toBe(409);
  expect((await decide(2, [])).status).toBe(409);
  // Neither may choices be given for more than was asked.
  const tooMany = await decide(2, ['incoming', 'incoming']);
  expect(tooMany.body.conflicts[0]).toEqual(conflict.body.conflicts[0]);
  expect((await decide(2, ['mine'])).status).toBe(400);
  expect((await decide(2, ['incoming'])).status).toBe(200);
  expect((await calls.listFeatures(owner, id))[0].properties).toEqual({ name: 'C' });
});

test('a call that is repeated gets its first answer, and with other content 409', async () => {
  const { id } = await calls.createMap(owner);
  const client_operation_id = randomUUID();
  const create = (name: string, feature_id: string) => ({
    as: owner,
    body: {
      mapID: id,
      client_operation_id,
      changes: [
        {
          feature_id,
          base_revision: 0,
          patch: { kind: 'create', after: { geometry: square(), properties: { name } } },
        },
      ],
    },
  });
  const featureId = randomUUID();
  const first = await calls.call('POST', 'operations', create('A', featureId));
  const again = await calls.call('POST', 'operations', create('A', featureId));
  expect(first.status).toBe(200);
  expect(again.body).toEqual(first.body);
  const other = await calls.call('POST', 'operations', create('B', featureId));
  expect(other).toMatchObject({ status: 409, body: { code: 'operation_id_used' } });
  expect(await calls.listFeatures(owner, id)).toHaveLength(1);
});

test('a call that changes nothing answers the last number of the log, each time', async () => {
  const { id } = await calls.createMap(owner);
  const { id: feature_id } = await calls.addFeature(owner, id, square(), { name: 'A' });
  await calls.addFeature(owner, id, square(5, 5));
  const changes = [
    {
      feature_id,
      base_revision: 1,
      patch: {
        kind: 'edit',
        attributes: [{ name: 'name', before: 'A', after: 'A' }],
        geometry: null,
      },
    },
  ];
  const body = { mapID: id, client_operation_id: randomUUID(), changes };
  for (let attempt = 0; attempt < 2; attempt++) {
    const reply = await calls.done('POST', 'operations', { as: owner, body });
    expect(reply).toMatchObject({ seq: 2, operations: [] });
  }
});

test('a bundle is applied as a whole or not at all', async () => {
  const { id } = await calls.createMap(owner);
  const create = (geometry: object) => ({
    feature_id: randomUUID(),
    base_revision: 0,
    patch: { kind: 'create', after: { geometry, properties: {} } },
  });
  const reply = await calls.call('POST', 'operations', {
    as: owner,
    body: {
      mapID: id,
      client_operation_id: randomUUID(),
      changes: [create(square()), create({ type: 'LineString', coordinates: [[0, 0]] })],
    },
  });
  expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_shape' } });
  expect(await calls.listFeatures(owner, id)).toEqual([]);
});

const ring = ringAround([-110, 44], 1, 5);
const island = ringAround([-100, 44], 1, 4);
test.each<[string, FlatGeometry, FlatGeometry]>([
  [
    'the vertex at which a ring begins',
    { type: 'Polygon', coordinates: [ring] },
    { type: 'Polygon', coordinates: [ring.with(0, [-108, 44]).with(5, [-108, 44])] },
  ],
  [
    'a vertex of a part of many',
    { type: 'MultiPolygon', coordinates: [[ring], [island]] },
    { type: 'MultiPolygon', coordinates: [[ring], [island.with(1, [-100, 46.5])]] },
  ],
  [
    'a vertex of a line',
    { type: 'LineString', coordinates: ring },
    { type: 'LineString', coordinates: ring.with(3, [-110.0000001, -0.5]) },
  ],
  [
    'a point of many',
    { type: 'MultiPoint', coordinates: ring },
    { type: 'MultiPoint', coordinates: ring.with(2, [0, 0]) },
  ],
])('%s that is moved is stored where it is, and can be undone', async (_, before, after) => {
  const { id } = await calls.createMap(owner);
  const { id: DBID } = await calls.addFeature(owner, id, before, { name: 'A' });
  const feature = { geometry: after, properties: { name: 'B' } };
  const body = { DBID, latestVersion: 1, feature };
  await calls.done('PUT', 'features', { as: owner, body });
  const [moved] = await calls.listFeatures(owner, id);
  expect(geometryOf(moved)).toEqual(after);
  expect(moved).toMatchObject({ revision: 2, properties: { name: 'B' } });
  await calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action: 'undo' } });
  const [back] = await calls.listFeatures(owner, id);
  expect(geometryOf(back)).toEqual(before);
});

test('a vertex that moves in 10,000 is one entry of less than 1 kB in the log', async () => {
  const { id } = await calls.createMap(owner);
  const large = ringAround([-110, 44], 1, 10_000);
  const { id: DBID } = await calls.addFeature(owner, id, { type: 'Polygon', coordinates: [large] });
  const moved = large.with(5_000, [-111.5, 44]);
  const feature = { geometry: { type: 'Polygon', coordinates: [moved] }, properties: {} };
  const body = { DBID, latestVersion: 1, feature };
  await calls.done('PUT', 'features', { as: owner, body });
  const { rows } = await product.platform.database.orm.execute(
    sql`SELECT octet_length(patch::text) AS bytes FROM map_operation WHERE map_id = ${id} AND seq = 2`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.bytes).toBeLessThan(1000);
  const [stored] = await calls.listFeatures(owner, id);
  expect(geometryOf(stored).coordinates).toEqual([moved]);
});

test('a feature that loses its coordinates is deleted', async () => {
  const { id } = await calls.createMap(owner);
  const { id: DBID } = await calls.addFeature(owner, id);
  const reply = await calls.call('PUT', 'features', {
    as: owner,
    body: { DBID, feature: { geometry: { type: 'Polygon', coordinates: [] } } },
  });
  expect(reply).toMatchObject({ status: 200, body: null });
  expect(await calls.listFeatures(owner, id)).toEqual([]);
});

test.each([
  ['no geometry', null],
  ['an empty geometry', { type: 'MultiPolygon', coordinates: [[]] }],
])('a feature with %s is not created by any call, which says so', async (_, geometry) => {
  const { id } = await calls.createMap(owner);
  const feature = { geometry, properties: { name: 'A' } };
  const changes = [square(), geometry].map((each) => ({
    feature_id: randomUUID(),
    base_revision: 0,
    patch: { kind: 'create', after: { geometry: each, properties: { name: 'A' } } },
  }));
  for (const [url, body] of [
    ['operations', { client_operation_id: randomUUID(), changes }],
    ['features', { feature }],
    ['proposals', { type: 'add', feature }],
    ['proposals', { type: 'changes', changes }],
  ] as const) {
    const reply = await calls.call('POST', url, { as: owner, body: { mapID: id, ...body } });
    expect({ url, ...reply }).toMatchObject({
      url,
      status: 400,
      body: { code: 'invalid_shape', error: 'The feature has no coordinates.' },
    });
  }
  expect(await calls.listFeatures(owner, id)).toEqual([]);
  expect(await calls.done('GET', `operations?id=${id}&since=0`, { as: owner })).toEqual({
    operations: [],
    seq: 0,
  });
});

describe('undo and redo', () => {
  const undo = (mapID: number, action = 'undo') =>
    calls.call('POST', 'undoredo', { as: owner, body: { mapID, action } });

  test('every kind of change of the owner is undone and done again', async () => {
    const { id } = await calls.createMap(owner);
    const { id: DBID } = await calls.addFeature(owner, id, square(), { name: 'A' });
    await calls.done('PUT', 'features', {
      as: owner,
      body: { DBID, feature: { geometry: square(5, 5), properties: { name: 'B' } } },
    });
    await calls.done('DELETE', `features?id=${DBID}`, { as: owner });

    const shown = async () => {
      const [feature] = await calls.listFeatures(owner, id);
      return feature && [feature.properties.name, geometryOf(feature).coordinates[0][0]];
    };
    const moved = ['B', [5, 5]];
    const first = ['A', [-110, 44]];
    const seen = [await shown()];
    for (const action of ['undo', 'undo', 'undo', 'redo', 'redo', 'redo']) {
      expect((await undo(id, action)).status).toBe(200);
      seen.push(await shown());
    }
    expect(seen).toEqual([undefined, moved, first, undefined, first, moved, undefined]);
    expect(await undo(id, 'redo')).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_redo' },
    });
    const state = await calls.done('GET', `undoredo?id=${id}`, { as: owner });
    expect(state).toMatchObject({ undo_count: 3, redo_count: 0, redo: null });
  });

  test('each step is called by what it takes back or does again', async () => {
    const { id } = await calls.createMap(owner);
    const { id: DBID } = await calls.addFeature(owner, id, square(), { name: 'A' });
    await calls.done('DELETE', `features?id=${DBID}`, { as: owner });
    const called = async () => {
      const state = await calls.done('GET', `undoredo?id=${id}`, { as: owner });
      return [state.undo, state.redo];
    };
    const [added, deleted] = ['Added “A”', 'Deleted “A”'];
    const seen = [await called()];
    for (const action of ['undo', 'undo', 'redo', 'undo', 'redo', 'redo']) {
      await undo(id, action);
      seen.push(await called());
    }
    expect(seen).toEqual([
      [deleted, null],
      [added, deleted],
      [null, added],
      [added, deleted],
      [null, added],
      [added, deleted],
      [deleted, null],
    ]);
  });

  test('a new change forgets what could be done again', async () => {
    const { id } = await calls.createMap(owner);
    await calls.addFeature(owner, id);
    await undo(id);
    await calls.addFeature(owner, id, square(1, 1));
    expect(await undo(id, 'redo')).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_redo' },
    });
  });

  test('a feature names the map as the specification’s call does', async () => {
    const { id } = await calls.createMap(owner);
    const feature = await calls.addFeature(owner, id);
    const reply = await calls.call('PUT', 'undoredo', {
      as: owner,
      body: { geometry: JSON.stringify({ type: 'Feature', id: feature.id }), action: 'undo' },
    });
    expect(reply.status).toBe(200);
    expect(await calls.listFeatures(owner, id)).toEqual([]);
  });

  test.each(['PUT', 'POST'] as const)(
    '%s with a geometry of no feature is told what it needs, in the words of the specification',
    async (method) => {
      const body = { geometry: square(), action: 'undo' };
      const reply = await calls.call(method, 'undoredo', { as: owner, body });
      expect(reply.status).toBe(400);
      for (const word of ['action', 'mapID', 'geometry']) {
        expect(reply.body.error).toContain(`"${word}"`);
      }
      expect(Object.keys(reply.body.fields)).toEqual(['mapID', 'geometry']);
    },
  );
});

test('the history tells who did what, and takes one change back without those after it', async () => {
  const { id } = await calls.createMap(owner);
  const { id: DBID } = await calls.addFeature(owner, id, square(), { name: 'A', land: 'meadow' });
  const edit = (properties: object) =>
    calls.done('PUT', 'features', {
      as: owner,
      body: { DBID, feature: { geometry: square(), properties } },
    });
  await edit({ name: 'B', land: 'meadow' });
  await edit({ name: 'B', land: 'forest' });
  const history = await calls.done('GET', `history?id=${id}`, { as: owner });
  expect(history.map(({ summary }: { summary: string }) => summary)).toEqual([
    'Changed land of “B”',
    'Renamed “A” to “B”',
    'Added “A”',
  ]);
  expect(history[1]).toMatchObject({ author: { username: owner.username }, can_revert: true });
  await calls.done('POST', 'history', { as: owner, body: { id, group: history[1].group } });
  expect((await calls.listFeatures(owner, id))[0].properties).toEqual({
    name: 'A',
    land: 'forest',
  });

  const after = await calls.done('GET', `history?id=${id}`, { as: owner });
  expect(after[0]).toMatchObject({ reverts: history[1].group, can_revert: true });
  expect(after[2]).toMatchObject({ group: history[1].group, can_revert: false });
  // Reverting the change that made the feature would lose a later one.
  const conflict = await calls.call('POST', 'history', {
    as: owner,
    body: { id, group: history[2].group },
  });
  expect(conflict).toMatchObject({
    status: 409,
    body: { conflicts: [{ disputed: [{ extent: 'feature', incoming: null }] }] },
  });
});

test('a justification is kept in the history', async () => {
  const { id } = await calls.createMap(owner);
  await calls.done('POST', 'metadata', {
    as: owner,
    body: { id, justification: 'Survey of 2026' },
  });
  const [entry] = await calls.done('GET', `history?id=${id}`, { as: owner });
  expect(entry).toMatchObject({ summary: 'Survey of 2026', can_revert: false });
});
