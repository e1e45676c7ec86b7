import { readFile } from 'node:fs/promises';
import { writeArea } from '@refugia/contract/area.ts';
import type { AnalysisResult } from '@refugia/contract/habitat-patrol.ts';
import type { ConnectionKey } from '@refugia/contract/my-runs.ts';
import type { PatchAt, PatchPage } from '@refugia/contract/run-patches.ts';
import { changeAlpha } from '@refugia/engine/render/change-colours.ts';
import { changePalette } from '@refugia/engine/render/change-palette.ts';
import { tileAt } from '@refugia/engine/render/web-mercator.ts';
import type { ImageryServer } from '@refugia/engine/testing/imagery-server.ts';
import { startSyntheticImagery } from '@refugia/engine/testing/synthetic-imagery.ts';
import { syntheticWorld } from '@refugia/engine/testing/synthetic-scenes.ts';
import type { FeatureCollection } from 'geojson';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RunBrowser } from '../../../../testing/run-browser.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { placeOf } from '../../../platform/storage/storage.ts';
import { storedName } from '../runs/jobs.ts';

const publicUrl = 'https://maps.example.org';

let imageryServer: ImageryServer;
let testApp: TestApp;
let owner: RunBrowser;
let id: string;
let result: AnalysisResult;
let runUrl: string;

beforeAll(async () => {
  imageryServer = await startSyntheticImagery();
  testApp = await createTestApp({ config: { imageryUrl: imageryServer.catalogueUrl, publicUrl } });
  owner = new RunBrowser(testApp);
  id = await owner.complete({
    coords: writeArea(syntheticWorld.area),
    startDate: syntheticWorld.beforeDate,
    endDate: syntheticWorld.afterDate,
    areaName: 'Bärenwald / Nord',
    scenes: { before: { exclude: ['no such scene'] } },
    blankMaskMargins: false,
  });
  result = (await owner.run(id)).result!;
  runUrl = `/api/changedetection/runs/${id}`;
}, 180_000);
afterAll(async () => {
  await testApp?.close();
  await imageryServer?.close();
});

/** Whoever has the id, without being its owner. */
const anybody = () => new RunBrowser(testApp);
const download = (file: string, headers = {}) =>
  anybody().ask('GET', `${runUrl}/downloads/${file}`, undefined, headers);

describe('the result', () => {
  test('tells kinds, scenes and everything that it was computed with', () => {
    expect(result.statistics.kinds[0]).toMatchObject({ kind: 'vegetation_loss' });
    const hectares = result.statistics.kinds.reduce((sum, kind) => sum + kind.hectares, 0);
    expect(hectares).toBeCloseTo(result.statistics.changed_hectares, 6);
    expect(result.parameters).toEqual({
      land_cover: null,
      blank_mask_margins: false,
      window_days: 45,
      smallest_patch_pixels: 5,
      smallest_change_hectares: 0.5,
      scenes: { before: { exclude: ['no such scene'] } },
    });
    expect(result.provenance).toMatchObject({
      software: 'Refugia',
      catalogue_url: imageryServer.catalogueUrl,
      collections: ['sentinel-2-c1-l2a', 'sentinel-2-l2a'],
    });
    expect(result.provenance!.version).toMatch(/^\d+\.\d+\.\d+/);
    for (const scene of result.scenes) {
      expect(scene.cloud_share).toBeGreaterThanOrEqual(0);
      expect(scene.cloud_share).toBeLessThanOrEqual(1);
    }
    const [west, south] = syntheticWorld.area.coordinates[0][0];
    expect(result.bbox[0]).toBeCloseTo(Math.min(west, result.bbox[0]), 5);
    expect(result.bbox[1]).toBeLessThanOrEqual(south + 1e-5);
  });

  test('lists its patches, the largest first', async () => {
    const all: PatchPage = (await anybody().ask('GET', `${runUrl}/patches`)).json();
    expect(all.total).toBe(result.statistics.listed_patch_count);
    expect(all.total).toBe(result.statistics.patch_count);
    const [largest] = all.patches;
    expect(largest!.hectares).toBeCloseTo(result.statistics.largest_patch_hectares, 3);
    const [west, south, east, north] = largest!.bbox;
    const [longitude, latitude] = largest!.centroid;
    expect(longitude > west && longitude < east && latitude > south && latitude < north).toBe(true);
    const beyond = await anybody().ask('GET', `${runUrl}/patches?offset=${all.total}&limit=5`);
    expect(beyond.json().patches).toEqual([]);
    for (const wrong of ['limit=0', 'limit=201', 'offset=-1', 'limit=x']) {
      expect((await anybody().ask('GET', `${runUrl}/patches?${wrong}`)).statusCode).toBe(400);
    }
  });
});

test('finds the patch at a place', async () => {
  const at = async (longitude: number | string, latitude: number | string) =>
    anybody().ask('GET', `${runUrl}/patches/at?longitude=${longitude}&latitude=${latitude}`);
  const { patches }: PatchPage = (await anybody().ask('GET', `${runUrl}/patches`)).json();
  for (const patch of patches.slice(0, 3)) {
    expect((await at(...patch.centroid)).json<PatchAt>()).toEqual({ patch });
  }
  const [west, south] = result.bbox;
  expect((await at(west - 1, south - 1)).json()).toEqual({ patch: null });
  expect((await at(-170, 89)).json()).toEqual({ patch: null });
  expect((await at('x', 1)).statusCode).toBe(400);
  expect((await at(181, 1)).statusCode).toBe(400);
  const elsewhere = await anybody().ask(
    'GET',
    `/api/changedetection/runs/${'A'.repeat(22)}/patches/at?longitude=1&latitude=1`,
  );
  expect(elsewhere.statusCode).toBe(404);
});

describe('the change layer', () => {
  /** Colours of the tile's pixels that are not transparent, without its hatching. */
  async function coloursOf(query: string): Promise<Set<string>> {
    const [west, south, east, north] = result.bbox;
    const { z, x, y } = tileAt((west + east) / 2, (south + north) / 2, 11);
    const reply = await anybody().ask(
      'GET',
      `/tiles/change/${id}/change/${z}/${x}/${y}.png${query}`,
    );
    expect(reply.statusCode).toBe(200);
    return changeColours(reply.rawPayload);
  }

  async function changeColours(png: Buffer): Promise<Set<string>> {
    const rgba = await sharp(png).ensureAlpha().raw().toBuffer();
    const colours = new Set<string>();
    for (let index = 0; index < rgba.length; index += 4) {
      if (rgba[index + 3] === changeAlpha) colours.add([...rgba.subarray(index, index + 3)].join());
    }
    return colours;
  }

  test('has a colour for each kind, and shows the kinds that are asked for', async () => {
    expect(result.kinds_on_map).toBe(true);
    const loss = changePalette.vegetation_loss.colour.join();
    const all = await coloursOf('');
    expect(all.has(loss)).toBe(true);
    const expected = result.statistics.kinds.map(({ kind }) => changePalette[kind].colour.join());
    for (const colour of all) expect(expected).toContain(colour);
    expect(await coloursOf('?kinds=water,vegetation_loss')).toEqual(new Set([loss]));
    expect(await coloursOf('?kinds=')).toEqual(new Set());

    const picture = await download('change.png?kinds=water,vegetation_loss');
    expect(await changeColours(picture.rawPayload)).toEqual(new Set([loss]));
    const none = await download('change.png?kinds=');
    expect(await changeColours(none.rawPayload)).toEqual(new Set());
    expect((await download('change.png?kinds=fire')).statusCode).toBe(400);
  });

  test('is kept by whoever has it, whichever way a proxy has written its tag', async () => {
    const [west, south, east, north] = result.bbox;
    const { z, x, y } = tileAt((west + east) / 2, (south + north) / 2, 11);
    const url = `/tiles/change/${id}/change/${z}/${x}/${y}.png`;
    const { headers } = await anybody().ask('HEAD', url);
    for (const tag of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      const again = await anybody().ask('GET', url, undefined, { 'if-none-match': String(tag) });
      expect([tag, again.statusCode]).toEqual([tag, 304]);
      expect(again.headers).toMatchObject({ etag: headers.etag });
      expect(again.headers['content-type']).toBeUndefined();
      expect(again.headers['content-length']).toBeUndefined();
    }
  });

  test('says so when a kind is none', async () => {
    for (const wrong of ['fire', 'water,', 'water;burn', 'WATER']) {
      const url = `/tiles/change/${id}/change/11/1/1.png?kinds=${wrong}`;
      expect([wrong, (await anybody().ask('GET', url)).statusCode]).toEqual([wrong, 400]);
    }
  });

  test('comes with the names of its classes for a GIS', async () => {
    const aux = await download('change.tif.aux.xml');
    expect(aux.headers).toMatchObject({
      'content-type': 'application/xml',
      'content-disposition':
        'attachment; filename="barenwald-nord_2021-07-14_2023-07-16_change.tif.aux.xml"',
    });
    expect(aux.body).toContain('<Category>Vegetation lost</Category>');
    const archive = await download('change.zip');
    expect(archive.headers['content-type']).toBe('application/zip');
    // The layer lies in it as it is.
    expect(archive.rawPayload.includes((await download('change.tif')).rawPayload)).toBe(true);
  });
});

describe('downloads', () => {
  test('of layers are the stored files, whole or by ranges', async () => {
    const path = placeOf(testApp.platform.storage.locate(storedName(id), 'before.tif'));
    const stored = await readFile(path);
    const whole = await download('before.tif');
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload.equals(stored)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'image/tiff; application=geotiff; profile=cloud-optimized',
      'content-disposition': 'attachment; filename="barenwald-nord_2021-07-14_before.tif"',
      'accept-ranges': 'bytes',
    });
    const part = await download('before.tif', { range: 'bytes=100-199' });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 100-199/${stored.length}`);
    expect(part.rawPayload.equals(stored.subarray(100, 200))).toBe(true);
    expect((await download('before.tif', { range: 'bytes=999999999-' })).statusCode).toBe(416);
    const again = await download('before.tif', { 'if-none-match': String(whole.headers.etag) });
    expect(again.statusCode).toBe(304);
    const head = await anybody().ask('HEAD', `${runUrl}/downloads/before.tif`);
    expect(head.headers['content-length']).toBe(`${stored.length}`);
    expect(head.rawPayload).toHaveLength(0);
  });

  test('of patches open as what they are', async () => {
    const geojson = await download('patches.geojson');
    expect(geojson.headers['content-type']).toBe('application/geo+json');
    const { features } = geojson.json<FeatureCollection>();
    expect(features).toHaveLength(result.statistics.patch_count);
    const kml = await download('patches.kml');
    expect(kml.headers['content-type']).toBe('application/vnd.google-earth.kml+xml');
    expect(kml.body).toContain('<kml xmlns="http://www.opengis.net/kml/2.2">');
    const zip = await download('patches.zip');
    expect(zip.headers['content-disposition']).toContain(
      'barenwald-nord_2021-07-14_2023-07-16_patches.zip',
    );
    expect(zip.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  test('of pictures are what the map shows, placed by a world file', async () => {
    const picture = await download('after.png');
    expect(picture.headers['content-type']).toBe('image/png');
    const { width, height } = await sharp(picture.rawPayload).metadata();
    const world = (await download('after.pgw')).body.trim().split('\n').map(Number);
    const [pixel, , , negative, x, y] = world as [number, number, number, number, number, number];
    expect(negative).toBe(-pixel);
    // The picture's edges in degrees, by the inverse of spherical Mercator (EPSG Guidance Note 7-2).
    const radius = 6_378_137;
    const longitudeAt = (meters: number) => (meters / radius) * (180 / Math.PI);
    const latitudeAt = (meters: number) =>
      (2 * Math.atan(Math.exp(meters / radius)) - Math.PI / 2) * (180 / Math.PI);
    const [west, south, east, north] = result.bbox;
    const onePixel = longitudeAt(pixel);
    const left = x - pixel / 2;
    const top = y + pixel / 2;
    expect(Math.abs(longitudeAt(left) - west)).toBeLessThan(onePixel);
    expect(Math.abs(longitudeAt(left + width * pixel) - east)).toBeLessThan(onePixel);
    expect(Math.abs(latitudeAt(top) - north)).toBeLessThan(onePixel);
    expect(Math.abs(latitudeAt(top - height * pixel) - south)).toBeLessThan(onePixel);

    // The same pixels as the tile over the picture's middle.
    const z = Math.round(Math.log2((2 * Math.PI * radius) / 256 / pixel));
    const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
    const tile = tileAt(longitude, latitude, z);
    const url = `/tiles/change/${id}/after/${z}/${tile.x}/${tile.y}.png`;
    const tilePng = (await anybody().ask('GET', url)).rawPayload;
    const tileLeft = Math.round((tile.x * 256 * pixel - Math.PI * radius - left) / pixel);
    const tileTop = Math.round((top - (Math.PI * radius - tile.y * 256 * pixel)) / pixel);
    const at = { left: Math.max(0, tileLeft), top: Math.max(0, tileTop), width: 60, height: 60 };
    const fromPicture = await sharp(picture.rawPayload).extract(at).raw().toBuffer();
    const fromTile = await sharp(tilePng)
      .extract({ ...at, left: at.left - tileLeft, top: at.top - tileTop })
      .raw()
      .toBuffer();
    expect(fromPicture.equals(fromTile)).toBe(true);
    expect((await download('change.png')).statusCode).toBe(200);
  });

  test('that do not exist are not found', async () => {
    for (const file of ['result.json', 'before.jpg', '..%2f..%2fsecret', 'before.tif.part']) {
      expect([file, (await download(file)).statusCode]).toEqual([file, 404]);
    }
    const other = await anybody().ask(
      'GET',
      `/api/changedetection/runs/${'A'.repeat(22)}/downloads/before.tif`,
    );
    expect(other.statusCode).toBe(404);
  });
});

describe('a connection key', () => {
  test('opens the layers by addresses that do not tell the run, until it is taken back', async () => {
    expect((await owner.ask('GET', `${runUrl}/key`)).statusCode).toBe(404);
    const made = await owner.ask('POST', `${runUrl}/key`);
    const key: ConnectionKey = made.json();
    expect(JSON.stringify(key)).not.toContain(id);
    expect((await owner.ask('GET', `${runUrl}/key`)).json()).toEqual(key);
    expect(key.layers.map(({ layer }) => layer)).toEqual(['before', 'after', 'change']);

    const [before] = key.layers;
    expect(before!.xyz).toBe(`${publicUrl}/tiles/keyed/${key.key}/before/{z}/{x}/{y}.png`);
    const tileJson = await anybody().ask('GET', before!.tilejson.replace(publicUrl, ''));
    expect(tileJson.json()).toMatchObject({
      tilejson: '3.0.0',
      name: 'Bärenwald / Nord: before',
      scheme: 'xyz',
      tiles: [before!.xyz],
      bounds: result.bbox,
    });
    expect(tileJson.body).not.toContain(id);

    const { z, x, y } = tileAt(tileJson.json().center[0], tileJson.json().center[1], 13);
    const tileUrl = `/tiles/keyed/${key.key}/before/${z}/${x}/${y}.png`;
    const tile = await anybody().ask('GET', tileUrl);
    expect(tile.statusCode).toBe(200);
    expect(tile.headers['cache-control']).not.toContain('immutable');
    for (const { headers } of [tileJson, tile]) {
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    }
    const open = await anybody().ask('GET', tileUrl.replace(`keyed/${key.key}`, `change/${id}`));
    expect(tile.rawPayload.equals(open.rawPayload)).toBe(true);
    expect(tile.headers.etag).not.toBe(open.headers.etag);
    expect(open.headers['access-control-allow-origin']).toBeUndefined();
    // A key is no run's id, nor the other way round.
    for (const wrong of [
      `/tiles/change/${key.key}/before/${z}/${x}/${y}.png`,
      `/tiles/keyed/${id}/before/${z}/${x}/${y}.png`,
      `/tiles/keyed/${id}/before.json`,
      `/tiles/keyed/${key.key}/between.json`,
    ]) {
      expect([wrong, (await anybody().ask('GET', wrong)).statusCode]).toEqual([wrong, 404]);
    }

    const next: ConnectionKey = (await owner.ask('POST', `${runUrl}/key`)).json();
    expect(next.key).not.toBe(key.key);
    expect((await anybody().ask('GET', tileUrl)).statusCode).toBe(404);
    const nextUrl = tileUrl.replace(key.key, next.key);
    expect((await anybody().ask('GET', nextUrl)).statusCode).toBe(200);
    expect((await owner.ask('DELETE', `${runUrl}/key`)).json()).toEqual({ id });
    const takenBack = await anybody().ask('GET', nextUrl);
    expect(takenBack.statusCode).toBe(404);
    expect(takenBack.json()).toEqual({
      error:
        'There is no such picture: its connection key has been taken back or replaced, or its analysis has been removed.',
      code: 'tile_not_found',
    });
    expect((await owner.ask('GET', `${runUrl}/key`)).statusCode).toBe(404);
  });
});

test('what has no result yet can not be downloaded', async () => {
  imageryServer.faults.add({ path: /search/, kind: 'hang' });
  const browser = new RunBrowser(testApp);
  const payload = {
    coords: writeArea(syntheticWorld.area),
    startDate: syntheticWorld.beforeDate,
    endDate: syntheticWorld.afterDate,
  };
  const { id: running } = (await browser.start(payload)).json();
  const url = `/api/changedetection/runs/${running}`;
  for (const path of ['patches', 'downloads/before.tif', 'thumbnail.png']) {
    expect((await browser.ask('GET', `${url}/${path}`)).statusCode).toBe(409);
  }
  expect((await browser.ask('POST', `${url}/key`)).statusCode).toBe(409);
  await browser.ask('POST', `${url}/cancel`);
  imageryServer.faults.clear();
});
