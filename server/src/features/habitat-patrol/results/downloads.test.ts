import { readFile } from 'node:fs/promises';
import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import type { FeatureCollection } from 'geojson';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFinishedRun, type FinishedRun } from '../../../../testing/synthetic-app.ts';
import { placeOf } from '../../../platform/storage/storage.ts';
import { storedName } from '../runs/run-folders.ts';

let run: FinishedRun;
beforeAll(async () => {
  run = await createFinishedRun({ areaName: 'Bärenwald / Nord' });
});
afterAll(() => run?.close());

test('the record beside the files holds the notes as people read them', async () => {
  const path = placeOf(run.testApp.platform.storage.locate(storedName(run.id), 'result.json'));
  const { result } = JSON.parse(await readFile(path, 'utf8'));
  expect(result.notes).not.toEqual([]);
  expect(result.notes).toEqual(run.result.notes);
});

describe('downloads', () => {
  test('of layers are the stored files, whole or by ranges', async () => {
    const path = placeOf(run.testApp.platform.storage.locate(storedName(run.id), 'before.tif'));
    const stored = await readFile(path);
    const whole = await run.download('before.tif');
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload.equals(stored)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'image/tiff; application=geotiff; profile=cloud-optimized',
      'content-disposition': 'attachment; filename="barenwald-nord_2021-07-14_before.tif"',
      'accept-ranges': 'bytes',
    });
    const part = await run.download('before.tif', { range: 'bytes=100-199' });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 100-199/${stored.length}`);
    expect(part.rawPayload.equals(stored.subarray(100, 200))).toBe(true);
    expect((await run.download('before.tif', { range: 'bytes=999999999-' })).statusCode).toBe(416);
    const again = await run.download('before.tif', { 'if-none-match': String(whole.headers.etag) });
    expect(again.statusCode).toBe(304);
    const head = await run.anybody().ask('HEAD', `${run.runUrl}/downloads/before.tif`);
    expect(head.headers['content-length']).toBe(`${stored.length}`);
    expect(head.rawPayload).toHaveLength(0);
  });

  test('of patches open as what they are', async () => {
    const geojson = await run.download('patches.geojson');
    expect(geojson.headers['content-type']).toBe('application/geo+json');
    const { features } = geojson.json<FeatureCollection>();
    expect(features).toHaveLength(run.result.statistics.patch_count);
    const kml = await run.download('patches.kml');
    expect(kml.headers['content-type']).toBe('application/vnd.google-earth.kml+xml');
    expect(kml.body).toContain('<kml xmlns="http://www.opengis.net/kml/2.2">');
    const zip = await run.download('patches.zip');
    expect(zip.headers['content-disposition']).toContain(
      'barenwald-nord_2021-07-14_2023-07-16_patches.zip',
    );
    expect(zip.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  test('of pictures are what the map shows, placed by a world file', async () => {
    const picture = await run.download('after.png');
    expect(picture.headers['content-type']).toBe('image/png');
    const { width, height } = await sharp(picture.rawPayload).metadata();
    const world = (await run.download('after.pgw')).body.trim().split('\n').map(Number);
    const [pixel, , , negative, x, y] = world as [number, number, number, number, number, number];
    expect(negative).toBe(-pixel);
    // The picture's edges in degrees, by the inverse of spherical Mercator (EPSG Guidance Note 7-2).
    const radius = 6_378_137;
    const longitudeAt = (meters: number) => (meters / radius) * (180 / Math.PI);
    const latitudeAt = (meters: number) =>
      (2 * Math.atan(Math.exp(meters / radius)) - Math.PI / 2) * (180 / Math.PI);
    const [west, south, east, north] = run.result.bbox;
    const onePixel = longitudeAt(pixel);
    const left = x - pixel / 2;
    const top = y + pixel / 2;
    expect(Math.abs(longitudeAt(left) - west)).toBeLessThan(onePixel);
    expect(Math.abs(longitudeAt(left + width * pixel) - east)).toBeLessThan(onePixel);
    expect(Math.abs(latitudeAt(top) - north)).toBeLessThan(onePixel);
    expect(Math.abs(latitudeAt(top - height * pixel) - south)).toBeLessThan(onePixel);

    // The picture has the same pixels as the tile at its centre.
    const z = Math.round(Math.log2((2 * Math.PI * radius) / 256 / pixel));
    const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
    const tile = tileAt(longitude, latitude, z);
    const url = `/tiles/change/${run.id}/after/${z}/${tile.x}/${tile.y}.png`;
    const tilePng = (await run.anybody().ask('GET', url)).rawPayload;
    const tileLeft = Math.round((tile.x * 256 * pixel - Math.PI * radius - left) / pixel);
    const tileTop = Math.round((top - (Math.PI * radius - tile.y * 256 * pixel)) / pixel);
    const at = { left: Math.max(0, tileLeft), top: Math.max(0, tileTop), width: 60, height: 60 };
    const fromPicture = await sharp(picture.rawPayload).extract(at).raw().toBuffer();
    const fromTile = await sharp(tilePng)
      .extract({ ...at, left: at.left - tileLeft, top: at.top - tileTop })
      .raw()
      .toBuffer();
    expect(fromPicture.equals(fromTile)).toBe(true);
    expect((await run.download('change.png')).statusCode).toBe(200);
  });

  test('that do not exist are not found', async () => {
    for (const file of ['run.result.json', 'before.jpg', '..%2f..%2fsecret', 'before.tif.part']) {
      expect([file, (await run.download(file)).statusCode]).toEqual([file, 404]);
    }
    const other = await run
      .anybody()
      .ask('GET', `/api/changedetection/runs/${'A'.repeat(22)}/downloads/before.tif`);
    expect(other.statusCode).toBe(404);
  });

  test('of large pictures are made one at a time for an address', async () => {
    const somebody = run.anybody();
    const url = `${run.runUrl}/downloads/before.png`;
    const asked = [somebody, somebody, run.anybody()].map((browser) => browser.ask('GET', url));
    const [one, two, other] = await Promise.all(asked);
    // Which of the two requests comes first is not known, because both look the run up in the
    // database.
    const [made, refused] = [one!, two!].sort((a, b) => a.statusCode - b.statusCode);
    expect([made?.statusCode, refused?.statusCode, other?.statusCode]).toEqual([200, 429, 200]);
    expect(refused?.headers['retry-after']).toBe('5');
    expect(refused?.json().code).toBe('picture_under_way');
    const statuses: number[] = [];
    for (let asked = 0; asked < 10; asked++) {
      statuses.push((await somebody.ask('GET', url)).statusCode);
    }
    expect(statuses.slice(0, 8)).toEqual(Array(8).fill(200));
    expect(statuses.at(-1)).toBe(429);
  });

  test('that were removed are told as that, and a thumbnail is made once', async () => {
    const thumbnailUrl = `${run.runUrl}/thumbnail.png`;
    const thumbnail = await run.anybody().ask('GET', thumbnailUrl);
    expect(thumbnail.statusCode).toBe(200);
    await run.testApp.platform.storage.removeFolder(storedName(run.id));
    for (const path of ['patches', 'downloads/patches.geojson', 'downloads/change.tif']) {
      const reply = await run.anybody().ask('GET', `${run.runUrl}/${path}`);
      expect([path, reply.statusCode]).toEqual([path, 404]);
      expect(reply.json().code).toBe('file_not_found');
    }
    const again = await run.anybody().ask('GET', thumbnailUrl);
    expect(again.rawPayload.equals(thumbnail.rawPayload)).toBe(true);
  });
});
