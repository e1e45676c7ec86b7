import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArea } from '@refugia/contract/area.ts';
import type { Run } from '@refugia/contract/habitat-patrol/runs.ts';
import { simulationExamples } from '@refugia/simulation/catalogue/catalogue.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BucketStandIn, startBucketStandIn } from '../testing/bucket-stand-in.ts';
import {
  createProcesses,
  createSharedDatabase,
  kill,
  type SharedDatabase,
} from '../testing/processes.ts';
import { registerServedPerson, type ServedRaster } from '../testing/served-value-mapper.ts';
import { isTestDatabaseEmbedded } from '../testing/test-database.ts';
import { makeSlope } from '../testing/value-mapper-calls.ts';

const processes = createProcesses();
const [example] = simulationExamples;
if (!example) throw new Error('the simulation has no example');

let bucket: BucketStandIn;
let folder: string;
let database: SharedDatabase;

beforeEach(async () => {
  database = await createSharedDatabase();
  bucket = await startBucketStandIn();
  folder = await mkdtemp(join(tmpdir(), 'refugia-several-'));
});
afterEach(async () => {
  await processes.close(folder);
  await bucket.close();
  await database.drop();
});

/**
 * Starts a process as if on a machine of its own. It shares only the database and the bucket with
 * the others.
 */
function start(machine: string, role: 'api' | 'worker') {
  const environment = {
    DATABASE_URL: database.url,
    STORAGE_URL: bucket.storageUrl,
    SECRET_KEY: 'the same for all of them, and long enough',
    DATA_DIR: join(folder, machine),
    SPECIES_SERVICES: 'off',
  };
  return processes.startServer(environment, [`--role=${role}`]);
}

test.skipIf(isTestDatabaseEmbedded)(
  'processes that start together share runs and results, and a worker that stops hands its run on',
  { timeout: 600_000 },
  async () => {
    const [one, two, worker] = await Promise.all([
      start('one', 'api'),
      start('two', 'api'),
      start('three', 'worker'),
    ]);
    const accepted = await fetch(`${one.address}/api/changedetection/analysis`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify({
        coords: writeArea(example.area),
        startDate: '2019-07-01',
        endDate: '2021-07-01',
      }),
    });
    const { id } = (await accepted.json()) as { id: string };
    const seenByTwo = async () => {
      const reply = await fetch(`${two.address}/api/changedetection/runs/${id}`);
      return (await reply.json()) as Run;
    };
    await expect.poll(async () => (await seenByTwo()).status, { timeout: 120_000 }).toBe('running');

    worker.child.kill('SIGTERM');
    one.child.kill('SIGKILL');
    expect(await once(worker.child, 'exit')).toEqual([0, null]);
    expect((await seenByTwo()).status).not.toBe('failed');
    await start('four', 'worker');
    await expect.poll(async () => (await seenByTwo()).status, { timeout: 400_000 }).toBe('done');
    const file = await fetch(`${two.address}/api/changedetection/runs/${id}/downloads/change.tif`);
    const stored = bucket.objects.get(`runs/${id}/change.tif`);
    expect(stored?.equals(new Uint8Array(await file.arrayBuffer()))).toBe(true);
  },
);

test.skipIf(isTestDatabaseEmbedded)(
  'an upload that one process began goes on in another, and a worker takes it in from the bucket',
  { timeout: 300_000 },
  async () => {
    const [one, two] = await Promise.all([start('one', 'api'), start('two', 'api')]);
    await start('three', 'worker');
    let address = one.address;
    const owner = await registerServedPerson({
      addressNow: () => address,
      dataDirectory: join(folder, 'three'),
    });
    const dataLayerID = await owner.makeLayer();
    // Bytes that no directory of the TIFF refers to make the file longer than the 8 MiB of a part.
    const file = Buffer.concat([await makeSlope(), Buffer.alloc(20_000_000, 7)]);
    const path = await owner.beginUpload(dataLayerID, file.length);
    owner.beginSending(path, file.subarray(0, 9_000_000), file.length);
    const storedNow = async () => (await owner.unfinishedUploads())[0]?.offset ?? 0;
    await expect.poll(storedNow).toBeGreaterThan(8_000_000);
    await kill(one.child);

    address = two.address;
    const offset = await storedNow();
    const last = await owner.sendUpload(path, offset, file.subarray(offset));
    expect(last.status).toBe(204);
    const rasterID = Number(last.headers.get('upload-result'));
    const query = { type: 'img', rasterID };
    await owner.ask('PUT', 'orig_rst_datasets_ctrl', query);
    const byId = { type: 'byID', rasterID };
    const raster = await owner.ask<ServedRaster>('GET', 'orig_rst_datasets_ctrl', byId);
    expect(raster).toMatchObject({ data_file_size: file.length, dataset_max_val: 99 });
    const original = await owner.fetch(raster.data_file ?? '');
    expect(file.equals(new Uint8Array(await original.arrayBuffer()))).toBe(true);
    expect(bucket.openUploads.size).toBe(0);

    await owner.ask('DELETE', 'data_layers_ctrl', { dataLayerID });
    // Files that are not wanted any more are removed within a second.
    await expect.poll(() => [...bucket.objects.keys()], { timeout: 1_000 }).toEqual([]);
  },
);
