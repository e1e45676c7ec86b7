import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, messageOf } from '../thrown.ts';

/** The paths of an installation's folders. */
export interface DataDirectory {
  readonly root: string;
  /** The cluster of the embedded database. */
  readonly database: string;
  /** Dumps made before migrations. */
  readonly backups: string;
  /** Mail that has no server to go to. */
  readonly outbox: string;
  /** Results and uploads. */
  readonly storage: string;
  /** Node's compile cache, which makes the next process start faster. It can be removed at any time. */
  readonly compiled: string;
}

/**
 * Makes a folder and its parent folders. Node's own option `recursive` loops for ever on a file
 * system that reports a folder as present but accepts no new entries, such as /proc.
 */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path) throw error;
    const isParentThere = await access(parent).then(
      () => true,
      () => false,
    );
    if (isParentThere) throw error;
    await makeFolder(parent);
    await makeFolder(path);
  }
}

/**
 * Makes the folders of a data directory, and checks that they can be written to.
 * @throws with a sentence when a folder can't be made or written to
 */
export async function openDataDirectory(root: string): Promise<DataDirectory> {
  try {
    await makeFolder(root);
    await access(root, constants.R_OK | constants.X_OK);
    // access() reports a read-only file system as writable, and does so for root everywhere. Only
    // writing shows the truth.
    await rmdir(await mkdtemp(join(root, 'writable-')));
  } catch (error) {
    throw new Error(
      `DATA_DIR ${root} can't be used: ${messageOf(error)}. Choose a folder that this user may write to.`,
    );
  }
  return {
    root,
    database: join(root, 'database'),
    backups: join(root, 'backups'),
    outbox: join(root, 'outbox'),
    storage: join(root, 'storage'),
    compiled: join(root, 'compiled'),
  };
}

/** The major version of the PostgreSQL that the embedded database is built from. */
export const embeddedMajorVersion = '18';

/**
 * Checks the cluster's folder before anything opens it.
 * @returns whether there is none yet
 * @throws when its files are of another PostgreSQL version, or not a cluster
 */
export async function inspectCluster(directory: string): Promise<{ isNew: boolean }> {
  const entries = await readdir(directory).catch(() => []);
  if (entries.length === 0) {
    await rm(directory, { recursive: true, force: true });
    return { isNew: true };
  }
  const version = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => '');
  const major = version.trim();
  if (major === embeddedMajorVersion) return { isNew: false };
  if (major === '') throw new Error(`${directory} is not empty, and not a database: move it away.`);
  throw new Error(
    `The database in ${directory} belongs to PostgreSQL ${major}, but this version brings PostgreSQL ${embeddedMajorVersion}. Nothing was changed: start the version that wrote it, or restore a dump into a new DATA_DIR.`,
  );
}

/** An unreadable file must not be mistaken for a missing one, because it would then be replaced. */
function emptyWhenMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

/** The minimum length in characters, the same as for SECRET_KEY. */
const shortestSecretKey = 32;

/**
 * Reads the installation's own secret key. The first start makes it, and only its owner may read
 * it.
 * @throws with a sentence when the file holds one that could be guessed
 */
export async function readOwnSecretKey(root: string): Promise<string> {
  const file = join(root, 'secret-key');
  const known = (await readFile(file, 'utf8').catch(emptyWhenMissing)).trim();
  if (known.length >= shortestSecretKey) return known;
  if (known !== '') {
    throw new Error(
      `The key in ${file} has fewer than ${shortestSecretKey} characters: remove the file to have a new one made (everyone logs in again).`,
    );
  }
  // The key is written to a temporary file and then linked into place, so that a killed start never
  // leaves an incomplete key.
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, randomBytes(48).toString('base64'), { mode: 0o600 });
  await chmod(fresh, 0o600);
  await rm(file, { force: true });
  await link(fresh, file).finally(() => rm(fresh, { force: true }));
  return (await readFile(file, 'utf8')).trim();
}
