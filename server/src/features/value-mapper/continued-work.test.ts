import { existsSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';
import {
  makeSlope,
  type ValueMapperCalls,
  valueByCurve,
  valueMapperCalls,
} from '../../../testing/value-mapper-calls.ts';
import { valuedRaster, valueRaster } from '../../platform/database/schema/index.ts';
import { scratchNameOf } from './processing/work.ts';

let refugia: TestApp;
let owner: TestAccount;
let calls: ValueMapperCalls;

beforeAll(async () => {
  refugia = await createTestApp();
  owner = await refugia.registerAndLogin();
  calls = valueMapperCalls(refugia, owner);
  await recordSteps();
});
afterAll(() => refugia.close());

/** Lets the database record each step that a row is set to, because most steps are short. */
async function recordSteps(): Promise<void> {
  const { orm } = refugia.platform.database;
  await orm.execute(
    sql`CREATE TABLE seen_step (number serial, kind text, row_id integer, step text)`,
  );
  await orm.execute(sql`
    CREATE FUNCTION record_step() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO seen_step (kind, row_id, step) VALUES (TG_TABLE_NAME, NEW.id, NEW.step);
      RETURN NULL;
    END $$`);
  for (const table of ['value_raster', 'valued_raster']) {
    await orm.execute(sql`
      CREATE TRIGGER record_step AFTER UPDATE ON ${sql.identifier(table)}
      FOR EACH ROW EXECUTE FUNCTION record_step()`);
  }
}

async function seenSteps(kind: 'value_raster' | 'valued_raster', id: number): Promise<string[]> {
  const { rows } = await refugia.platform.database.orm.execute<{ step: string }>(sql`
    SELECT step FROM seen_step WHERE kind = ${kind} AND row_id = ${id} ORDER BY number`);
  return rows.map(({ step }) => step);
}

/** Makes a layer with a processed raster. */
async function makeProcessed() {
  const { dataLayerID } = await calls.makeLayer();
  const rasterID: number = (await calls.upload(dataLayerID, await makeSlope())).json();
  expect((await calls.processRaster(rasterID)).statusCode).toBe(200);
  return { dataLayerID, rasterID };
}

/** Marks the last step of a raster as failed, and forgets which steps were seen. */
async function failLastStep(table: typeof valueRaster | typeof valuedRaster, id: number) {
  const { orm } = refugia.platform.database;
  const failed = { state: 'failed', failureReason: 'none', failureCode: 'none' } as const;
  await orm.update(table).set(failed).where(eq(table.id, id));
  await orm.execute(sql`DELETE FROM seen_step`);
}

test('a raster whose last step is repeated does not return to the steps before it', async () => {
  const { rasterID } = await makeProcessed();
  expect(new Set(await seenSteps('value_raster', rasterID))).toEqual(
    new Set(['metadata', 'crs', 'geospatial', 'img']),
  );
  await failLastStep(valueRaster, rasterID);
  const put = await calls.ask('PUT', 'orig_rst_datasets_ctrl', { rasterID, type: 'img' });
  expect(put.json()).toMatchObject({ dataset_max_val: 99, is_validated: true });
  expect(new Set(await seenSteps('value_raster', rasterID))).toEqual(new Set(['img']));
});

test('valued numbers that are stored are not built again for their picture', async () => {
  const { dataLayerID, rasterID } = await makeProcessed();
  const id = await valueByCurve(calls, dataLayerID, 'lin', { A: 1, B: 0, C: 0 });
  const fileOf = async (name: string) =>
    (await calls.fetch(`/api/conservation_value_mapper/rasters/${rasterID}/files/${name}`))
      .rawPayload;
  const numbers = await fileOf('valued-cog');
  const picture = await fileOf('valued-picture');
  await failLastStep(valuedRaster, id);
  const query = { valRstDatasetID: id, type: 'genValImg' };
  const put = await calls.ask('PUT', 'val_rst_datasets_ctrl', query);
  expect(put.json()).toMatchObject({
    data_file_size: numbers.length,
    img_file_size: picture.length,
    processing: { state: 'done' },
  });
  expect(new Set(await seenSteps('valued_raster', id))).toEqual(new Set(['genValImg']));
  expect((await fileOf('valued-cog')).equals(numbers)).toBe(true);
  expect((await fileOf('valued-picture')).equals(picture)).toBe(true);
});

test('a valuation of a raster whose file is gone says what is missing', async () => {
  const { dataLayerID, rasterID } = await makeProcessed();
  const { database, storage } = refugia.platform;
  const [row] = await database.orm.select().from(valueRaster).where(eq(valueRaster.id, rasterID));
  await storage.removeFolder(`${row!.folder}/data`);
  const missing = 'The prepared file of this raster is missing in the server’s storage.';
  await expect(valueByCurve(calls, dataLayerID, 'lin', { A: 1, B: 0, C: 0 })).rejects.toThrow(
    new RegExp(`422.*${missing}.*file_missing`),
  );
});

/** The place of a stored folder on this machine. */
function pathOf(folder: string): string {
  const location = refugia.platform.storage.locate(folder, 'any');
  if (location.kind !== 'file') throw new Error('Test apps keep their files in a folder.');
  return dirname(location.path);
}

/**
 * Lets the next folder with this ending be stored only after something else has happened, as a
 * bucket may that has received the files before. The storage then reports that the work was aborted.
 */
function holdStoring(ending: string, meanwhile: () => Promise<unknown>): Promise<string> {
  const { storage } = refugia.platform;
  const { promise: stored, resolve } = Promise.withResolvers<string>();
  const { putFolder } = storage;
  const held: typeof putFolder = async (name, folder, signal) => {
    if (!name.endsWith(ending)) return await putFolder(name, folder, signal);
    Object.assign(storage, { putFolder });
    const received = await storage.openScratch('received');
    await cp(folder, received, { recursive: true });
    await meanwhile();
    const bytes = await putFolder(name, received);
    resolve(name);
    signal?.throwIfAborted();
    return bytes;
  };
  Object.assign(storage, { putFolder: held });
  return stored;
}

test('files that a job stores while its raster is deleted do not stay', async () => {
  const { dataLayerID } = await calls.makeLayer();
  const stored = holdStoring('/data', () =>
    calls.ask('DELETE', 'data_layers_ctrl', { dataLayerID }),
  );
  await calls.upload(dataLayerID, await makeSlope());
  const folder = pathOf(await stored);
  await expect.poll(() => existsSync(folder), { timeout: 30_000 }).toBe(false);
});

test('files that a job stores while its valued raster is deleted do not stay', async () => {
  const { dataLayerID } = await makeProcessed();
  const stored = holdStoring('/data', () =>
    calls.ask('DELETE', 'data_layers_ctrl', { dataLayerID }),
  );
  await valueByCurve(calls, dataLayerID, 'lin', { A: 1, B: 0, C: 0 }).catch(() => {});
  const folder = pathOf(await stored);
  await expect.poll(() => existsSync(folder), { timeout: 30_000 }).toBe(false);
});

test('a deleted raster takes along what a killed server left of its work', async () => {
  const { dataLayerID, rasterID } = await makeProcessed();
  const { storage, database } = refugia.platform;
  const jobId = '00000000-0000-4000-8000-000000000001';
  const scratch = await storage.openScratch(scratchNameOf('raster', jobId));
  await writeFile(join(scratch, 'raster.tif'), 'half of it');
  await database.orm
    .update(valueRaster)
    .set({ jobId, state: 'running' })
    .where(eq(valueRaster.id, rasterID));
  expect((await calls.ask('DELETE', 'data_layers_ctrl', { dataLayerID })).statusCode).toBe(200);
  expect(existsSync(scratch)).toBe(false);
});
