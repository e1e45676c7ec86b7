import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
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

test.each([
  ['a reference system', { epsg: null }],
  ['any word on its place', { epsg: null, isPlaced: false }],
])(
  'a file without %s fails as specified, and goes on with a code that is entered',
  async (_, file) => {
    const { dataLayerID } = await calls.makeLayer();
    const rasterID = (await calls.upload(dataLayerID, await makeSlope(file))).json();
    const failed = await calls.processRaster(rasterID);
    expect(failed.statusCode).toBe(422);
    expect(failed.json()).toMatchObject({
      error:
        "ERROR: The upload raster file does not contain required metadata attributes. Please use the Refugia contact form for support on this issue citing 'CVM error when extracting metadata'.",
      code: 'crs_missing',
      fields: { reason: expect.any(String) },
    });
    const entered = await calls.ask('PUT', 'orig_rst_datasets_ctrl', {
      rasterID,
      type: 'crs',
      epsg: 32613,
    });
    expect(entered.statusCode).toBe(200);
    expect((await calls.processRaster(rasterID)).json()).toMatchObject({
      is_validated: true,
      original_data_crs: null,
      data_crs: 'EPSG:32613',
    });
  },
);

test('a file whose pixel scale is damaged goes on with a code, as a picture without a place', async () => {
  const { dataLayerID } = await calls.makeLayer();
  const file = Buffer.from(await makeSlope());
  // The tag of the pixel scale (33550) with its type and its count: one double instead of three.
  const entry = file.indexOf(Buffer.from([0x0e, 0x83, 12, 0, 3, 0, 0, 0]));
  file.writeUInt32LE(1, entry + 4);
  const rasterID = (await calls.upload(dataLayerID, file)).json();
  const failed = await calls.processRaster(rasterID);
  expect(failed.statusCode).toBe(422);
  expect(failed.json()).toMatchObject({
    error: expect.stringMatching(/^ERROR: The upload raster file does not contain required/),
    code: 'crs_missing',
    fields: { reason: expect.stringContaining('where in its coordinate reference system') },
  });
  // The first code is a mistake, which can be corrected.
  for (const epsg of [32612, 32613]) {
    await calls.ask('PUT', 'orig_rst_datasets_ctrl', { rasterID, type: 'crs', epsg });
    expect((await calls.processRaster(rasterID)).json()).toMatchObject({
      is_validated: true,
      dataset_max_val: 99,
      data_crs: `EPSG:${epsg}`,
      notes: [
        'The georeference is ignored: numbers are missing.',
        'The file does not say where its pixels lie. Each counts as one unit of the coordinate reference system, to the right of its origin and below it.',
      ],
    });
  }
  // Earlier versions stored sentences.
  await refugia.platform.database.orm.execute(
    sql`update value_raster set facts = jsonb_set(facts, '{notes}', '["It was cut."]') where id = ${rasterID}`,
  );
  const { notes } = (
    await calls.ask('GET', 'orig_rst_datasets_ctrl', { rasterID, type: 'byID' })
  ).json();
  expect(notes).toEqual(['It was cut.']);
});

test('a file that was cut off says so beside the sentence of the specification', async () => {
  const { dataLayerID } = await calls.makeLayer();
  const rasterID = (await calls.upload(dataLayerID, (await makeSlope()).subarray(0, 60))).json();
  expect((await calls.processRaster(rasterID)).json()).toMatchObject({
    error: expect.stringMatching(/^ERROR: The upload raster file does not contain required/),
    code: 'damaged',
    fields: { reason: expect.stringContaining('The file is damaged or was cut off.') },
  });
});

// Coordinates in meters are no longitudes and latitudes.
test('a file whose own system places it outside of the earth goes on with another one', async () => {
  const { dataLayerID } = await calls.makeLayer();
  const rasterID = (await calls.upload(dataLayerID, await makeSlope({ epsg: 4326 }))).json();
  const failed = await calls.processRaster(rasterID);
  expect(failed.statusCode).toBe(422);
  expect(failed.json()).toMatchObject({
    error: expect.stringContaining('enter another EPSG code'),
    code: 'off_earth',
  });
  await calls.ask('PUT', 'orig_rst_datasets_ctrl', { rasterID, type: 'crs', epsg: 32613 });
  expect((await calls.processRaster(rasterID)).json()).toMatchObject({
    is_validated: true,
    original_data_crs: 'EPSG:4326',
    data_crs: 'EPSG:32613',
  });
});

test.for([
  ['no TIFF', 'page.tif', Buffer.from('<html>this is a page</html>'.repeat(9)), 415, 'not_a_tiff'],
  ['another ending', 'dem.png', Buffer.alloc(500, 'II*\0'), 415, 'wrong_type'],
  ['an empty file', 'dem.tif', Buffer.alloc(0), 400, 'empty'],
] as const)('%s is refused at the door', async ([, name, file, status, code]) => {
  const { dataLayerID } = await calls.makeLayer();
  const reply = await calls.upload(dataLayerID, file, name);
  expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
});

test('a file whose pixels are damaged fails where they are read, says so, and can be repeated', async () => {
  const { dataLayerID } = await calls.makeLayer();
  const file = Buffer.from(await makeSlope());
  // The compressed pixels lie at the end of the file.
  const damaged = file.fill(0xff, file.length - 200);
  const rasterID = (await calls.upload(dataLayerID, damaged)).json();
  for (let attempt = 0; attempt < 2; attempt++) {
    const failed = await calls.processRaster(rasterID);
    expect(failed.statusCode).toBe(422);
    const { error, code, fields } = failed.json();
    expect(code).toBe('damaged');
    expect(error).toBe(fields.reason);
    const raster = await calls.ask('GET', 'orig_rst_datasets_ctrl', { rasterID, type: 'byID' });
    expect(raster.json().processing).toMatchObject({ state: 'failed', step: 'img', error });
  }
});
