import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const debianFolder = '/usr/lib/postgresql';

/** Runs a command to its end. @throws unless it ends with code 0 */
export async function run(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<void> {
  const child = spawn(command, args, { cwd: tmpdir(), stdio: 'inherit', ...options });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ended with code ${code}.`);
}

/**
 * The folder with the programs of the newest PostgreSQL among Debian's packages; undefined where
 * there is none.
 * @param suits whether a version is wanted
 */
export async function findPostgres(
  suits: (version: string) => boolean = () => true,
): Promise<string | undefined> {
  const versions = existsSync(debianFolder) ? await readdir(debianFolder) : [];
  const [newest] = versions.filter(suits).sort((one, other) => Number(other) - Number(one));
  return newest === undefined ? undefined : join(debianFolder, newest, 'bin');
}

/** PostgreSQL refuses to run as root. It then runs as the user that its package has created. */
async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8'));
  if (!line) throw new Error('PostgreSQL is there, but its user "postgres" is not.');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/**
 * Starts a PostgreSQL with an empty cluster in a new folder, in which its socket lies.
 * @param programs the folder of its programs
 * @param settings further options of the command line
 * @returns the folder, and a function that stops the server and removes the folder
 */
export async function startPostgres(
  programs: string,
  settings: string,
): Promise<{ folder: string; close(): Promise<void> }> {
  const user = await postgresUser();
  const folder = await mkdtemp(join(tmpdir(), 'refugia-postgres-'));
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options: SpawnOptions = { ...user, stdio: ['ignore', 'ignore', 'inherit'] };
  const control = (...args: string[]) =>
    run(join(programs, 'pg_ctl'), ['--pgdata', data, '--wait', ...args], options);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const cluster = ['--pgdata', data, '--auth', 'trust', '--username', 'refugia', '--no-sync'];
    await run(join(programs, 'initdb'), cluster, options);
    const started = `-k ${folder} -c fsync=off ${settings}`;
    await control('--log', join(folder, 'log'), '--options', started, 'start');
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    async close() {
      await control('--mode', 'immediate', 'stop').finally(remove);
    },
  };
}
