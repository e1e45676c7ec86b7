import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf, square, tinyPng, uploadTo } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';

let product: TestApp;
let owner: TestAccount;
let other: TestAccount;
let calls: ReturnType<typeof mapCallsOf>;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin();
  other = await product.registerAndLogin();
});
afterAll(() => product.close());

test('a public map is copied whole into the account of who asks, private and without its people', async () => {
  const { id } = await calls.createMap(owner, { isPublic: true });
  await calls.addFeature(owner, id, square(), { name: 'Drawn' });
  const content = JSON.stringify({
    type: 'Feature',
    properties: { name: 'Uploaded' },
    geometry: square(3),
  });
  await uploadTo(product, { as: owner, mapId: id, name: 'parks.json', content });
  await uploadTo(product, { as: owner, mapId: id, name: 'a.png', content: await tinyPng() });
  await calls.done('POST', 'comments', { as: owner, body: { mapID: id, mapComment: 'Mine' } });

  const copy = await calls.done('POST', 'fork', { as: other, body: { id, acctID: other.id } });
  expect(copy).toMatchObject({ status: 'creator', is_published: false, feature_count: 2 });
  const features = await calls.listFeatures(other, copy.id);
  expect(features).toMatchObject([
    { dataset: 'Drawn on the map', properties: { name: 'Drawn' } },
    { dataset: 'parks', properties: { name: 'Uploaded' } },
  ]);
  const originals = (await calls.listFeatures(owner, id)).map(
    (feature: { id: string }) => feature.id,
  );
  expect(originals).not.toContain(features[0].id);
  expect(await calls.done('GET', `layers?id=${copy.id}`, { as: other })).toMatchObject([
    { map_layer: 'a.png' },
  ]);
  expect(await calls.done('GET', `comments?id=${copy.id}`, { as: other })).toEqual([]);
  // A copied feature can be edited like any other.
  const edited = await calls.done('PUT', 'features', {
    as: other,
    body: { DBID: features[0].id, latestVersion: 0, feature: { geometry: square(9) } },
  });
  expect(edited.properties).toEqual({ name: 'Drawn' });
});

test('a map can be copied for one’s own account only', async () => {
  const { id } = await calls.createMap(owner);
  expect(
    (await calls.call('POST', 'fork', { as: owner, body: { id, acctID: other.id } })).status,
  ).toBe(403);
});

test.each([
  ['name', 'Lamar valley', { name: 'Lamar valley' }],
  ['summary', 'Wolves', { summary: 'Wolves' }],
  ['base_layer', 'satellite', { base_layer: 'satellite' }],
  ['center', '[44.5,-110.25]', { center: '[44.5,-110.25]' }],
  ['zoom', 7.5, { zoom: 7.5 }],
  ['is_vector_drawing_controls_enabled', false, { is_vector_drawing_controls_enabled: false }],
  ['species', 'Gray wolf', { species: 'Gray wolf' }],
])('the owner saves %s', async (attr, val, shown) => {
  const { id } = await calls.createMap(owner);
  expect(
    await calls.done('PUT', 'map_requests', { as: owner, body: { id, attr, val } }),
  ).toMatchObject(shown);
  expect(await calls.done('GET', `map_requests?id=${id}`, { as: owner })).toMatchObject(shown);
});

test.each([
  ['name', 'x'.repeat(51)],
  ['name', ''],
  ['summary', 'x'.repeat(401)],
  ['base_layer', 'moon'],
  ['center', '[100,0]'],
  ['center', '{"__proto__":1}'],
  ['zoom', -1],
  ['zoom', null],
  ['zoom', []],
  ['zoom', ''],
  ['token', 'mine'],
])('%s of %j is refused with a sentence', async (attr, val) => {
  const { id } = await calls.createMap(owner);
  const reply = await calls.call('PUT', 'map_requests', { as: owner, body: { id, attr, val } });
  expect(reply).toMatchObject({ status: 400, body: { error: expect.stringMatching(/\.$/) } });
});

test('an empty name is answered with the specification’s sentence for what is required', async () => {
  const { id } = await calls.createMap(owner);
  const body = { id, attr: 'name', val: '' };
  const reply = await calls.call('PUT', 'map_requests', { as: owner, body });
  expect(reply).toMatchObject({ status: 400, body: { error: 'This is required.' } });
});

test('the name of a map is undone like any other change', async () => {
  const { id } = await calls.createMap(owner);
  for (const val of ['One', 'Two']) {
    await calls.done('PUT', 'map_requests', { as: owner, body: { id, attr: 'name', val } });
  }
  await calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action: 'undo' } });
  expect((await calls.done('GET', `map_requests?id=${id}`, { as: owner })).name).toBe('One');
});

test('a canvas’ text becomes the map’s picture, made anew and without what it carried', async () => {
  const { id } = await calls.createMap(owner);
  const text = `data:image/png;base64,${Buffer.from(await tinyPng()).toString('base64')}`;
  const put = async (image: string | File) => {
    const form = new FormData();
    form.set('mapID', String(id));
    form.set('image_data', image);
    const encoded = new Response(form);
    const reply = await product.app.inject({
      method: 'PUT',
      url: '/api/rrm/upload',
      headers: { ...owner.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    return { status: reply.statusCode, body: reply.json() };
  };
  const { body } = await put(text);
  const picture = await product.app.inject({ url: body.thumbnail, headers: owner.headers });
  expect(picture.headers['content-type']).toBe('image/webp');
  expect(picture.rawPayload.toString('latin1', 8, 12)).toBe('WEBP');
  expect((await product.app.inject({ url: body.thumbnail })).statusCode).toBe(404);
  const second = await put(new File([new Uint8Array(await tinyPng())], 'a.png'));
  expect(second.body.thumbnail).not.toBe(body.thumbnail);
  for (const wrong of ['data:image/svg+xml;base64,PHN2Zy8+', new File(['<svg/>'], 'a.png')]) {
    expect(await put(wrong)).toMatchObject({
      status: 422,
      body: { error: 'Image failed to upload' },
    });
  }
});

test('features are made valid, single-part, flat, right-handed, and it is said what changed', async () => {
  const clockwise = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
    [0, 0],
  ];
  const feats = [
    {
      type: 'Feature',
      properties: { a: { b: 1 } },
      geometry: { type: 'Polygon', coordinates: [clockwise] },
    },
    {
      type: 'Feature',
      properties: null,
      geometry: {
        type: 'MultiPoint',
        coordinates: [
          [1, 2, 3],
          [3, 4],
        ],
      },
    },
  ];
  const { features, notes } = await calls.done('POST', 'standardize', { body: { feats } });
  expect(features).toHaveLength(3);
  // RFC 7946, 3.1.6: the exterior ring of a polygon is counterclockwise.
  expect(features[0].geometry.coordinates[0]).toEqual(
    expect.arrayContaining([
      [0, 0],
      [1, 0],
    ]),
  );
  const area = features[0].geometry.coordinates[0].reduce(
    (sum: number, [x, y]: number[], index: number, ring: number[][]) => {
      const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
      return sum + ((x ?? 0) * nextY - nextX * (y ?? 0)) / 2;
    },
    0,
  );
  expect(area).toBe(1);
  expect(features.slice(1).map(({ geometry }: { geometry: object }) => geometry)).toEqual([
    { type: 'Point', coordinates: [1, 2] },
    { type: 'Point', coordinates: [3, 4] },
  ]);
  expect(notes.length).toBeGreaterThan(0);
});
