import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import { RasterError } from '@refugia/engine/ingest/index.ts';
import { decodeDataTile, pixelState } from '@refugia/engine/render/data-tile.ts';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildRepeatedTile } from '../../../../engine/testing/repeated-tile.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';
import { type ValueMapperCalls, valueMapperCalls } from '../../../testing/value-mapper-calls.ts';
import { valueRaster } from '../../platform/database/schema/index.ts';

/** The whole raster, once it is read, waits here until the test lets it continue or fail. */
const ingest = vi.hoisted(() => ({ letGo: Promise.withResolvers<void>() }));
vi.mock('../../services/rasters/rasters.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../services/rasters/rasters.ts')>();
  return {
    ...original,
    createRasters(parts: Parameters<typeof original.createRasters>[0]) {
      const rasters = original.createRasters(parts);
      const held: typeof rasters.ingest = async (source, target, choices, options) => {
        const signal = options?.signal;
        const left = new Promise<never>((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
        // It may be rejected before anything waits for it.
        left.catch(() => {});
        const facts = await rasters.ingest(source, target, choices, options);
        await Promise.race([ingest.letGo.promise, left]);
        return facts;
      };
      return { ...rasters, ingest: held };
    },
  };
});

let refugia: TestApp;
let owner: TestAccount;
let calls: ValueMapperCalls;
let large: Uint8Array;

beforeAll(async () => {
  refugia = await createTestApp();
  owner = await refugia.registerAndLogin();
  calls = valueMapperCalls(refugia, owner);
  large = await buildRepeatedTile();
});
beforeEach(() => {
  ingest.letGo = Promise.withResolvers<void>();
  // The promise may be rejected before anything waits for it.
  ingest.letGo.promise.catch(() => {});
});
afterEach(() => ingest.letGo.resolve());
afterAll(() => refugia.close());

/** Uploads a large raster and waits for its coarse picture. */
async function uploadLarge() {
  const { dataLayerID } = await calls.makeLayer();
  const rasterID: number = (await calls.upload(dataLayerID, large)).json();
  const put = await calls.ask('PUT', 'orig_rst_datasets_ctrl', { rasterID, type: 'geospatial' });
  expect(put.statusCode, put.body).toBe(200);
  return { dataLayerID, rasterID, raster: put.json() };
}

async function coarseFolderOf(rasterID: number): Promise<string> {
  const [row] = await refugia.platform.database.orm
    .select({ folder: valueRaster.folder })
    .from(valueRaster)
    .where(eq(valueRaster.id, rasterID));
  const location = refugia.platform.storage.locate(`${row!.folder}/coarse`, 'raster.tif');
  if (location.kind !== 'file') throw new Error('Test apps keep their files in a folder.');
  return join(location.path, '..');
}

/** The tile of the coarse picture that contains the raster's centre. */
function tileUnder({ coarse, center_coords }: ValueRaster) {
  if (!coarse || !center_coords) throw new Error('There is no coarse picture.');
  const [latitude, longitude] = center_coords;
  const { x, y } = tileAt(longitude, latitude, 7);
  return coarse.tiles.data.replace('{z}', '7').replace('{x}', `${x}`).replace('{y}', `${y}`);
}

test('a large raster is seen coarsely until all of it is read, by its owner alone', async () => {
  const { rasterID, raster } = await uploadLarge();
  expect(raster).toMatchObject({
    is_validated: false,
    tiles: null,
    coarse: { min_val: 10, max_val: 200, classes: [], tiles: { min_zoom: 0 } },
    processing: { step: 'img', state: 'running' },
  });
  const address = tileUnder(raster);
  const tile = await calls.fetch(address);
  expect(tile.statusCode).toBe(200);
  const unpacked = new Uint8Array(gunzipSync(tile.rawPayload));
  const { numbers, states, offset, scale } = decodeDataTile(unpacked.buffer);
  const seen = new Set<number>();
  numbers.forEach((number, index) => {
    if (states[index] === pixelState.valid) seen.add(number * scale + offset);
  });
  expect([Math.min(...seen), Math.max(...seen)]).toEqual([10, 200]);

  const visitor = valueMapperCalls(refugia);
  const stranger = valueMapperCalls(refugia, await refugia.registerAndLogin());
  expect((await visitor.fetch(address)).statusCode).toBe(401);
  expect((await stranger.fetch(address)).statusCode).toBe(404);

  const folder = await coarseFolderOf(rasterID);
  expect(existsSync(folder)).toBe(true);
  ingest.letGo.resolve();
  const whole = await calls.processRaster(rasterID);
  expect(whole.json()).toMatchObject({
    coarse: null,
    tiles: { data: expect.not.stringContaining('coarse') },
    dataset_min_val: 10,
    dataset_max_val: 200,
  });
  // The old address now shows the whole raster, whose tile has another entity tag.
  const after = await calls.fetch(address, { 'if-none-match': `${tile.headers.etag}` });
  expect(after.statusCode).toBe(200);
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 30_000 });
});

test('a deleted layer leaves no coarse picture', async () => {
  const { dataLayerID, rasterID, raster } = await uploadLarge();
  const folder = await coarseFolderOf(rasterID);
  expect((await calls.ask('DELETE', 'data_layers_ctrl', { dataLayerID })).statusCode).toBe(200);
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 30_000 });
  expect((await calls.fetch(tileUnder(raster))).statusCode).toBe(404);
});

test('a raster that can’t be read whole leaves no coarse picture', async () => {
  const { rasterID, raster } = await uploadLarge();
  const folder = await coarseFolderOf(rasterID);
  ingest.letGo.reject(
    new RasterError('damaged', {
      code: 'tiff-damaged',
      params: { detail: 'A tile is damaged.' },
    }),
  );
  // The raster is read without asking for the step, because that would repeat the failed step.
  await vi.waitFor(
    async () => {
      const row = await calls.ask('GET', 'orig_rst_datasets_ctrl', { rasterID, type: 'byID' });
      const { coarse, tiles, processing } = row.json();
      expect([coarse, tiles, processing.state]).toEqual([null, null, 'failed']);
    },
    { timeout: 30_000 },
  );
  expect(existsSync(folder)).toBe(false);
  expect((await calls.fetch(tileUnder(raster))).statusCode).toBe(404);
});
