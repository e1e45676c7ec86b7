import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileOf, manyFeatures } from '@refugia/engine/testing/large-files.ts';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcesses, kill } from '../../../testing/processes.ts';
import {
  createRunningMap,
  doneByRunning,
  type RunningAccount,
  signUpAtRunning,
  uploadToRunning,
} from '../../../testing/running-maps.ts';
import { openEmbedded } from '../../../testing/test-database.ts';
import { mapFeature, mapLayer } from '../../platform/database/schema/index.ts';
import { createLog } from '../../platform/log.ts';
import { createLocalStorage } from '../../platform/storage/local-storage.ts';
import { tidyMaps } from './housekeeping.ts';

const processes = createProcesses();
const points = 40_000;
const hourMilliseconds = 3_600_000;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-killed-'));
});
afterAll(async () => {
  await processes.close(folder);
});

const start = () => processes.startServer({ DATA_DIR: folder });

/**
 * Counts the rows in the database, those of the maps' default layers aside, while no server has it open, before and after `work` changes it.
 */
async function countRows(work?: (database: Awaited<ReturnType<typeof openEmbedded>>) => unknown) {
  const directory = join(folder, 'database');
  const database = await openEmbedded({ kind: 'directory', directory, isNew: false });
  await work?.(database);
  const [features] = await database.orm.select({ rows: count() }).from(mapFeature);
  const [layers] = await database.orm
    .select({ rows: count() })
    .from(mapLayer)
    .where(eq(mapLayer.isDefault, false));
  await database.close();
  return { features: features!.rows, layers: layers!.rows };
}

/** Kills the server some time after an import has begun, and returns what had been written. */
async function killDuringImport(
  owner: RunningAccount | undefined,
  { content, delayMilliseconds }: { content: Uint8Array; delayMilliseconds: number },
) {
  const { address, child } = await start();
  const importer = owner ?? (await signUpAtRunning(address, [join(folder, 'outbox')]));
  const mapId = await createRunningMap(address, importer);
  const upload = uploadToRunning(address, importer, { mapId, name: 'many.zip', content });
  const hasEnded = await Promise.race([
    upload.then(() => true),
    pause(delayMilliseconds).then(() => false),
  ]);
  await kill(child);
  // The upload fails because its connection broke with the server.
  await upload.catch(() => {});
  return { owner: importer, mapId, hasEnded };
}

test('an import that kill -9 ends leaves nothing to see, is swept, and can be done again', {
  timeout: 600_000,
}, async () => {
  const content = fileOf(manyFeatures({ shape: 'points', count: points }), 'zip');
  let owner: RunningAccount | undefined;
  let mapId = 0;
  let written = 0;
  let whole = 0;
  // The speed of the machine is unknown, so the delay is adjusted until the kill falls into the
  // import.
  let unfinishedLayers = 0;
  for (let delayMilliseconds = 1_500; written === 0; ) {
    const killed = await killDuringImport(owner, { content, delayMilliseconds });
    ({ owner, mapId } = killed);
    const { features, layers } = await countRows();
    if (features > whole && !killed.hasEnded) written = features - whole;
    if (killed.hasEnded) whole += points;
    // A kill between a layer's row and its first features leaves a layer that is counted here, too.
    unfinishedLayers = layers - whole / points;
    delayMilliseconds = killed.hasEnded ? delayMilliseconds / 2 : delayMilliseconds * 1.5;
  }
  expect(written).toBeLessThanOrEqual(points);

  const second = await start();
  const read = (path: string) =>
    doneByRunning(second.address, `/api/rrm/${path}?id=${mapId}`, { as: owner });
  expect(await read('vector_layers')).toMatchObject([{ is_default: true, feature_count: 0 }]);
  expect(await read('features')).toMatchObject({ features: [], total: 0 });
  expect(
    await doneByRunning(second.address, `/api/rrm/operations?id=${mapId}&since=0`, { as: owner }),
  ).toEqual({
    operations: [],
    seq: 0,
  });
  const again = await uploadToRunning(second.address, owner!, { mapId, name: 'many.zip', content });
  expect(again).toMatchObject({ status: 200, body: { layer: { feature_count: points } } });
  await kill(second.child);

  // An import may take hours, so younger unfinished layers are kept.
  const storage = createLocalStorage(join(folder, 'storage'));
  const log = createLog('silent');
  const tidyAfter = (hours: number) =>
    countRows((database) =>
      tidyMaps({ database, storage, log }, new Date(Date.now() + hours * hourMilliseconds)),
    );
  const layersInAll = whole / points + 1;
  expect(await tidyAfter(1)).toEqual({
    features: whole + written + points,
    layers: layersInAll + unfinishedLayers,
  });
  expect(await tidyAfter(7)).toEqual({ features: whole + points, layers: layersInAll });
});
