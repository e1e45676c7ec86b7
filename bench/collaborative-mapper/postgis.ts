import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const debianFolder = '/usr/lib/postgresql';

/** A PostgreSQL with PostGIS in a folder of its own, which listens on a socket there. */
export interface PostgisServer {
  /** For `pg.Pool`. */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  close(): Promise<void>;
}

async function run(command: string, args: string[], user?: { uid: number; gid: number }) {
  const child = spawn(command, args, {
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'inherit'],
    ...user,
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ended with code ${code}.`);
}

/** The newest PostgreSQL of Debian's that has PostGIS. */
async function findBinaries(): Promise<string | undefined> {
  const versions = existsSync(debianFolder) ? await readdir(debianFolder) : [];
  const newest = versions
    .filter((version) => existsSync(`/usr/share/postgresql/${version}/extension/postgis.control`))
    .toSorted((one, other) => Number(other) - Number(one))[0];
  return newest === undefined ? undefined : join(debianFolder, newest, 'bin');
}

/** PostgreSQL refuses to run as root: there it runs as the user that its package made. */
async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8'));
  if (!line) throw new Error('PostgreSQL is there, but its user "postgres" is not.');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** @returns undefined where PostGIS is not installed */
export async function startPostgis(): Promise<PostgisServer | undefined> {
  const binaries = await findBinaries();
  if (!binaries) return undefined;
  const user = await postgresUser();
  const folder = await mkdtemp(join(tmpdir(), 'refugia-postgis-'));
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const control = (...args: string[]) =>
    run(join(binaries, 'pg_ctl'), ['--pgdata', data, '--wait', ...args], user);
  const cluster = ['--pgdata', data, '--auth', 'trust', '--username', 'refugia', '--no-sync'];
  await run(join(binaries, 'initdb'), cluster, user);
  // The whole table fits into its buffers, as it does into our index.
  const settings = `-c listen_addresses='' -k ${folder} -c fsync=off -c shared_buffers=512MB`;
  await control('--log', join(folder, 'log'), '--options', settings, 'start');
  return {
    connection: { host: folder, user: 'refugia', database: 'postgres' },
    async close() {
      await control('--mode', 'immediate', 'stop');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
