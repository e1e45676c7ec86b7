import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArea } from '@refugia/contract/area.ts';
import type { Run } from '@refugia/contract/habitat-patrol/runs.ts';
import { startSyntheticImagery } from '@refugia/engine/testing/http-imagery.ts';
import type { ImageryServer } from '@refugia/engine/testing/imagery-server.ts';
import { syntheticWorld } from '@refugia/engine/testing/synthetic-scenes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcesses, kill } from '../../../../testing/processes.ts';

const processes = createProcesses();
let dataDirectory: string;
let imagery: ImageryServer;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'refugia-killed-'));
  imagery = await startSyntheticImagery();
});
afterAll(async () => {
  await processes.close(dataDirectory);
  await imagery.close();
});

const start = () =>
  processes.startServer({ DATA_DIR: dataDirectory, IMAGERY_URL: imagery.catalogueUrl });

async function until(address: string, id: string, isReached: (run: Run) => boolean): Promise<Run> {
  for (;;) {
    const reply = await fetch(`${address}/api/changedetection/runs/${id}`);
    const run = (await reply.json()) as Run;
    if (isReached(run)) return run;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('a run survives kill -9 of the server in the middle, and completes after its restart', async () => {
  const first = await start();
  // The first searches never get an answer, so the run is under way when the server is killed.
  imagery.faults.add({ path: /search/, kind: 'hang' });
  const reply = await fetch(`${first.address}/api/changedetection/analysis`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({
      coords: writeArea(syntheticWorld.area),
      startDate: syntheticWorld.startDate,
      endDate: syntheticWorld.endDate,
    }),
  });
  expect(reply.status).toBe(202);
  const { id } = (await reply.json()) as { id: string };
  await until(first.address, id, ({ status }) => status === 'running');
  await kill(first.child);

  imagery.faults.clear();
  const second = await start();
  const ended = await until(
    second.address,
    id,
    ({ status }) => !['queued', 'running'].includes(status),
  );
  expect(ended.status).toBe('done');
  expect(ended.result?.change_occured).toBe(true);
  const tile = ended.result?.changeImg.replace('{z}/{x}/{y}', '10/213/388');
  expect((await fetch(`${second.address}${tile}`)).status).toBe(200);
  // The files that the killed process had begun to write are gone.
  expect(await readdir(join(dataDirectory, 'storage', 'scratch'))).toEqual([]);
});
