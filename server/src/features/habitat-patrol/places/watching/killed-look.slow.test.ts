import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeArea } from '@refugia/contract/area.ts';
import type { PlaceDetails, PlaceFinding, Watch } from '@refugia/contract/habitat-patrol/places.ts';
import type { Run } from '@refugia/contract/habitat-patrol/runs.ts';
import { startSyntheticImagery } from '@refugia/engine/testing/http-imagery.ts';
import type { ImageryServer } from '@refugia/engine/testing/imagery-server.ts';
import { syntheticWorld } from '@refugia/engine/testing/synthetic-scenes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcesses, kill, type RunningServer } from '../../../../../testing/processes.ts';
import {
  doneByRunning,
  type RunningAccount,
  signUpAtRunning,
} from '../../../../../testing/running-maps.ts';

const processes = createProcesses();
const watch: Watch = {
  every: 'weekly',
  minimum_hectares: 1,
  kinds: ['vegetation_loss', 'other'],
  lowest_confidence: 'low',
};
/** The product's runs give way to whatever else the machine is at. */
const patience = { timeout: 600_000, interval: 50 };
/** A round of watching begins every minute. */
const longerThanRoundMilliseconds = 75_000;

let folder: string;
let imagery: ImageryServer;
let server: RunningServer;
let owner: RunningAccount;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-killed-'));
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  imagery = await startSyntheticImagery([
    { id: 'before', datetime: daysAgo(368), isBeforeChange: true },
    { id: 'after', datetime: daysAgo(3) },
  ]);
});
afterAll(async () => {
  await processes.close(folder);
  await imagery?.close();
});

async function start(): Promise<void> {
  server = await processes.startServer({ DATA_DIR: folder, IMAGERY_URL: imagery.catalogueUrl });
}

async function killAndStart(): Promise<void> {
  await kill(server.child);
  imagery.faults.clear();
  await start();
}

const ask = (path: string) => doneByRunning(server.address, path, { as: owner });

const told = async (): Promise<unknown[]> =>
  (await ask('/api/notifications')).filter(({ kind }: { kind: string }) => kind === 'place-change');

async function mails(): Promise<string[]> {
  const outbox = join(folder, 'outbox');
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
  const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return texts.filter((text) => text.includes('Ridge'));
}

test('kill -9 during a search, a look, before and after it is told: all of it is told once', async () => {
  /** The next request for a file that never gets its answer; then the server is killed. */
  const killDuring = async (path: RegExp) => {
    const hung = new Promise<string>((resolve) => imagery.onHang(resolve));
    imagery.faults.add({ path, kind: 'hang' });
    await hung;
    await killAndStart();
  };
  await start();
  owner = await signUpAtRunning(server.address, [join(folder, 'outbox')]);
  const { id } = await doneByRunning(server.address, '/api/places', {
    method: 'POST',
    as: owner,
    body: { coords: writeArea(syntheticWorld.area), name: 'Ridge', watch },
  });
  const looks = async () => ((await ask(`/api/places/${id}`)) as PlaceDetails).looks;

  // Only the search for clear scenes is under way: there is no look yet.
  await killDuring(/SCL\.tif$/);
  expect(await looks()).toEqual([]);
  // Nothing but the look reads the blue band.
  await killDuring(/B02\.tif$/);
  const [look] = await looks();
  const status = async () => ((await ask(`/api/changedetection/runs/${look!.id}`)) as Run).status;
  await expect.poll(status, patience).toBe('done');
  expect(await told()).toEqual([]);
  await killAndStart();

  await expect.poll(told, patience).toHaveLength(1);
  await killAndStart();
  await expect.poll(mails, patience).toHaveLength(1);
  await pause(longerThanRoundMilliseconds);
  expect(await told()).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
  expect(await looks()).toHaveLength(1);
  const { findings }: { findings: PlaceFinding[] } = await ask(`/api/places/${id}/findings`);
  const { total } = await ask(`/api/changedetection/runs/${look!.id}/patches`);
  expect(findings).toHaveLength(total);
  for (const { state, told_at } of findings) {
    expect([state, told_at === null]).toEqual(['seen once', false]);
  }
});
