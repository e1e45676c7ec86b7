import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcesses, kill, type RunningServer } from '../../server/testing/processes.ts';
import { type RunningAccount, signUpAtRunning } from '../../server/testing/running-maps.ts';

/** The product as people have it: a process on its embedded database, which can be killed. */
export interface MapServer {
  readonly address: string;
  /** Who makes the maps. */
  readonly owner: RunningAccount;
  /** Ends the process as `kill -9` does, and starts it again on the same port and data. */
  killAndRestart(): Promise<void>;
  close(): Promise<void>;
}

export async function startMapServer(): Promise<MapServer> {
  const processes = createProcesses();
  const folder = await mkdtemp(join(tmpdir(), 'refugia-bench-maps-'));
  // The measurements come from one account, which may not do that much in a minute.
  const environment = { DATA_DIR: folder, RATE_IMPORTS_PER_MINUTE_PER_ACCOUNT: '10000' };
  let running: RunningServer = await processes.startServer(environment);
  const { address } = running;
  const owner = await signUpAtRunning(address, [join(folder, 'outbox')]);
  return {
    address,
    owner,
    async killAndRestart() {
      await kill(running.child);
      running = await processes.startServer({ ...environment, PORT: new URL(address).port });
    },
    async close() {
      await processes.close(folder);
    },
  };
}
