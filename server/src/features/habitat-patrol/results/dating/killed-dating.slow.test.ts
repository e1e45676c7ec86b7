import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeArea } from '@refugia/contract/area.ts';
import type { RunDating } from '@refugia/contract/habitat-patrol/run-dating.ts';
import type { Run } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcesses, kill } from '../../../../../testing/processes.ts';
import { doneByRunning } from '../../../../../testing/running-maps.ts';

const processes = createProcesses();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-killed-'));
});
afterAll(async () => {
  await processes.close(folder);
});

test('dating goes on after kill -9 with the patches that are left', async () => {
  const start = () => processes.startServer({ DATA_DIR: folder, PATCH_DATING: 'on' });
  let server = await start();
  // Between April and July most fields of Iowa turn green, which are many patches by this method.
  const reply = await fetch(`${server.address}/api/changedetection/analysis`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({
      coords: writeArea(rectanglePolygon([-93.66, 42, -93.6, 42.045])),
      startDate: '2020-04-20',
      endDate: '2020-07-20',
      method: 'ndvi',
    }),
  });
  const { id } = (await reply.json()) as { id: string };
  const address = `/api/changedetection/runs/${id}`;
  const status = async () => ((await doneByRunning(server.address, address)) as Run).status;
  await expect.poll(status, { timeout: 600_000, interval: 100 }).toBe('done');
  const { total } = await doneByRunning(server.address, `${address}/patches`);
  const count = Math.min(total, limits.habitatPatrol.maxDatedPatches);
  const read = (): Promise<RunDating> => doneByRunning(server.address, `${address}/dates`);

  let known = await read();
  while (known.patches.length === 0) {
    await pause(50);
    known = await read();
  }
  // Otherwise nothing was left to do.
  expect(known.state).toBe('running');
  await kill(server.child);

  server = await start();
  const shares: number[] = [];
  for (;;) {
    const now = await read();
    expect(now.patches.slice(0, known.patches.length)).toEqual(known.patches);
    shares.push(now.share);
    if (now.state === 'done') {
      expect(now.patches.map(({ patch }) => patch)).toEqual(
        Array.from({ length: count }, (_, index) => index + 1),
      );
      break;
    }
    expect(['waiting', 'running']).toContain(now.state);
    await pause(100);
  }
  // What was known before the kill was not looked for again.
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(known.patches.length / count);
});
