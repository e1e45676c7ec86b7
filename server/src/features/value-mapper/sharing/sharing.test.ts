import { memorySource } from '@refugia/engine/testing/memory-file.ts';
import { openTiff, readWindow } from '@refugia/engine/tiff/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import {
  makeSlope,
  type ValueMapperCalls,
  valueByCurve,
  valueMapperCalls,
} from '../../../../testing/value-mapper-calls.ts';

const base = '/api/conservation_value_mapper';
let refugia: TestApp;
let calls: ValueMapperCalls;
let headers: Record<string, string>;
let shared: { projectID: number; mapID: number; dataLayerID: number };
let rasterID: number;
let valuedID: number;
let other: typeof shared;
let otherRasterID: number;

async function addValues(layer: number): Promise<[raster: number, valued: number]> {
  const raster = (await calls.upload(layer, await makeSlope())).json();
  await calls.processRaster(raster);
  return [raster, await valueByCurve(calls, layer, 'lin', { A: 1, B: 0, C: 0 })];
}

beforeAll(async () => {
  refugia = await createTestApp();
  const account = await refugia.registerAndLogin();
  headers = account.headers;
  calls = valueMapperCalls(refugia, account);
  shared = await calls.makeLayer();
  [rasterID, valuedID] = await addValues(shared.dataLayerID);
  other = await calls.makeLayer();
  [otherRasterID] = await addValues(other.dataLayerID);
});
afterAll(() => refugia?.close());

const makeKey = async (kind: 'view' | 'gis', as = headers, id = shared.projectID) =>
  await refugia.app.inject({
    method: 'POST',
    url: '/api/keys',
    headers: as,
    payload: { target: { type: 'project', id }, kind, name: 'for a neighbor' },
  });
const revoke = async (id: string) =>
  await refugia.app.inject({ method: 'DELETE', url: `/api/keys/${id}`, headers });
const get = async (url: string, key: string) =>
  await refugia.app.inject({ url, headers: { 'x-refugia-key': key } });

/** Every call that reads, of a project. */
const reads = (of: typeof shared, raster: number) => [
  `${base}/projects_ctrl?type=byID&projectID=${of.projectID}`,
  `${base}/maps_ctrl?projectID=${of.projectID}`,
  `${base}/data_layers_ctrl?type=all&projectID=${of.projectID}`,
  `${base}/data_layers_ctrl?type=byID&dataLayerID=${of.dataLayerID}`,
  `${base}/orig_rst_datasets_ctrl?type=all&projectID=${of.projectID}`,
  `${base}/orig_rst_datasets_ctrl?type=byID&rasterID=${raster}`,
  `${base}/val_rst_datasets_ctrl?type=all&projectID=${of.projectID}`,
  `${base}/projects/${of.projectID}/combined`,
  `${base}/zones?projectID=${of.projectID}`,
  `${base}/rasters/${raster}/histogram`,
  `${base}/rasters/${raster}/value?longitude=-105&latitude=40.64`,
  `/tiles/value/original/${raster}/0/0/0.png`,
  `/tiles/value/data/${raster}/0/0/0.bin`,
];

test('a link shows one project with its layers, values and readings, and nobody’s name', async () => {
  const made = (await makeKey('view')).json();
  expect(made.url).toBe(
    `${refugia.platform.config.publicUrl}/apps/conservationvaluemapper/projects/${shared.projectID}?key=${made.key}`,
  );
  for (const url of reads(shared, rasterID)) {
    const reply = await get(url, made.key);
    // A tile of numbers beside the raster has no content.
    expect([200, 204], url).toContain(reply.statusCode);
    expect(reply.body).not.toMatch(/username|email|account/i);
  }
  const tile = await get(`/tiles/value/valued/${valuedID}/0/0/0.png`, made.key);
  expect(tile.statusCode).toBe(200);
});

test('it opens no other project and no list, and changes nothing', async () => {
  const { key } = (await makeKey('view')).json();
  for (const url of reads(other, otherRasterID)) {
    expect([url, (await get(url, key)).statusCode]).toEqual([url, 404]);
  }
  const list = `${base}/projects_ctrl?type=all&accountID=1`;
  expect((await get(list, key)).statusCode).toBe(401);
  const { projectID, dataLayerID, mapID } = shared;
  const title = encodeURIComponent('[{"key":"title","val":"x"}]');
  const center = encodeURIComponent('[{"key":"last_zoom","val":3}]');
  for (const [method, url] of [
    ['PUT', `projects_ctrl?projectID=${projectID}&keyValUpdateArray=${title}`],
    ['DELETE', `projects_ctrl?projectID=${projectID}`],
    ['PUT', `maps_ctrl?mapID=${mapID}&keyValUpdateArray=${center}`],
    ['POST', `data_layers_ctrl?projectID=${projectID}`],
    ['DELETE', `data_layers_ctrl?dataLayerID=${dataLayerID}`],
    ['PUT', `data_layers_ctrl?type=color&dataLayerID=${dataLayerID}`],
    ['PUT', `orig_rst_datasets_ctrl?rasterID=${rasterID}&type=metadata`],
    ['DELETE', `val_rst_datasets_ctrl?valRstDatasetID=${valuedID}`],
    ['DELETE', `projects/${projectID}/combined`],
    ['POST', `projects/${projectID}/report.pdf`],
    ['POST', `rasters/${rasterID}/files/original/ticket`],
  ] as const) {
    const reply = await refugia.app.inject({
      method,
      url: `${base}/${url}`,
      headers: { 'x-refugia-key': key },
      ...(method === 'POST' && { payload: {} }),
    });
    expect([url, reply.statusCode]).toEqual([url, 401]);
  }
  const file = await get(`${base}/rasters/${rasterID}/files/original`, key);
  expect(file.statusCode).toBe(401);
});

test('a link that was revoked or guessed opens nothing, on every call', async () => {
  const { id, key } = (await makeKey('view')).json();
  const { key: gisKey } = (await makeKey('gis')).json();
  expect((await revoke(id)).statusCode).toBe(200);
  for (const wrong of [key, gisKey, 'A'.repeat(32)]) {
    for (const url of [...reads(shared, rasterID), `/tiles/value/valued/${valuedID}/0/0/0.png`]) {
      const reply = await get(url, wrong);
      expect([url, reply.statusCode]).toEqual([url, 404]);
      expect(reply.json().error).toContain('Please ask for a new one');
    }
  }
});

test('it shows what zones hold, and hands out no file of them', async () => {
  const { key } = (await makeKey('view')).json();
  const makeZone = async (of: typeof shared) => {
    const ring = [
      [-106, 40],
      [-104, 40],
      [-104, 41],
      [-106, 41],
      [-106, 40],
    ];
    const reply = await refugia.app.inject({
      method: 'POST',
      url: `${base}/zones?projectID=${of.projectID}`,
      headers,
      payload: { shape: { type: 'Polygon', coordinates: [ring] }, name: 'Valley' },
    });
    return reply.json().zone_set.id;
  };
  const [id, otherId] = [await makeZone(shared), await makeZone(other)];
  const statistics = (zones: number, layer: number) =>
    `${base}/zones/${zones}/statistics?source=layer:${layer}&threshold=0&edges=share`;
  const measured = await get(statistics(id, shared.dataLayerID), key);
  expect([measured.statusCode, measured.json().zones]).toEqual([
    200,
    [expect.objectContaining({ name: 'Valley', hectares: expect.any(Number) })],
  ]);
  expect((await get(`${base}/zones/${id}/outlines`, key)).statusCode).toBe(200);
  for (const url of [
    statistics(id, other.dataLayerID),
    statistics(otherId, shared.dataLayerID),
    `${base}/zones/${otherId}/outlines`,
  ]) {
    expect([url, (await get(url, key)).statusCode]).toEqual([url, 404]);
  }
  const file = `${statistics(id, shared.dataLayerID)}&format=csv`;
  expect((await get(file, key)).statusCode).toBe(401);
  const deletion = await refugia.app.inject({
    method: 'DELETE',
    url: `${base}/zones/${id}`,
    headers: { 'x-refugia-key': key },
  });
  expect(deletion.statusCode).toBe(401);
});

test('a combination with layers of another project is not shown by a link', async () => {
  const { key } = (await makeKey('view')).json();
  const part = { weight: 1, above: null, leaves_out: false };
  const ids = [shared.dataLayerID, other.dataLayerID];
  await refugia.app.inject({
    method: 'PUT',
    url: `${base}/projects/${shared.projectID}/combined`,
    headers,
    payload: {
      layers: ids.map((data_layer) => ({ ...part, data_layer })),
      missing: 'no-data',
      grid_layer: null,
      color_palette: { min: '#000000', zero: '#808080', max: '#ffffff' },
    },
  });
  const seen = await get(`${base}/projects/${shared.projectID}/combined`, key);
  expect(seen.json()).toEqual({ combined: null });
  await refugia.app.inject({
    method: 'DELETE',
    url: `${base}/projects/${shared.projectID}/combined`,
    headers,
  });
});

test('a key for a GIS opens tiles, TileJSON and the values as a COG, until it is revoked', async () => {
  const { id, key, url } = (await makeKey('gis')).json();
  const publicUrl = refugia.platform.config.publicUrl;
  expect(url).toBe(`${publicUrl}/tiles/value/shared/{z}/{x}/{y}.png?key=${key}`);
  const addresses = [
    `/tiles/value/shared/0/0/0.png?key=${key}`,
    `${base}/shared/tiles.json?key=${key}`,
    `${base}/shared/values.tif?key=${key}`,
  ] as const;
  const [tile, json, cog] = await Promise.all(
    addresses.map(async (address) => await refugia.app.inject({ url: address })),
  );
  expect(tile!.headers['content-type']).toBe('image/png');
  expect(json!.json()).toMatchObject({ tilejson: '3.0.0', tiles: [url] });
  const { image } = await openTiff(memorySource(new Uint8Array(cog!.rawPayload)));
  const { bands } = await readWindow(image, { column: 99, row: 1, width: 1, height: 1 });
  // The last column has the largest number, whose value is 1.
  expect([...bands[0]]).toEqual([10_000]);
  const part = await refugia.app.inject({ url: addresses[2], headers: { range: 'bytes=0-15' } });
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 16]);

  const { key: viewKey } = (await makeKey('view')).json();
  await revoke(id);
  for (const address of [...addresses, ...addresses.map((each) => each.replace(key, viewKey))]) {
    const reply = await refugia.app.inject({ url: address });
    expect([address, reply.statusCode]).toEqual([address, 404]);
  }
});

test('with a project its keys are forgotten', async () => {
  const gone = await calls.makeLayer();
  const { key } = (await makeKey('view', headers, gone.projectID)).json();
  await calls.ask('DELETE', 'projects_ctrl', { projectID: gone.projectID });
  const { rows } = await refugia.platform.database.pool.query(
    "SELECT count(*)::int AS keys FROM access_key WHERE target_type = 'project' AND target_id = $1",
    [String(gone.projectID)],
  );
  expect(rows).toEqual([{ keys: 0 }]);
  const url = `${base}/projects_ctrl?type=byID&projectID=${gone.projectID}`;
  expect((await get(url, key)).statusCode).toBe(404);
});

test('only the owner makes and lists keys of a project', async () => {
  const stranger = await refugia.registerAndLogin();
  expect((await makeKey('view', stranger.headers)).statusCode).toBe(404);
  expect((await makeKey('view', {})).statusCode).toBe(401);
  const list = `/api/keys?type=project&id=${shared.projectID}`;
  const listed = await refugia.app.inject({ url: list, headers: stranger.headers });
  expect(listed.statusCode).toBe(404);
});
