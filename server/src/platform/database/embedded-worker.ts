import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { describeFault } from './describe-fault.ts';
import {
  type EmbeddedReply,
  type EmbeddedRequest,
  type EmbeddedSource,
  idleInTransactionMilliseconds,
} from './embedded-messages.ts';
import { EmbeddedSessions } from './embedded-sessions.ts';

/** The thread that runs the embedded PostgreSQL, so that a slow query never blocks the main thread. */
const source: EmbeddedSource = workerData;
const main = parentPort;
if (!main) throw new Error('the embedded database runs only as a worker thread');

const reply = (message: EmbeddedReply) => main.postMessage(message);

/** PGlite's own 160 MB of buffers are more than the whole database of most installations. */
const settings = { postgresqlconf: ['shared_buffers=32MB'] };

/** Creates a cluster in a temporary folder and moves it into place when it is complete. */
async function createCluster(directory: string): Promise<void> {
  const fresh = `${directory}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  const database = await PGlite.create(fresh);
  await database.close();
  await rename(fresh, directory);
}

async function open(): Promise<PGlite> {
  switch (source.kind) {
    case 'directory':
      if (source.isNew) await createCluster(source.directory);
      return PGlite.create(source.directory, settings);
    case 'memory':
      return PGlite.create({
        ...settings,
        ...(source.template
          ? { loadDataDir: new Blob([source.template]) }
          : { dataDir: 'memory://' }),
      });
  }
}

try {
  const database = await open();
  const idleLimit =
    (source.kind === 'memory' && source.idleInTransactionMilliseconds) ||
    idleInTransactionMilliseconds;
  const sessions = new EmbeddedSessions(database, idleLimit);

  async function writeBackup(file: string): Promise<void> {
    const dump = await sessions.exclusively(() => database.dumpDataDir('gzip'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.part`, new Uint8Array(await dump.arrayBuffer()));
    await rename(`${file}.part`, file);
  }

  main.on('message', async (request: EmbeddedRequest) => {
    try {
      switch (request.kind) {
        case 'connect':
          sessions.add(request.port);
          break;
        case 'backup':
          await writeBackup(request.file);
          reply({ kind: 'backed-up' });
          break;
        case 'close':
          await sessions.close();
          reply({ kind: 'closed' });
          main.close();
          break;
      }
    } catch (error) {
      reply({ kind: 'failed', message: describeFault(error) });
    }
  });
  reply({ kind: 'ready' });
} catch (error) {
  reply({ kind: 'failed', message: describeFault(error) });
  main.close();
}
