import { VectorTile } from '@mapbox/vector-tile';
import { meetsFilter, parseFilter } from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf, uploadTo } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';
import { FeatureCounts } from '../maps/feature-counts.ts';

let product: TestApp;
let owner: TestAccount;
let mapId: number;
let layerId: string;
let calls: ReturnType<typeof mapCallsOf>;

const ponds = [
  { name: 'Heron pond', depth: 10, note: '100% reed' },
  { name: 'alder pool', depth: '9', note: '', seen: '2023-12-31' },
  { name: 'Ölteich', depth: 'unknown', note: null },
  { name: 'Bittern mere', depth: 2.5, note: 'under_water', seen: '2024-05-01T10:00:00Z' },
  { name: 'Coot mere', note: 'heron seen', seen: '2025-01-01' },
  { name: 'Diver tarn', depth: -1, note: "O'Brien's", is_protected: true },
];

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin();
  mapId = (await calls.createMap(owner)).id;
  const content = JSON.stringify({
    type: 'FeatureCollection',
    features: ponds.map((properties, index) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-110 + index, 44] },
      properties,
    })),
  });
  const reply = await uploadTo(product, { as: owner, mapId, name: 'ponds.json', content });
  layerId = reply.body.layer.id;
});
afterAll(() => product.close());

/** The names in the rows that a table of the layer would load. */
async function namesOf(question: Record<string, string>): Promise<unknown[]> {
  const query = new URLSearchParams({ id: String(mapId), layer_id: layerId, ...question });
  const { features } = await calls.done('GET', `features?${query}`, { as: owner });
  return features.map(({ properties }: { properties: { name: string } }) => properties.name);
}

// The expected orders follow from reading the six ponds above.
test('rows are sorted by an attribute: numbers by size, then texts, and those without it last', async () => {
  const upwards = ['Diver tarn', 'Bittern mere', 'alder pool', 'Heron pond', 'Ölteich'];
  expect(await namesOf({ sort: 'depth' })).toEqual([...upwards, 'Coot mere']);
  expect(await namesOf({ sort: 'depth', order: 'descending' })).toEqual([
    ...upwards.toReversed(),
    'Coot mere',
  ]);
  expect((await namesOf({ sort: 'name' })).slice(0, 3)).toEqual([
    'alder pool',
    'Bittern mere',
    'Coot mere',
  ]);
  expect(await namesOf({ sort: 'nothing has this' })).toEqual(ponds.map(({ name }) => name));
});

test('a page of sorted rows goes on where the one before ended', async () => {
  expect(await namesOf({ sort: 'depth', limit: '2', offset: '2' })).toEqual([
    'alder pool',
    'Heron pond',
  ]);
});

const filterOf = (field: string | null, operator: string, ...values: string[]) =>
  JSON.stringify([[layerId, field, operator, ...values]]);

// The expected ponds follow from reading the six above. Browsers ask the same in `meetsFilter`.
test.each([
  [null, 'contains', ['HERON'], ['Heron pond', 'Coot mere']],
  [null, 'contains', ['\\'], []],
  ['name', 'contains', ['heron'], ['Heron pond']],
  ['note', 'contains', ['0%'], ['Heron pond']],
  ['note', 'contains', ['r_w'], ['Bittern mere']],
  ['note', 'contains', ["o'brien's"], ['Diver tarn']],
  ['note', 'empty', [], ['alder pool', 'Ölteich']],
  ['depth', 'not empty', [], ['Heron pond', 'alder pool', 'Ölteich', 'Bittern mere', 'Diver tarn']],
  ['depth', 'is', ['9.0'], ['alder pool']],
  ['name', 'is', ['Ölteich'], ['Ölteich']],
  ['name', 'is', ['ölteich'], []],
  ['depth', 'is not', ['10'], ['alder pool', 'Ölteich', 'Bittern mere', 'Coot mere', 'Diver tarn']],
  ['depth', '<', ['9'], ['Bittern mere', 'Diver tarn']],
  ['depth', '<=', ['9'], ['alder pool', 'Bittern mere', 'Diver tarn']],
  ['depth', '>', ['9'], ['Heron pond']],
  ['depth', '>=', ['2.5'], ['Heron pond', 'alder pool', 'Bittern mere']],
  ['depth', 'between', ['-1', '9'], ['alder pool', 'Bittern mere', 'Diver tarn']],
  ['seen', '>=', ['2024-05-01'], ['Bittern mere', 'Coot mere']],
  ['seen', 'between', ['2023-01-01', '2024-05-01'], ['alder pool', 'Bittern mere']],
  ['seen', '>', ['5'], []],
  ['is_protected', 'is', ['true'], ['Diver tarn']],
] as const)('rows where %s %s %j', async (field, operator, values, expected) => {
  const filter = filterOf(field, operator, ...values);
  expect(await namesOf({ filter })).toEqual(expected);
  const conditions = parseFilter(filter)!;
  const shown = ponds.filter((pond) => meetsFilter(conditions, layerId, pond));
  expect(shown.map(({ name }) => name)).toEqual(expected);
});

test('conditions are joined by “and”, and concern their own layer alone', async () => {
  const shallow = [layerId, 'depth', '<', '9'];
  const mere = [layerId, 'name', 'contains', 'mere'];
  const elsewhere = ['another layer', 'name', 'is', 'nothing is called this'];
  const filter = JSON.stringify([shallow, mere, elsewhere]);
  expect(await namesOf({ filter })).toEqual(['Bittern mere']);
});

test('the total is that of what was found, beyond the page too', async () => {
  const filter = encodeURIComponent(filterOf(null, 'contains', 'mere'));
  const query = `id=${mapId}&layer_id=${layerId}&filter=${filter}&limit=1`;
  const { total, features } = await calls.done('GET', `features?${query}`, { as: owner });
  expect([total, features.length]).toEqual([2, 1]);
});

test('tiles have what meets the filter, before and after a change', async () => {
  const filter = encodeURIComponent(filterOf('depth', '<', '9'));
  const drawn = async () => {
    const { bytes } = await calls.call('GET', `tiles/${mapId}/0/0/0.mvt?filter=${filter}`, {
      as: owner,
    });
    return new VectorTile(new PbfReader(bytes)).layers.features?.length ?? 0;
  };
  expect(await drawn()).toBe(2);
  const { features } = await calls.done('GET', `features?id=${mapId}`, { as: owner });
  const deep = features.find(
    ({ properties }: { properties: { name: string } }) => properties.name === 'Heron pond',
  );
  const properties = { ...deep.properties, depth: 3 };
  const feature = { geometry: JSON.parse(deep.layer), properties };
  await calls.done('PUT', 'features', { as: owner, body: { DBID: deep.id, feature } });
  const { seq } = await calls.done('GET', `operations?id=${mapId}&since=0`, { as: owner });
  const later = await calls.call('GET', `tiles/${mapId}/0/0/0.mvt?filter=${filter}&seq=${seq}`, {
    as: owner,
  });
  expect(new VectorTile(new PbfReader(later.bytes)).layers.features?.length).toBe(3);
});

test.each([
  'sort=',
  'order=sideways',
  'filter=[',
  'filter={}',
  'filter=[["a","b","is"]]',
  'filter=[["a","b","like","c"]]',
  'filter=[["a","b","<","many"]]',
  'filter=[["a","b","between","1","2024-01-01"]]',
  'filter=[["a",null,"is","c"]]',
  `filter=[["a","b","is","${'x'.repeat(201)}"]]`,
  'filter=[["a","b","is","%00"]]',
])('a table that asks for %s is refused', async (question) => {
  const reply = await calls.call('GET', `features?id=${mapId}&${question}`, { as: owner });
  expect(reply.status).toBe(400);
});

test('pages of a whole map follow its layers, and say how many features there are', async () => {
  const { id } = await calls.createMap(owner);
  const add = async (name: string, count: number) => {
    const features = Array.from({ length: count }, (_, n) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [n, n] },
      properties: { name: `${name} ${n}` },
    }));
    const content = JSON.stringify({ type: 'FeatureCollection', features });
    return (await uploadTo(product, { as: owner, mapId: id, name: `${name}.json`, content })).body
      .layer;
  };
  const below = await add('below', 3);
  await add('above', 4);
  await calls.addFeature(owner, id, undefined, { name: 'drawn' });
  const layers = [0, 1, 2].map((n) => `below ${n}`);
  const all = ['drawn', ...layers, ...[0, 1, 2, 3].map((n) => `above ${n}`)];
  const namesFrom = async (expected: readonly string[], limit: number) => {
    const names: string[] = [];
    for (let offset = 0; offset <= expected.length; offset += limit) {
      const query = `features?id=${id}&limit=${limit}&offset=${offset}`;
      const page = await calls.done('GET', query, { as: owner });
      expect(page.total).toBe(expected.length);
      names.push(
        ...page.features.map((each: { properties: { name: string } }) => each.properties.name),
      );
    }
    return names;
  };
  for (const limit of [1, 2, 3, 5, 100]) expect(await namesFrom(all, limit)).toEqual(all);
  // The lower layer is laid on top, so that its features come last.
  const body = { id: below.id, position: 10 };
  await calls.done('PUT', 'vector_layers', { as: owner, body });
  const turned = ['drawn', ...all.slice(4), ...layers];
  expect(await namesFrom(turned, 2)).toEqual(turned);
});

test('counts and boxes of layers follow every change of their features', async () => {
  const { id } = await calls.createMap(owner);
  const positions = [
    [1, 1],
    [2, 5],
    [9, 3],
  ];
  const features = positions.map((coordinates) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates },
    properties: {},
  }));
  const content = JSON.stringify({ type: 'FeatureCollection', features });
  const { body } = await uploadTo(product, { as: owner, mapId: id, name: 'a.json', content });
  expect(body.layer).toMatchObject({ feature_count: 3, box: [1, 1, 9, 5] });
  const counted = async () => {
    const [layer] = await calls.addedLayers(owner, id);
    const map = await calls.done('GET', `map_requests?id=${id}`, { as: owner });
    return [map.feature_count, layer?.feature_count, layer?.box];
  };
  const undo = () =>
    calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action: 'undo' } });
  expect(await counted()).toEqual([3, 3, [1, 1, 9, 5]]);
  const [, , last] = body.feature_list;
  await calls.done('DELETE', `features?id=${last.id}`, { as: owner });
  expect(await counted()).toEqual([2, 2, [1, 1, 2, 5]]);
  await undo();
  expect(await counted()).toEqual([3, 3, [1, 1, 9, 5]]);
  const moved = { geometry: { type: 'Point', coordinates: [-7, 3] } };
  await calls.done('PUT', 'features', { as: owner, body: { DBID: last.id, feature: moved } });
  expect(await counted()).toEqual([3, 3, [-7, 1, 2, 5]]);
  await calls.done('DELETE', `features?mapID=${id}&dataset=${body.layer.dataset}`, { as: owner });
  expect(await counted()).toEqual([0, undefined, undefined]);
  const listed = `features?id=${id}&layer_id=${body.layer.id}`;
  expect(await calls.done('GET', listed, { as: owner })).toMatchObject({ total: 0, features: [] });
  await undo();
  expect(await counted()).toEqual([3, 3, [-7, 1, 2, 5]]);
});

test('features are counted anew after their own changes alone', async () => {
  const { id } = await calls.createMap(owner);
  const counts = new FeatureCounts(product.platform.database.orm);
  const counted = async () => {
    const { seq: lastSeq } = await calls.done('GET', `operations?id=${id}&since=0`, { as: owner });
    return await counts.of({ id, lastSeq });
  };
  const content = JSON.stringify({
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties: {} },
    ],
  });
  const { body } = await uploadTo(product, { as: owner, mapId: id, name: 'a.json', content });
  const { id: layer } = body.layer;
  const drawn = await calls.defaultLayer(owner, id);
  const first = await counted();
  expect(first.get(layer)).toEqual({ features: 1, box: [1, 2, 1, 2] });

  await calls.done('PUT', 'vector_layers', { as: owner, body: { id: layer, is_hidden: true } });
  await calls.done('PUT', 'map_requests', { as: owner, body: { id, attr: 'name', val: 'B' } });
  // The same list, not an equal one: nothing was counted.
  expect(await counted()).toBe(first);

  await calls.addFeature(owner, id, { type: 'Point', coordinates: [3, 4] });
  expect((await counted()).get(drawn)).toEqual({ features: 1, box: [3, 4, 3, 4] });
  await calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action: 'undo' } });
  expect((await counted()).get(drawn)).toBeUndefined();
});
