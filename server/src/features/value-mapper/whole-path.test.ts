import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openTiff, readWindow } from '@refugia/engine/tiff/index.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';
import {
  makeSlope,
  type ValueMapperCalls,
  valueByCurve,
  valueMapperCalls,
} from '../../../testing/value-mapper-calls.ts';

const sharedDem = join(
  process.env.REFUGIA_SHARED ?? join(import.meta.dirname, '../../../../../shared/data'),
  'rasters/good/invest_dem.tif',
);

let refugia: TestApp;
let owner: TestAccount;
let calls: ValueMapperCalls;

beforeAll(async () => {
  refugia = await createTestApp();
  owner = await refugia.registerAndLogin();
  calls = valueMapperCalls(refugia, owner);
});
afterAll(() => refugia.close());

/** The numbers of a Cloud Optimized GeoTIFF, row by row, with NaN for no data. */
async function readNumbers(bytes: Uint8Array) {
  const source = {
    name: 'reply',
    size: async () => bytes.length,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  const { image } = await openTiff(source);
  const { bands } = await readWindow(image, {
    column: 0,
    row: 0,
    width: image.width,
    height: image.height,
  });
  const { scale, offset } = image.bands[0];
  const numbers = Array.from(bands[0], (sample) =>
    sample === Number(image.nodata) ? Number.NaN : sample * scale + offset,
  );
  return { image, numbers };
}

test('a raster goes the whole path: upload, processing, curve, pictures, downloads', async () => {
  const { projectID, dataLayerID } = await calls.makeLayer();
  const slope = await makeSlope();
  const uploaded = await calls.upload(dataLayerID, slope, 'Slope “north”.tif');
  expect(uploaded.statusCode).toBe(200);
  const rasterID = uploaded.json();
  const processed = await calls.processRaster(rasterID);
  expect(processed.json().error).toBeUndefined();
  expect(processed.json()).toMatchObject({
    id: rasterID,
    data_layer: dataLayerID,
    data_file_name: 'Slope “north”.tif',
    data_file_size: slope.length,
    is_validated: true,
    processing: { state: 'done', step: 'img', share: 1, error: null, reason: null, code: null },
    driver: 'GTiff',
    data_type: 'Float32',
    num_of_bands: 1,
    width: 100,
    height: 80,
    pixel_count: 8000,
    no_data_val: -9999,
    dataset_min_val: 0,
    dataset_max_val: 99,
    mean: 49.5,
    original_data_crs: 'EPSG:32613',
    data_crs: 'EPSG:32613',
    geospatial_crs: 'EPSG:4326',
    bounds: [500_000, 4_497_600, 503_000, 4_500_000],
    kind: 'continuous',
    band: 1,
    is_img_loaded: true,
  });
  const all = await calls.ask('GET', 'orig_rst_datasets_ctrl', { projectID, type: 'all' });
  expect(all.json()).toEqual([processed.json()]);

  const histogram = (await calls.ask('GET', `rasters/${rasterID}/histogram`)).json();
  expect(histogram).toMatchObject({ min: 0, max: 99 });
  const counted = histogram.counts.reduce((sum: number, count: number) => sum + count, 0);
  // The counts of fine bins are divided among the coarse ones and rounded.
  expect(Math.abs(counted - 7900)).toBeLessThan(8);

  const picture = await calls.fetch(processed.json().img_file);
  expect(picture.headers['content-type']).toBe('image/png');
  expect((await sharp(picture.rawPayload).metadata()).format).toBe('png');

  const valuedId = await valueByCurve(calls, dataLayerID, 'lin', { A: 2, B: 0, C: -1 });
  const valued = await calls.ask('GET', 'val_rst_datasets_ctrl', { projectID, type: 'all' });
  expect(valued.json()).toMatchObject([
    {
      id: valuedId,
      data_layer: dataLayerID,
      val_fn_type: 'lin',
      val_fn_coeff_A: 2,
      replacement: null,
    },
  ]);
  const { image, numbers } = await readNumbers(
    (await calls.fetch(valued.json()[0].data_file)).rawPayload,
  );
  expect([image.width, image.height, image.epsg]).toEqual([100, 80, 32613]);
  expect(numbers[0]).toBeNaN();
  // The expected values are 2 t − 1 at columns 0, 33 and 99 of 0 to 99.
  for (const [column, value] of [
    [0, -1],
    [33, -1 / 3],
    [99, 1],
  ] as const) {
    expect(numbers[100 + column]).toBeCloseTo(value, 4);
  }

  // A former valued raster stays until the new one is complete, and is removed then.
  const nextId = await valueByCurve(calls, dataLayerID, 'step', { A: 1, B: 50, C: 0 });
  const next = await calls.ask('GET', 'val_rst_datasets_ctrl', { projectID, type: 'all' });
  expect(next.json()).toMatchObject([{ id: nextId, val_fn_type: 'step' }]);
  const gone = await calls.ask('GET', 'val_rst_datasets_ctrl', {
    valRstDatasetID: valuedId,
    type: 'byID',
  });
  expect(gone.statusCode).toBe(404);

  const original = await calls.fetch(processed.json().data_file);
  expect(Buffer.compare(original.rawPayload, Buffer.from(slope))).toBe(0);
  expect(original.headers['content-disposition']).toBe(
    `attachment; filename="Slope _north_.tif"; filename*=UTF-8''Slope%20%E2%80%9Cnorth%E2%80%9D.tif`,
  );
  const ticket = await refugia.app.inject({
    method: 'POST',
    url: `/api/conservation_value_mapper/rasters/${rasterID}/files/valued-world-file/ticket`,
    headers: owner.headers,
  });
  const opened = await refugia.app.inject({ url: ticket.json().address });
  expect(opened.statusCode).toBe(200);
  expect(opened.body.trim().split('\n')).toHaveLength(6);

  const deleted = await calls.ask('DELETE', 'val_rst_datasets_ctrl', { valRstDatasetID: nextId });
  expect(deleted.json()).toEqual({ id: nextId });
  expect((await calls.fetch(next.json()[0].data_file)).statusCode).toBe(404);
});

describe.skipIf(!existsSync(sharedDem))('a DEM of the InVEST tests (invest_dem.tif)', () => {
  // Minimum, maximum, mean and deviation: GDAL 3.6.2 (expected.json). Values of an exponential curve
  // with A 0.5, B 5, C 0: numpy 2.4 on the file's samples.
  test('has GDAL’s statistics and numpy’s values', async () => {
    const { dataLayerID } = await calls.makeLayer();
    const rasterID = (await calls.upload(dataLayerID, await readFile(sharedDem))).json();
    const raster = (await calls.processRaster(rasterID)).json();
    expect(raster).toMatchObject({
      original_data_crs: 'EPSG:26910',
      dataset_min_val: 99,
      dataset_max_val: 640,
      no_data_val: -32_768,
    });
    expect(raster.mean).toBeCloseTo(266.73523898781804, 4);
    expect(raster.standard_deviation).toBeCloseTo(93.58015807779903, 4);
    const [west, south, east, north] = raster.bounding_box;
    expect(west).toBeCloseTo(-123.5005102, 5);
    expect(south).toBeCloseTo(44.4907242, 5);
    expect(east).toBeCloseTo(-123.4267805, 5);
    expect(north).toBeCloseTo(44.5534081, 5);

    await valueByCurve(calls, dataLayerID, 'exp', { A: 0.5, B: 5, C: 0 });
    const valued = await calls.fetch(
      `/api/conservation_value_mapper/rasters/${rasterID}/files/valued-cog`,
    );
    const { image, numbers } = await readNumbers(valued.rawPayload);
    expect([image.width, image.height]).toEqual([194, 231]);
    const at = (row: number, column: number) => numbers[row * 194 + column];
    const half = 0.5e-4 + 1e-9;
    for (const [row, column, expected] of [
      [100, 100, 0.060703450625942804],
      [20, 60, 0.012484146995793886],
      [200, 150, 0.0023522600529910544],
    ] as const) {
      expect(Math.abs(at(row, column) - expected)).toBeLessThan(half);
    }
    const valid = numbers.filter((number) => !Number.isNaN(number));
    expect(valid).toHaveLength(44_814);
    const mean = valid.reduce((sum, number) => sum + number, 0) / valid.length;
    expect(Math.abs(mean - 0.020657639474773472)).toBeLessThan(half);
    expect(Math.max(...valid)).toBe(0.5);
  });
});
