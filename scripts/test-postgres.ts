import { type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
const debianFolder = '/usr/lib/postgresql';

function run(command: string, args: string[], options: SpawnOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: tmpdir(), stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with code ${code}.`)),
    );
  });
}

async function findBinaries(): Promise<string | undefined> {
  const versions = existsSync(debianFolder) ? await readdir(debianFolder) : [];
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  return newest === undefined ? undefined : join(debianFolder, String(newest), 'bin');
}

async function requireBinaries(): Promise<string> {
  const found = await findBinaries();
  if (found) return found;
  if (process.getuid?.() === 0) {
    await run('apt-get', ['update']);
    await run('apt-get', ['install', '--yes', '--no-install-recommends', 'postgresql']);
    const installed = await findBinaries();
    if (installed) return installed;
  }
  throw new Error('No PostgreSQL was found: install its package, or set DATABASE_URL to a server.');
}

/** PostgreSQL refuses to run as root. It then runs as the user that its package has created. */
async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8'));
  if (!line) throw new Error('PostgreSQL is there, but its user "postgres" is not.');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

async function withOwnServer(use: (url: string) => Promise<void>): Promise<void> {
  const binaries = await requireBinaries();
  const user = await postgresUser();
  const folder = await mkdtemp(join(tmpdir(), 'refugia-postgres-'));
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  const control = (...args: string[]) =>
    run(join(binaries, 'pg_ctl'), ['--pgdata', data, '--wait', ...args], { ...user });
  try {
    await run(
      join(binaries, 'initdb'),
      ['--pgdata', data, '--auth', 'trust', '--username', 'refugia', '--no-sync'],
      { ...user, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const settings = `-h 127.0.0.1 -p ${port} -k ${folder} -c fsync=off`;
    await control('--log', join(folder, 'log'), '--options', settings, 'start');
    try {
      await use(`postgres://refugia@127.0.0.1:${port}/postgres`);
    } finally {
      await control('--mode', 'immediate', 'stop');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
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
