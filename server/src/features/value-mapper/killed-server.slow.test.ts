import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rasterSteps, valuedRasterSteps } from '@refugia/contract/value-mapper/rasters.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProcesses, type RunningServer } from '../../../testing/processes.ts';
import {
  registerServedPerson,
  type ServedPerson,
  type ServedRaster,
} from '../../../testing/served-value-mapper.ts';
import { blackToWhite, makeSlope } from '../../../testing/value-mapper-rasters.ts';
import { interruptedReason } from './processing/await-step.ts';

const processes = createProcesses();
let folder: string;
let server: RunningServer;
let owner: ServedPerson;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-killed-upload-'));
  await start();
  owner = await registerServedPerson({
    addressNow: () => server.address,
    dataDirectory: folder,
  });
});
afterEach(async () => {
  processes.killAll();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = await processes.startServer({ DATA_DIR: folder });
}

async function killAndStart(): Promise<void> {
  server.child.kill('SIGKILL');
  await once(server.child, 'exit');
  await start();
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

const findRaster = (rasterID: number) =>
  owner.ask<ServedRaster>('GET', 'orig_rst_datasets_ctrl', { type: 'byID', rasterID });
const findValued = (valRstDatasetID: number) =>
  owner.ask<ServedRaster>('GET', 'val_rst_datasets_ctrl', { type: 'byID', valRstDatasetID });

/** Waits until the raster's pixels are being processed. */
async function reachPixels(find: () => Promise<ServedRaster>, step: string): Promise<void> {
  for (;;) {
    const { processing } = await find();
    if (processing.step === step && processing.share > 0 && processing.state === 'running') return;
    // If the work has ended before the kill, the test proves nothing.
    if (processing.state === 'done') throw new Error('the work was done too soon');
    await pause();
  }
}

async function processRaster(rasterID: number): Promise<ServedRaster> {
  for (const type of rasterSteps)
    await owner.ask('PUT', 'orig_rst_datasets_ctrl', { type, rasterID });
  return await findRaster(rasterID);
}

async function processValued(valRstDatasetID: number): Promise<ServedRaster> {
  for (const type of valuedRasterSteps)
    await owner.ask('PUT', 'val_rst_datasets_ctrl', { type, valRstDatasetID });
  return await findValued(valRstDatasetID);
}

/** Values the layer by a straight line A t + C. */
async function postValuation(dataLayerID: number, A: number): Promise<number> {
  const posted = await owner.ask<{ valRstDatasetID: number }>('POST', 'val_rst_datasets_ctrl', {
    dataLayerID,
    colorPalette: blackToWhite,
    fnType: 'lin',
    fnCoeffs: JSON.stringify({ A, B: 0, C: 0 }),
  });
  return posted.valRstDatasetID;
}

/**
 * The names of all stored files, without their folders. It is empty while one of them is being
 * removed.
 */
async function storedFiles(): Promise<string[]> {
  const listing = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(join(folder, 'storage'), listing).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

/** Files that are not wanted any more are removed within a second. */
const withinSecond = { timeout: 1_000 };
const filesOfRaster = ['file', 'picture.pgw', 'picture.png', 'raster.tif'];
const filesOfValued = ['picture.pgw', 'picture.png', 'raster.tif'];

test('an upload survives kill -9 in its middle', async () => {
  const dataLayerID = await owner.makeLayer();
  // Bytes that no directory of the TIFF refers to make the file longer than the 8 MiB that are
  // stored at a time.
  const file = Buffer.concat([await makeSlope(), Buffer.alloc(12_000_000, 7)]);
  const path = await owner.beginUpload(dataLayerID, file.length);
  owner.beginSending(path, file.subarray(0, 9_000_000), file.length);
  const storedNow = async () => (await owner.unfinishedUploads())[0]?.offset ?? 0;
  while ((await storedNow()) === 0) await pause();
  await killAndStart();

  const offset = await storedNow();
  expect(offset).toBeGreaterThan(8_000_000);
  const rest = await owner.sendUpload(path, offset, file.subarray(offset));
  expect(rest.status).toBe(204);
  const rasterID = Number(rest.headers.get('upload-result'));
  await killAndStart();

  const raster = await processRaster(rasterID);
  expect(raster).toMatchObject({ data_file_size: file.length, dataset_max_val: 99, width: 100 });
  const original = await owner.fetch(raster.data_file ?? '');
  expect(file.equals(Buffer.from(await original.arrayBuffer()))).toBe(true);
  await expect.poll(storedFiles, withinSecond).toEqual(filesOfRaster);
});

/** The raster has several tiles, so that the server can be killed between them. */
const makeLargeSlope = () => makeSlope({ width: 5_000, height: 4_000 });

test('taking a raster in survives kill -9; a third one is told, and repeated on demand', async () => {
  const dataLayerID = await owner.makeLayer();
  const rasterID = await owner.upload(dataLayerID, await makeLargeSlope());
  const find = () => findRaster(rasterID);
  await reachPixels(find, 'img');
  expect((await owner.fetch('/api/health')).status).toBe(200);
  expect((await find()).processing.state).toBe('running');
  await killAndStart();
  // The work continues by itself after the restart.
  await reachPixels(find, 'img');
  await killAndStart();
  await reachPixels(find, 'img');
  await killAndStart();

  const query = new URLSearchParams({ type: 'img', rasterID: String(rasterID) });
  const call = `/api/conservation_value_mapper/orig_rst_datasets_ctrl?${query}`;
  const told = await owner.fetch(call, { method: 'PUT' });
  expect([told.status, await told.json()]).toMatchObject([
    422,
    { error: interruptedReason, code: 'interrupted' },
  ]);
  await expect.poll(storedFiles, withinSecond).toEqual(['file']);
  const repeated = await processRaster(rasterID);
  expect(repeated).toMatchObject({ dataset_max_val: 4_999, is_validated: true });
  await expect.poll(storedFiles, withinSecond).toEqual(filesOfRaster);
});

test('valuing survives kill -9, and the former values stay until the new ones are whole', async () => {
  const dataLayerID = await owner.makeLayer();
  const rasterID = await owner.upload(dataLayerID, await makeLargeSlope());
  await processRaster(rasterID);
  const former = await postValuation(dataLayerID, 1);
  await processValued(former);
  // The middle of the pixel in column 2,500 and row 2,000: 500,000 + 2,500.5 · 30 m to the east in
  // zone 13; longitude and latitude by cs2cs of PROJ 9.1.
  const query = { longitude: -104.119822351, latitude: 40.106824418 };
  const valuedThere = async () =>
    (await owner.ask<{ valued: number }>('GET', `rasters/${rasterID}/value`, query)).valued;
  expect(await valuedThere()).toBeCloseTo(2_500 / 4_999, 4);

  const next = await postValuation(dataLayerID, -2);
  await reachPixels(() => findValued(next), 'genValRst');
  await killAndStart();
  expect(await valuedThere()).toBeCloseTo(2_500 / 4_999, 4);
  await processValued(next);
  expect(await valuedThere()).toBeCloseTo((-2 * 2_500) / 4_999, 4);
  await expect.poll(storedFiles, withinSecond).toEqual([...filesOfRaster, ...filesOfValued].sort());
});
