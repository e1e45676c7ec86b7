import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { parse } from 'csv-parse/sync';
import { PbfReader } from 'pbf';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapCallsOf, square, uploadTo } from '../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';

const sharedRasters = join(
  process.env.REFUGIA_SHARED ?? join(import.meta.dirname, '../../../../../shared'),
  'data/rasters',
);

let product: TestApp;
let owner: TestAccount;
let calls: ReturnType<typeof mapCallsOf>;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin();
});
afterAll(() => product.close());

async function mapWithLayer() {
  const { id } = await calls.createMap(owner);
  await calls.addFeature(
    owner,
    id,
    { type: 'Point', coordinates: [-110.5, 44.5] },
    { name: 'Drawn' },
  );
  const content = JSON.stringify({
    type: 'Feature',
    properties: { n: 1, gone: 'x' },
    geometry: square(),
  });
  const { body } = await uploadTo(product, { as: owner, mapId: id, name: 'parks.json', content });
  return { id, layer: body.layer };
}

describe('vector tiles', () => {
  const tileOf = async (id: number, seq: number, tile = '0/0/0') => {
    const reply = await calls.call('GET', `tiles/${id}/${tile}.mvt?seq=${seq}`, { as: owner });
    expect(reply.status).toBe(200);
    const { layers } = new VectorTile(new PbfReader(reply.bytes));
    const features = layers.features
      ? Array.from(
          { length: layers.features.length },
          (_, index) => layers.features!.feature(index).properties,
        )
      : [];
    return { features, meta: layers.meta!.feature(0).properties, bytes: reply.bytes.length };
  };

  test('hold each feature with its revision, and say up to which operation', async () => {
    const { id, layer } = await mapWithLayer();
    const style = { color: null, color_by: { attribute: 'n', colors: [] }, label_by: 'n' };
    await calls.done('PUT', 'vector_layers', { as: owner, body: { id: layer.id, style } });
    const { features, meta } = await tileOf(id, 3);
    expect(meta).toEqual({ seq: 3, left_out: 0 });
    expect(features).toHaveLength(2);
    expect(features).toContainEqual(
      expect.objectContaining({ layer_id: layer.id, revision: 0, color_by: 1, label: '1' }),
    );
  });

  test('follow the log: what was added, moved and deleted', async () => {
    const { id } = await calls.createMap(owner);
    const first = await calls.addFeature(owner, id, { type: 'Point', coordinates: [10, 10] });
    expect((await tileOf(id, 1, '1/1/0')).features).toMatchObject([{ id: first.id, revision: 1 }]);
    await calls.done('PUT', 'features', {
      as: owner,
      body: { DBID: first.id, feature: { geometry: { type: 'Point', coordinates: [-10, 10] } } },
    });
    expect(await tileOf(id, 2, '1/1/0')).toMatchObject({ features: [], meta: { seq: 2 } });
    expect((await tileOf(id, 2, '1/0/0')).features).toMatchObject([{ id: first.id, revision: 2 }]);
    await calls.done('DELETE', `features?id=${first.id}`, { as: owner });
    expect((await tileOf(id, 3, '1/0/0')).features).toEqual([]);
  });

  test('of very many features are thinned to 500 kB, and say so', async () => {
    const { id } = await calls.createMap(owner);
    const points = Array.from({ length: 20_000 }, (_, index) => ({
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'Point',
        coordinates: [(index % 200) / 2 - 50, Math.floor(index / 200) / 2],
      },
    }));
    const content = JSON.stringify({ type: 'FeatureCollection', features: points });
    await uploadTo(product, { as: owner, mapId: id, name: 'many.json', content });
    const { features, meta, bytes } = await tileOf(id, 1);
    expect(bytes).toBeLessThanOrEqual(500_000);
    expect(features.length).toBeGreaterThan(3_000);
    expect(features.length + Number(meta.left_out)).toBe(20_000);
  });

  test('are sent packed to who can unpack them, and not again while they are the same', async () => {
    const { id } = await mapWithLayer();
    const url = `/api/rrm/tiles/${id}/0/0/0.mvt`;
    const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      product.app.inject({ method, url, headers: { ...owner.headers, ...headers } });

    const plain = await ask({});
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const refused = await ask({ 'accept-encoding': 'br, gzip;q=0' });
    expect(refused.rawPayload).toEqual(plain.rawPayload);
    const packed = await ask({ 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-length': String(packed.rawPayload.length),
      vary: 'authorization, x-map-token, x-refugia-key, accept-encoding',
      etag: plain.headers.etag,
    });
    expect(gunzipSync(packed.rawPayload)).toEqual(plain.rawPayload);

    const head = await ask({ 'accept-encoding': 'gzip' }, 'HEAD');
    expect(head.rawPayload).toHaveLength(0);
    expect(head.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': packed.headers['content-length'],
      etag: packed.headers.etag,
    });

    const known = { 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) };
    const same = await ask(known);
    expect(same).toMatchObject({ statusCode: 304, body: '' });
    expect(same.headers.vary).toBe(packed.headers.vary);
    await calls.addFeature(owner, id, { type: 'Point', coordinates: [0, 0] });
    const changed = await product.app.inject({
      url: `${url}?seq=3`,
      headers: { ...owner.headers, ...known },
    });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(packed.headers.etag);
  });
});

describe('exports', () => {
  const exported = async (id: number, query: string) => {
    const reply = await calls.call('GET', `export?id=${id}&${query}`, { as: owner });
    expect(reply.status).toBe(200);
    return reply;
  };

  test('write a layer under the names of its table, and a map whole', async () => {
    const { id, layer } = await mapWithLayer();
    const fields = [
      { key: 'n', name: 'Number' },
      { key: 'gone', name: 'gone', is_removed: true },
    ];
    await calls.done('PUT', 'vector_layers', { as: owner, body: { id: layer.id, fields } });
    const csv = await exported(id, `format=csv&layer_id=${layer.id}`);
    expect(csv.headers['content-disposition']).toContain('filename="parks.csv"');
    expect(parse(String(csv.bytes), { bom: true, columns: true })).toEqual([
      { WKT: expect.stringMatching(/^POLYGON \(\(/), Number: '1', layer: 'parks' },
    ]);
    const { features } = JSON.parse(String((await exported(id, 'format=geojson')).bytes));
    expect(features).toMatchObject([
      { properties: { name: 'Drawn' } },
      { properties: { Number: 1, layer: 'parks' } },
    ]);
  });

  test.each([
    ['csv', "'=1+1"],
    ['csv-exact', '=1+1'],
  ])('as %s hold a text that begins like a formula as %s', async (format, text) => {
    const { id } = await calls.createMap(owner);
    await calls.addFeature(owner, id, square(), { name: '=1+1', depth: -2 });
    const file = await exported(id, `format=${format}`);
    expect(file.headers['content-disposition']).toMatch(/[.]csv"/);
    expect(parse(String(file.bytes), { bom: true, columns: true })).toMatchObject([
      { name: text, depth: '-2' },
    ]);
  });

  test.each([
    ['kml', '<?xml'],
    ['shapefile', 'PK'],
  ])('come as %s', async (format, beginning) => {
    const { id } = await mapWithLayer();
    expect(String((await exported(id, `format=${format}`)).bytes).startsWith(beginning)).toBe(true);
  });

  test('come back as they went out', async () => {
    const { id } = await mapWithLayer();
    const { bytes } = await exported(id, 'format=shapefile');
    const back = await uploadTo(product, {
      as: owner,
      mapId: id,
      name: 'back.zip',
      content: bytes,
    });
    expect(back.status).toBe(200);
  });
});

describe('species', () => {
  test('a range becomes a layer, and the map keeps what the species is', async () => {
    const { id } = await calls.createMap(owner);
    const { layer } = await calls.done('POST', 'species_range', {
      as: owner,
      body: { mapID: id, species: 'whooping crane' },
    });
    expect(layer).toMatchObject({ dataset: 'Range of Whooping crane', is_approximate: true });
    expect(layer.feature_count).toBeGreaterThan(0);
    expect(await calls.done('GET', `map_requests?id=${id}`, { as: owner })).toMatchObject({
      species: 'Whooping crane',
      species_sci: 'Grus americana',
      species_tax: 'Birds',
    });
    await calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action: 'undo' } });
    expect(await calls.done('GET', `map_requests?id=${id}`, { as: owner })).toMatchObject({
      species: null,
      feature_count: 0,
    });
    const unknown = await calls.call('POST', 'species_range', {
      as: owner,
      body: { mapID: id, species: 'Unicorn' },
    });
    expect(unknown).toMatchObject({
      status: 404,
      body: { error: 'There was an issue adding that species to this map.' },
    });
  });

  test('the owner undoes a range although an editor has added another, whose facts are kept', async () => {
    const editor = await product.registerAndLogin();
    const { id } = await calls.createMap(owner, { editors: [editor] });
    const add = (as: TestAccount, species: string) =>
      calls.done('POST', 'species_range', { as, body: { mapID: id, species } });
    await add(owner, 'Ursus arctos horribilis');
    const { layer } = await add(editor, 'Canis lupus');
    const step = (action: 'undo' | 'redo') =>
      calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action } });
    const map = () => calls.done('GET', `map_requests?id=${id}`, { as: owner });
    // Both are mammals, so the editor's import did not set the group again.
    const facts = { species_sci: 'Canis lupus', species_tax: 'Mammals' };
    await step('undo');
    expect(await map()).toMatchObject({ ...facts, feature_count: layer.feature_count });
    await step('redo');
    expect(await map()).toMatchObject(facts);
    const layers = await calls.addedLayers(owner, id);
    expect(layers).toHaveLength(2);
  });

  test('without GBIF occurrences come from the product’s own facts, and say so', async () => {
    const found = await calls.done('GET', 'gbif?q=grus%20americana');
    expect(found).toMatchObject({
      source: 'embedded',
      attribution: expect.stringContaining('CC0'),
    });
    const { key } = found.results[0];
    const tile = await product.app.inject(`/tiles/occurrences/${key}/3/1/3.png`);
    expect(tile.statusCode).toBe(200);
    const { width, channels } = await sharp(tile.rawPayload).metadata();
    expect([width, channels]).toEqual([512, 4]);
    const unknown = await calls.call('GET', 'gbif?q=unicorn');
    expect(unknown).toMatchObject({
      status: 404,
      body: {
        error:
          'An error occured. Try searching a different species, or make sure your spelling is correct.',
      },
    });
    for (const path of ['0/3/1/3', '1/3/1/9', '1/99/0/0']) {
      expect(
        (await product.app.inject(`/tiles/occurrences/${path}.png`)).statusCode,
      ).toBeGreaterThanOrEqual(400);
    }
  });
});

test('a picture without a place is placed by hand, deleted, and brought back by undoing', async () => {
  const { id } = await calls.createMap(owner);
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#1c6138' } })
    .png()
    .toBuffer();
  const { body } = await uploadTo(product, {
    as: owner,
    mapId: id,
    name: 'scan.png',
    content: png,
  });
  expect(body.map_layer).toMatchObject({
    map_layer: 'scan.png',
    coordinates: null,
    width: 20,
    height: 10,
  });
  const raster = body.map_layer.id;
  const placed = await calls.done('PUT', 'raster_place', {
    as: owner,
    body: { id: raster, coordinates: '-110 44 -109 45' },
  });
  expect(placed.coordinates).toBe('-110 44 -109 45');
  for (const coordinates of ['1 2 3', 'a b c d', '10 0 5 5', 'NaN 0 1 1', '-181 0 1 1']) {
    expect(
      (await calls.call('PUT', 'raster_place', { as: owner, body: { id: raster, coordinates } }))
        .status,
    ).toBe(400);
  }
  await calls.done('DELETE', `layers?id=${raster}`, { as: owner });
  expect(await calls.done('GET', `layers?id=${id}`, { as: owner })).toEqual([]);
  await calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action: 'undo' } });
  expect(await calls.done('GET', `layers?id=${id}`, { as: owner })).toMatchObject([{ id: raster }]);
});

const someRasters = existsSync(sharedRasters)
  ? readdirSync(sharedRasters, { recursive: true })
      .map(String)
      .filter((name) => /\.tiff?$/i.test(name))
      .slice(0, 6)
  : [];
test.runIf(someRasters.length > 0)(
  'rasters of the shared data are shown, or refused in a sentence',
  async () => {
    const { id } = await calls.createMap(owner);
    const statuses: number[] = [];
    for (const name of someRasters) {
      const content = readFileSync(join(sharedRasters, name));
      if (content.length > 50_000_000) continue;
      const { status, body } = await uploadTo(product, { as: owner, mapId: id, name, content });
      expect([200, 422], `${name}: ${JSON.stringify(body)}`).toContain(status);
      statuses.push(status);
    }
    expect(statuses).toContain(200);
  },
);
