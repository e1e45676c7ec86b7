import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArea } from '@refugia/contract/area.ts';
import type { Run } from '@refugia/contract/habitat-patrol/runs.ts';
import { startSyntheticImagery } from '@refugia/engine/testing/http-imagery.ts';
import type { ImageryServer } from '@refugia/engine/testing/imagery-server.ts';
import { syntheticWorld } from '@refugia/engine/testing/synthetic-scenes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const main = join(import.meta.dirname, '../../../main.ts');

let dataDirectory: string;
let imagery: ImageryServer;
const servers: ChildProcess[] = [];

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'refugia-killed-'));
  imagery = await startSyntheticImagery();
});
afterAll(async () => {
  for (const server of servers) await kill(server);
  await imagery.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}

/** Starts the real server on a free port; resolves with its address once it listens. */
async function start(): Promise<{ server: ChildProcess; address: string }> {
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PORT: '0',
      DATA_DIR: dataDirectory,
      BASEMAP_PROVIDER: 'embedded',
      IMAGERY_URL: imagery.catalogueUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.push(server);
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (url) resolve(url);
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.once('exit', () => reject(new Error(`The server ended: ${output}`)));
  });
  return { server, address };
}

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
  await kill(first.server);

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
