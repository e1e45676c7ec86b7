import type { CombinedRaster } from '@refugia/contract/value-mapper/combined.ts';
import type { Selection } from '@refugia/contract/value-mapper/selections.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Ending,
  pause,
  type RasterWork,
  reachPixels,
  startRasterWork,
} from '../../../testing/raster-work.ts';
import type { ServedPerson } from '../../../testing/served-value-mapper.ts';
import { makeSlope } from '../../../testing/value-mapper-calls.ts';
import { interruptedReason } from './processing/attempt.ts';

let work: RasterWork;
let owner: ServedPerson;

beforeEach(async () => {
  work = await startRasterWork();
  owner = work.owner;
});
afterEach(() => work.close());

const killAndStart = () => work.endAndStart('SIGKILL');

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

  const raster = await work.processRaster(rasterID);
  expect(raster).toMatchObject({ data_file_size: file.length, dataset_max_val: 99, width: 100 });
  const original = await owner.fetch(raster.data_file ?? '');
  expect(file.equals(Buffer.from(await original.arrayBuffer()))).toBe(true);
  await expect.poll(work.storedFiles, withinSecond).toEqual(filesOfRaster);
});

/** The raster has several tiles, so that the server can be killed between them. */
const makeLargeSlope = () => makeSlope({ width: 5_000, height: 4_000 });

test('taking a raster in survives kill -9; a third one is told, and repeated on demand', async () => {
  const dataLayerID = await owner.makeLayer();
  const rasterID = await owner.upload(dataLayerID, await makeLargeSlope());
  const find = () => work.findRaster(rasterID);
  await reachPixels(find, 'img');
  expect((await owner.fetch('/api/health')).status).toBe(200);
  expect((await find()).processing.state).toBe('running');
  await killAndStart();
  // The work continues by itself after the restart.
  await reachPixels(find, 'img');
  await killAndStart();
  await reachPixels(find, 'img');
  await killAndStart();

  // Nobody has to ask for the step: the start has found that no attempt is left.
  const interrupted = { state: 'failed', error: interruptedReason, code: 'interrupted' };
  expect((await find()).processing).toMatchObject(interrupted);
  await expect.poll(work.storedFiles, withinSecond).toEqual(['file']);
  const repeated = await work.processRaster(rasterID);
  expect(repeated).toMatchObject({ dataset_max_val: 4_999, is_validated: true });
  await expect.poll(work.storedFiles, withinSecond).toEqual(filesOfRaster);
});

test('valuing survives kill -9, and the former values stay until the new ones are whole', async () => {
  const dataLayerID = await owner.makeLayer();
  const rasterID = await owner.upload(dataLayerID, await makeLargeSlope());
  await work.processRaster(rasterID);
  const former = await work.postValuation(dataLayerID, 1);
  await work.processValued(former);
  // The middle of the pixel in column 2,500 and row 2,000: 500,000 + 2,500.5 · 30 m to the east in
  // zone 13; longitude and latitude by cs2cs of PROJ 9.1.
  const query = { longitude: -104.119822351, latitude: 40.106824418 };
  const valuedThere = async () =>
    (await owner.ask<{ valued: number }>('GET', `rasters/${rasterID}/value`, query)).valued;
  expect(await valuedThere()).toBeCloseTo(2_500 / 4_999, 4);

  const next = await work.postValuation(dataLayerID, -2);
  await reachPixels(() => work.findValued(next), 'genValRst');
  await killAndStart();
  expect(await valuedThere()).toBeCloseTo(2_500 / 4_999, 4);
  await work.processValued(next);
  expect(await valuedThere()).toBeCloseTo((-2 * 2_500) / 4_999, 4);
  await expect
    .poll(work.storedFiles, withinSecond)
    .toEqual([...filesOfRaster, ...filesOfValued].sort());
});

test('combining survives kill -9 in its middle, and goes on by itself', async () => {
  const layers = [];
  for (const A of [1, 0.5]) {
    const data_layer = await owner.makeLayer();
    await work.processRaster(await owner.upload(data_layer, await makeLargeSlope()));
    await work.processValued(await work.postValuation(data_layer, A));
    layers.push({ data_layer, weight: 1, above: null, leaves_out: false });
  }
  const [project] = await owner.ask<{ id: number }[]>('GET', 'projects_ctrl', {
    type: 'all',
    accountID: owner.accountID,
  });
  const path = `projects/${project!.id}/combined`;
  const find = async () =>
    (await owner.ask<{ combined: CombinedRaster | null }>('GET', path, {})).combined!;
  await owner.ask(
    'PUT',
    path,
    {},
    {
      ...{ layers, missing: 'no-data', grid_layer: null },
      color_palette: { min: '#000000', zero: '#808080', max: '#ffffff' },
    },
  );
  for (;;) {
    const { state, share } = (await find()).processing;
    // If the work has ended before the server, the test proves nothing.
    expect(state).toMatch(/waiting|running/);
    if (state === 'running' && share > 0) break;
    await pause();
  }
  await killAndStart();
  await expect.poll(async () => (await find()).processing.state, { timeout: 120_000 }).toBe('done');
  // The values are t and t / 2 with t from 0 in the west to 1 in the east, so their mean is 3 t / 4.
  expect(await find()).toMatchObject({ is_current: true, min_val: 0, max_val: 0.75 });
  await expect
    .poll(work.storedFiles, withinSecond)
    .toEqual(
      [...filesOfRaster, ...filesOfValued, ...filesOfRaster, ...filesOfValued, 'raster.tif'].sort(),
    );
});

test('a search for the best places survives kill -9, and ends when it is deleted', async () => {
  const dataLayerID = await owner.makeLayer();
  await work.processRaster(await owner.upload(dataLayerID, await makeLargeSlope()));
  await work.processValued(await work.postValuation(dataLayerID, 1));
  const [project] = await owner.ask<{ id: number }[]>('GET', 'projects_ctrl', {
    type: 'all',
    accountID: owner.accountID,
  });
  const query = { projectID: project!.id };
  // About 6,000 hexagons, which keep the solver busy for seconds.
  const question = {
    source: `layer:${dataLayerID}`,
    hexagon_hectares: 350,
    budget: { share: 0.3 },
    boundary_penalty: 0.3,
    seconds: 60,
  };
  const begin = async () => (await owner.ask<Selection>('POST', 'selections', query, question)).id;
  const find = (id: number) => owner.ask<Selection>('GET', `selections/${id}`, {});
  const reach = async (id: number, done: (search: Selection) => boolean) => {
    for (;;) {
      const search = await find(id);
      if (done(search)) return search;
      expect(search.processing).toMatchObject({
        reason: null,
        state: expect.stringMatching(/waiting|running/),
      });
      await pause();
    }
  };
  const isSolving = ({ progress }: Selection) => progress !== null;
  const id = await begin();
  await reach(id, isSolving);
  await killAndStart();
  const { result } = await reach(id, ({ processing }) => processing.state === 'done');
  expect(result!.cost_share).toBeLessThanOrEqual(0.3 + 1e-9);
  expect(result!.gap).toBeLessThan(0.05);

  const other = await begin();
  await reach(other, isSolving);
  await owner.ask('DELETE', `selections/${other}`, {});
  const listed = await owner.ask<Selection[]>('GET', 'selections', query);
  expect(listed.map((search) => search.id)).toEqual([id]);
  await owner.ask('DELETE', `selections/${id}`, {});
  await expect.poll(work.storedFiles, { timeout: 10_000 }).not.toContain('units.json');
});

test.each([0, 300, 3_000])(
  'a sample project survives kill -9 after %i ms',
  async (milliseconds) => {
    // The kill cuts this call off.
    const opening = owner.ask('POST', 'sample_project', {}).catch(() => {});
    const projectId = async () => {
      const query = { type: 'all', accountID: owner.accountID };
      return (await owner.ask<{ id: number }[]>('GET', 'projects_ctrl', query))[0]?.id;
    };
    // The project is there with its job before any of its files.
    while ((await projectId()) === undefined) await pause();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await killAndStart();
    await opening;
    const path = `projects/${await projectId()}/combined`;
    const state = async () =>
      (await owner.ask<{ combined: CombinedRaster | null }>('GET', path, {})).combined?.processing
        .state;
    await expect.poll(state, { timeout: 120_000 }).toBe('done');
  },
);

test.each<Ending>(['SIGINT', 'SIGTERM'])(
  'raster work goes on after %s to the process group, six times of six',
  async (ending) => {
    const dataLayerID = await owner.makeLayer();
    const rasterID = await owner.upload(dataLayerID, await makeLargeSlope());
    for (let time = 0; time < 6; time++) {
      await reachPixels(() => work.findRaster(rasterID), 'img');
      await work.endAndStart(ending);
    }
    expect(await work.processRaster(rasterID)).toMatchObject({ dataset_max_val: 4_999 });
    const valued = await work.postValuation(dataLayerID, 1);
    for (let time = 0; time < 6; time++) {
      await reachPixels(() => work.findValued(valued), 'genValRst');
      await work.endAndStart(ending);
    }
    expect((await work.processValued(valued)).processing.state).toBe('done');
    const files = [...filesOfRaster, ...filesOfValued].sort();
    await expect.poll(work.storedFiles, withinSecond).toEqual(files);
  },
);
