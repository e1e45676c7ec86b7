import { join } from 'node:path';
import { findFreePort } from '../server/src/platform/http/free-port.ts';
import { findPostgres, run, startPostgres } from './postgres-server.ts';
import { buildWebWhenStale } from './web-build.ts';

/**
 * `npm run test:postgres` runs the server's tests on a real PostgreSQL instead of the embedded one.
 * If DATABASE_URL is set, each test creates databases on that server and drops them. Otherwise the
 * script starts a server in a temporary folder with the system's PostgreSQL. When it runs as root,
 * it installs Debian's packages if they are missing.
 */
const root = join(import.meta.dirname, '..');
/** The files or folders after `--`. Default: all of the server's. */
const chosenTests = process.argv.length > 2 ? process.argv.slice(2) : ['server'];

async function requirePostgres(): Promise<string> {
  const found = await findPostgres();
  if (found) return found;
  if (process.getuid?.() === 0) {
    await run('apt-get', ['update']);
    await run('apt-get', ['install', '--yes', '--no-install-recommends', 'postgresql']);
    const installed = await findPostgres();
    if (installed) return installed;
  }
  throw new Error('No PostgreSQL was found: install its package, or set DATABASE_URL to a server.');
}

async function withOwnServer(use: (url: string) => Promise<void>): Promise<void> {
  const programs = await requirePostgres();
  const port = await findFreePort('127.0.0.1');
  const server = await startPostgres(programs, `-h 127.0.0.1 -p ${port}`);
  try {
    await use(`postgres://refugia@127.0.0.1:${port}/postgres`);
  } finally {
    await server.close();
  }
}

const runTests = (url: string) =>
  run('vitest', ['run', ...chosenTests], {
    cwd: root,
    env: { ...process.env, REFUGIA_TEST_DATABASE_URL: url },
  });

try {
  // Some tests request pages, so the web part must be built.
  await buildWebWhenStale();
  if (process.env.DATABASE_URL) await runTests(process.env.DATABASE_URL);
  else await withOwnServer(runTests);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
