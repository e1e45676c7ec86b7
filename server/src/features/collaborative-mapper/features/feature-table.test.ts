import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf } from '../../../../testing/map-calls.ts';
import { uploadTo } from '../../../../testing/map-uploads.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';

let product: TestApp;
let owner: TestAccount;
let mapId: number;
let layerId: string;
let calls: ReturnType<typeof mapCallsOf>;

const ponds = [
  { name: 'Heron pond', depth: 10, note: '100% reed' },
  { name: 'alder pool', depth: '9', note: '' },
  { name: 'Ölteich', depth: 'unknown', note: null },
  { name: 'Bittern mere', depth: 2.5, note: 'under_water' },
  { name: 'Coot mere', note: 'heron seen' },
  { name: 'Diver tarn', depth: -1, note: "O'Brien's" },
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

test('rows are filtered by a text in any attribute or in one, and signs are meant literally', async () => {
  expect(await namesOf({ search: 'HERON' })).toEqual(['Heron pond', 'Coot mere']);
  expect(await namesOf({ search: 'heron', search_in: 'name' })).toEqual(['Heron pond']);
  expect(await namesOf({ search: '0%' })).toEqual(['Heron pond']);
  expect(await namesOf({ search: 'r_w' })).toEqual(['Bittern mere']);
  expect(await namesOf({ search: "o'brien's" })).toEqual(['Diver tarn']);
  expect(await namesOf({ search: '2.5', search_in: 'depth' })).toEqual(['Bittern mere']);
  expect(await namesOf({ search: '\\' })).toEqual([]);
});

test('the total is that of what was found, beyond the page too', async () => {
  const query = `id=${mapId}&layer_id=${layerId}&search=mere&limit=1`;
  const { total, features } = await calls.done('GET', `features?${query}`, { as: owner });
  expect([total, features.length]).toEqual([2, 1]);
});

test.each(['sort=', 'order=sideways', 'search=', `search=${'x'.repeat(201)}`, 'search=%00'])(
  'a table that asks for %s is refused',
  async (question) => {
    const reply = await calls.call('GET', `features?id=${mapId}&${question}`, { as: owner });
    expect(reply.status).toBe(400);
  },
);
