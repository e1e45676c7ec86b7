import { gunzipSync } from 'node:zlib';
import { decodeDataTile } from '@refugia/engine/render/data-tile.ts';
import { memorySink } from '@refugia/engine/testing/memory-file.ts';
import { openTiff, readWindow, writeCog } from '@refugia/engine/tiff/index.ts';
import { texelOfClass } from '@refugia/engine/valuation/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  blackToWhite,
  makeSlope,
  type ValueMapperCalls,
  valueMapperCalls,
} from '../../../testing/value-mapper-calls.ts';

let refugia: TestApp;
let calls: ValueMapperCalls;

beforeAll(async () => {
  refugia = await createTestApp();
  calls = valueMapperCalls(refugia, await refugia.registerAndLogin());
});
afterAll(() => refugia.close());

/** Enough for an overview. */
const side = 600;
/** In each square of four pixels, three have this class and one has the rare class. */
const common = 1;
const rare = 9;

/** A raster with two bands of bytes: classes in squares of four pixels, and a slope. */
async function makeBands(): Promise<Uint8Array> {
  const sink = memorySink();
  const isRare = (index: number) => index % 2 === 1 && Math.floor(index / side) % 2 === 1;
  const classes = Uint8Array.from({ length: side * side }, (_, at) => (isRare(at) ? rare : common));
  const slope = Uint8Array.from({ length: side * side }, (_, at) => (at % side) % 200);
  const image = { width: side, height: side, sampleType: 'uint8', bandCount: 2 } as const;
  const place = { affine: [30, 0, 500_000, 0, -30, 4_500_000], epsg: 32613 } as const;
  await writeCog({ ...image, ...place, samples: [classes, slope] }, sink, { overviews: 'none' });
  return sink.bytes();
}

async function readFile(rasterID: number, file: string) {
  const path = `/api/conservation_value_mapper/rasters/${rasterID}/files/${file}`;
  const bytes = (await calls.fetch(path)).rawPayload;
  return await openTiff({
    name: file,
    size: async () => bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  });
}

async function different(image: Parameters<typeof readWindow>[0]): Promise<number[]> {
  const { width, height } = image;
  const { bands } = await readWindow(image, { column: 0, row: 0, width, height });
  return [...new Set(bands[0])].sort((one, other) => one - other);
}

test('a person says that numbers are classes: each gets a value, and the commonest stays far out', async () => {
  const { dataLayerID } = await calls.makeLayer();
  const rasterID = (await calls.upload(dataLayerID, await makeBands())).json();
  expect((await calls.processRaster(rasterID)).json()).toMatchObject({ kind: 'continuous' });
  const put = (more: object) =>
    calls.ask('PUT', 'orig_rst_datasets_ctrl', { rasterID, type: 'metadata', ...more });
  expect((await put({ kind: 'categorical' })).statusCode).toBe(200);
  const quarter = (side * side) / 4;
  expect((await calls.processRaster(rasterID)).json()).toMatchObject({
    kind: 'categorical',
    classes: [
      { code: common, count: 3 * quarter, color: null },
      { code: rare, count: quarter, color: null },
    ],
  });
  const cog = await readFile(rasterID, 'cog');
  expect(await different(cog.image)).toEqual([common, rare]);
  // Each overview pixel is the mode of its square. Their average would be 3, and the nearest pixel
  // could be of the rare class.
  expect(await different(cog.overviews[0]!)).toEqual([common]);

  const valuation = {
    dataLayerID,
    colorPalette: blackToWhite,
    fnType: 'class',
    classValues: JSON.stringify([{ code: rare, value: -0.5 }]),
  };
  const { valRstDatasetID } = (await calls.ask('POST', 'val_rst_datasets_ctrl', valuation)).json();
  for (const type of ['genValRst', 'genValImg']) {
    const step = await calls.ask('PUT', 'val_rst_datasets_ctrl', { valRstDatasetID, type });
    expect([type, step.statusCode]).toEqual([type, 200]);
  }
  const { image } = await readFile(rasterID, 'valued-cog');
  // Values are stored in ten-thousandths. The class without a value has no data.
  expect(await different(image)).toEqual([-32_768, -5_000]);
});

test('a person chooses the band, and one that is not there is refused', async () => {
  const { dataLayerID } = await calls.makeLayer();
  const rasterID = (await calls.upload(dataLayerID, await makeBands())).json();
  expect((await calls.processRaster(rasterID)).json()).toMatchObject({
    band: 1,
    dataset_max_val: rare,
  });
  const put = (band: number) =>
    calls.ask('PUT', 'orig_rst_datasets_ctrl', { rasterID, type: 'metadata', band });
  expect((await put(2)).statusCode).toBe(200);
  expect((await calls.processRaster(rasterID)).json()).toMatchObject({
    band: 2,
    dataset_min_val: 0,
    dataset_max_val: 199,
  });
  expect((await put(3)).json()).toMatchObject({
    code: 'unsupported',
    fields: { reason: 'There is no band 3: the file has 2.' },
  });
  expect((await put(1)).statusCode).toBe(200);
  expect((await calls.processRaster(rasterID)).json()).toMatchObject({ dataset_max_val: rare });
});

test.each([
  [
    'colors of one band of floating point',
    { kind: 'rgb', width: 20 },
    'The colors of a picture are at least three bands of Byte. This file has one band of Float32.',
  ],
  [
    'classes of 300 numbers',
    { kind: 'categorical', width: 300 },
    'Classes are whole numbers, and at most 256 of them. This raster has more of them, or decimals.',
  ],
])('%s are refused, and the raster can be read as before', async (_, { kind, width }, reason) => {
  const { dataLayerID } = await calls.makeLayer();
  const rasterID = (await calls.upload(dataLayerID, await makeSlope({ width }))).json();
  await calls.processRaster(rasterID);
  const put = (more: object) =>
    calls.ask('PUT', 'orig_rst_datasets_ctrl', { rasterID, type: 'metadata', ...more });
  await put({ kind });
  const refused = await calls.processRaster(rasterID);
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({ code: 'unsupported', fields: { reason } });
  expect((await put({ kind: 'continuous' })).statusCode).toBe(200);
  expect((await calls.processRaster(rasterID)).json()).toMatchObject({
    kind: 'continuous',
    dataset_max_val: width - 1,
  });
});

test('classes below zero reach the map, also in a file of floating point', async () => {
  const sink = memorySink();
  const [width, height] = [100, 80];
  const samples = Float32Array.from({ length: width * height }, (_, at) => (at % 2 ? -3 : 12));
  const image = { width, height, sampleType: 'float32', samples: [samples] } as const;
  const place = { affine: [30, 0, 500_000, 0, -30, 4_500_000], epsg: 32613 } as const;
  await writeCog({ ...image, ...place }, sink, { overviews: 'none' });
  const { dataLayerID } = await calls.makeLayer();
  const rasterID = (await calls.upload(dataLayerID, sink.bytes())).json();
  await calls.processRaster(rasterID);
  await calls.ask('PUT', 'orig_rst_datasets_ctrl', {
    rasterID,
    type: 'metadata',
    kind: 'categorical',
  });
  const { classes, tiles } = (await calls.processRaster(rasterID)).json();
  const codes = classes.map(({ code }: { code: number }) => code);
  expect(codes).toEqual([-3, 12]);
  const address = tiles.data.replace('{z}', '13').replace('{x}', '1707').replace('{y}', '3082');
  const tile = decodeDataTile(gunzipSync((await calls.fetch(address)).rawPayload).buffer);
  // A texture of classes has places from 0 on.
  expect(codes.map((code: number) => texelOfClass(code, tile))).toEqual([0, 15]);
});
