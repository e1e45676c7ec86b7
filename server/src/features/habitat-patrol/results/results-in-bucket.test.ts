import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BucketStandIn, startBucketStandIn } from '../../../../testing/bucket-stand-in.ts';
import {
  createSyntheticApp,
  RunBrowser,
  type SyntheticApp,
  syntheticRequest,
} from '../../../../testing/synthetic-app.ts';

let bucket: BucketStandIn;
let product: SyntheticApp;
let owner: RunBrowser;
let id: string;

beforeAll(async () => {
  bucket = await startBucketStandIn();
  product = await createSyntheticApp({ bucket: bucket.address });
  owner = new RunBrowser(product.testApp);
  id = await owner.complete(syntheticRequest);
});
afterAll(async () => {
  await product?.close();
  await bucket?.close();
});

const keyOf = (file: string) => `runs/${id}/${file}`;
const download = (file: string, headers = {}) =>
  owner.ask('GET', `/api/changedetection/runs/${id}/downloads/${file}`, undefined, headers);

test('tiles, patches and pictures come from the bucket', async () => {
  const { bbox } = (await owner.run(id)).result!;
  const { z, x, y } = tileAt((bbox[0] + bbox[2]) / 2, (bbox[1] + bbox[3]) / 2, 13);
  for (const layer of ['before', 'after', 'change']) {
    const tile = await owner.ask('GET', `/tiles/change/${id}/${layer}/${z}/${x}/${y}.png`);
    expect([layer, tile.statusCode, tile.headers['content-type']]).toEqual([
      layer,
      200,
      'image/png',
    ]);
  }
  const patches = await owner.ask('GET', `/api/changedetection/runs/${id}/patches?limit=1`);
  expect(patches.json().patches).toHaveLength(1);
  const [longitude, latitude] = patches.json().patches[0].centroid;
  const at = await owner.ask(
    'GET',
    `/api/changedetection/runs/${id}/patches/at?longitude=${longitude}&latitude=${latitude}`,
  );
  expect(at.json()).toMatchObject({ patch: { id: 1 } });
  expect((await download('change.png')).statusCode).toBe(200);
});

test('files are passed on whole, in parts, and not when they are known', async () => {
  const stored = bucket.objects.get(keyOf('change.tif'))!;
  const whole = await download('change.tif');
  expect(whole.rawPayload.equals(stored)).toBe(true);
  expect(whole.headers).toMatchObject({
    'content-length': `${stored.length}`,
    'accept-ranges': 'bytes',
    'content-type': 'image/tiff; application=geotiff; profile=cloud-optimized',
    'cache-control': 'no-cache',
  });
  const part = await download('change.tif', { range: 'bytes=4-11' });
  expect(part.statusCode).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 4-11/${stored.length}`);
  expect(part.rawPayload.equals(stored.subarray(4, 12))).toBe(true);
  expect((await download('change.tif', { range: 'bytes=99999999-' })).statusCode).toBe(416);
  const known = await download('change.tif', { 'if-none-match': String(whole.headers.etag) });
  expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
  const head = await owner.ask('HEAD', `/api/changedetection/runs/${id}/downloads/change.tif`);
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
    200,
    `${stored.length}`,
    0,
  ]);
  // Somebody removed this file from the bucket.
  bucket.objects.delete(keyOf('patches.kml'));
  expect((await download('patches.kml')).json()).toMatchObject({ code: 'file_not_found' });
});

test('a result that can not be stored fails the run, and says that another try may help', async () => {
  bucket.failures.push(403);
  const reply = await owner.ask('POST', '/api/changedetection/analysis', {
    ...syntheticRequest,
    method: 'ndvi',
  });
  expect(reply.statusCode).toBe(502);
  expect(reply.json()).toMatchObject({
    permanent: false,
    reason:
      "The analysis is done, but its result can't be stored at this moment. Please try again.",
  });
});

test('removing a run removes its objects', async () => {
  expect([...bucket.objects.keys()]).toContain(keyOf('change.tif'));
  await owner.ask('DELETE', `/api/changedetection/runs/${id}`);
  expect([...bucket.objects.keys()]).toEqual([]);
});
