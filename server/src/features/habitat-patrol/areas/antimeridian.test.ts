import { parseArea, writeArea } from '@refugia/contract/area.ts';
import type { ConnectionKey } from '@refugia/contract/habitat-patrol/my-runs.ts';
import type { PatchAt, PatchPage } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import type { ImportedArea } from '@refugia/contract/vector-import.ts';
import { coordinateTransform } from '@refugia/engine/crs/transform.ts';
import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import { startSyntheticImagery } from '@refugia/engine/testing/http-imagery.ts';
import type { ImageryServer } from '@refugia/engine/testing/imagery-server.ts';
import { changedGround } from '@refugia/engine/testing/synthetic-ground.ts';
import { syntheticWorld } from '@refugia/engine/testing/synthetic-scenes.ts';
import type { FeatureCollection } from 'geojson';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunBrowser } from '../../../../testing/synthetic-app.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';

/**
 * The side in pixels of the synthetic world, which lies in Fiji so that 180° runs through the
 * middle of its changed ground.
 */
const size = 300;
const epsg = 32760;
const middleColumn = changedGround.column + changedGround.width / 2;
const [x180, y] = coordinateTransform(4326, epsg)(180, -16.8);
const place = {
  epsg,
  origin: [20 * Math.round((x180 - 10 * middleColumn) / 20), 20 * Math.round(y / 20)],
} as const;
const tile = { ...place, name: '60KZF', side: size };

let imagery: ImageryServer;
let testApp: TestApp;
let owner: RunBrowser;
let result: RunResult;
let runUrl: string;

/**
 * A rectangle inside of the world whose longitudes jump at 180°, as a program writes it that does
 * not treat the antimeridian.
 */
function jumpingRectangle() {
  const toLonLat = coordinateTransform(epsg, 4326);
  const [west, north] = toLonLat(place.origin[0] + 300, place.origin[1] - 300);
  const [east, south] = toLonLat(
    place.origin[0] + 10 * size - 300,
    place.origin[1] - 10 * size + 300,
  );
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { ring, bounds: [west, south, east, north] as const };
}

beforeAll(async () => {
  const { startDate, endDate } = syntheticWorld;
  imagery = await startSyntheticImagery([
    { id: 'before', datetime: `${startDate}T22:20:00Z`, tile, place },
    { id: 'after', datetime: `${endDate}T22:20:00Z`, tile, place },
  ]);
  testApp = await createTestApp({ config: { imageryUrl: imagery.catalogueUrl } });
  owner = new RunBrowser(testApp);
  const id = await owner.complete({
    coords: writeArea(parseArea(JSON.stringify(await uploaded()))),
    startDate,
    endDate,
  });
  result = (await owner.run(id)).result!;
  runUrl = `/api/changedetection/runs/${id}`;
});
afterAll(async () => {
  await testApp?.close();
  await imagery?.close();
});

/** Uploads a file with that rectangle, and returns the area that the importer makes of it. */
async function uploaded() {
  const geometry = { type: 'Polygon', coordinates: [jumpingRectangle().ring] };
  const boundary = 'x-boundary-x';
  const reply = await testApp.app.inject({
    method: 'POST',
    url: '/api/changedetection/aoi',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="taveuni.json"\r\n\r\n${JSON.stringify({ type: 'Feature', properties: {}, geometry })}\r\n--${boundary}--\r\n`,
  });
  const { geometries, notes } = reply.json<ImportedArea>();
  expect(notes).toEqual(['Polygons across the antimeridian (180°) have been cut there.']);
  return { type: 'GeometryCollection', geometries };
}

const get = (path: string) => owner.ask('GET', path);

test('an area across the antimeridian is compared on both of its sides', () => {
  const { bounds } = jumpingRectangle();
  const expected = [bounds[0], bounds[1], bounds[2] + 360, bounds[3]];
  for (const [index, degrees] of expected.entries()) {
    expect(result.bbox[index]).toBeCloseTo(degrees, 4);
  }
  expect(result.statistics.clear_share).toBeGreaterThan(0.99);
  expect(result.change_occured).toBe(true);
  // The change is 50 × 40 pixels of at least 10 m. None of it may be lost at 180°.
  const { width, height } = changedGround;
  const hectares = (width * height) / 100;
  expect(Math.abs(result.statistics.changed_hectares - hectares)).toBeLessThan(0.06 * hectares);
});

test('its patch is one, found on both sides, and cut in the file', async () => {
  const { patches }: PatchPage = (await get(`${runUrl}/patches`)).json();
  const [patch] = patches;
  const [west, south, east, north] = patch!.bbox;
  expect(west < 180 && east > 180 && east - west < 0.01).toBe(true);
  for (const longitude of [180 - 0.0005, -180 + 0.0005]) {
    const at = await get(
      `${runUrl}/patches/at?longitude=${longitude}&latitude=${(south + north) / 2}`,
    );
    expect(at.json<PatchAt>().patch?.id).toBe(patch!.id);
  }
  const file = await get(`${runUrl}/downloads/patches.geojson`);
  const [feature] = file.json<FeatureCollection>().features;
  expect(feature!.geometry.type).toBe('MultiPolygon');
  expect(feature!.bbox![0] > feature!.bbox![2]).toBe(true);
});

/** The share of a picture's pixels that are not transparent. */
async function shownShare(png: Buffer): Promise<number> {
  const { data } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  let shown = 0;
  for (let index = 3; index < data.length; index += 4) if (data[index] > 0) shown++;
  return (4 * shown) / data.length;
}

test('tiles on both sides show it, and those elsewhere nothing', async () => {
  const latitude = (result.bbox[1] + result.bbox[3]) / 2;
  const shareOf = async (longitude: number, zoom: number) => {
    const { z, x, y: row } = tileAt(longitude, latitude, zoom);
    const url = result.afterImg.replace('{z}/{x}/{y}', `${z}/${x}/${row}`);
    return shownShare((await get(url)).rawPayload);
  };
  expect(await shareOf(179.9999, 14)).toBeGreaterThan(0.2);
  expect(await shareOf(-179.9999, 14)).toBeGreaterThan(0.2);
  expect(await shareOf(0, 14)).toBe(0);
  expect(await shareOf(179.9999, 9)).toBeGreaterThan(0);
});

test('its picture is one, around 180°, with a world file that says so', async () => {
  const png = (await get(`${runUrl}/downloads/after.png`)).rawPayload;
  const { width, height } = await sharp(png).metadata();
  expect(width! / height!).toBeGreaterThan(0.9);
  expect(width! / height!).toBeLessThan(1.1);
  expect(await shownShare(png)).toBeGreaterThan(0.9);
  const [pixel = 0, , , , left = 0] = (await get(`${runUrl}/downloads/after.pgw`)).body
    .split('\n')
    .map(Number);
  // Half of the world's width in EPSG:3857 is 20,037,508.34 m.
  expect(left).toBeLessThan(20_037_508.34);
  expect(left + pixel * width!).toBeGreaterThan(20_037_508.34);
  const thumbnail = (await get(`${runUrl}/thumbnail.png`)).rawPayload;
  expect(await shownShare(thumbnail)).toBeGreaterThan(0.3);
});

test('a GIS is told bounds that it can read', async () => {
  const { key } = (await owner.ask('POST', `${runUrl}/key`)).json<ConnectionKey>();
  const { bounds, center } = (await get(`/tiles/keyed/${key}/change.json`)).json();
  // TileJSON 3.0.0: bounds must not wrap around the antimeridian.
  expect(bounds).toEqual([-180, result.bbox[1], 180, result.bbox[3]]);
  expect(Math.abs(center[0])).toBeGreaterThan(179.9);
  expect(Math.abs(center[0])).toBeLessThanOrEqual(180);
});
