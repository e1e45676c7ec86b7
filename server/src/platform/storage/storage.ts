import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Where a stored file can be read, in words that another thread understands. A local file today; an
 * object of a bucket is another kind.
 */
export interface StoredLocation {
  readonly kind: 'file';
  readonly path: string;
}

/** Files that are written once, folder by folder, and then only read. Names are `/`-separated. */
export interface Storage {
  /**
   * An empty local folder to write into before `putFolder`. The same name gives the same folder, so
   * that what a killed process left there goes when its work starts again.
   */
  openScratch(name: string): Promise<string>;
  removeScratch(name: string): Promise<void>;
  /**
   * Takes the files of a local folder under a name, all or none; a folder stored under that name
   * before is replaced. The local folder is gone afterwards.
   * @returns the bytes that it holds
   */
  putFolder(name: string, localFolder: string): Promise<number>;
  /** Where a file of a stored folder is; it need not exist. */
  locate(name: string, file: string): StoredLocation;
  /** A small file of a stored folder, whole; undefined when it is not there. */
  read(name: string, file: string): Promise<Uint8Array | undefined>;
  /** Removes a stored folder; one that is not there is fine. */
  removeFolder(name: string): Promise<void>;
}

/** Names become paths: only what can't leave the root is a name. */
const namePattern = /^[A-Za-z0-9_-]+(?:[/.][A-Za-z0-9_-]+)*$/;

function requireName(name: string): string {
  if (!namePattern.test(name))
    throw new RangeError(`"${name}" can't be the name of a stored file.`);
  return name;
}

/** Storage in a local folder; it is made when something is stored. */
export function createLocalStorage(root: string): Storage {
  const folderOf = (name: string) => join(root, requireName(name));
  // Inside of the root, so that a finished folder is moved by renaming.
  const scratchOf = (name: string) => join(root, 'scratch', requireName(name));

  return {
    async openScratch(name) {
      const folder = scratchOf(name);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      return folder;
    },
    async removeScratch(name) {
      await rm(scratchOf(name), { recursive: true, force: true });
    },
    async putFolder(name, localFolder) {
      const folder = folderOf(name);
      const bytes = await folderBytes(localFolder);
      await mkdir(join(folder, '..'), { recursive: true });
      // A rename can't replace a folder that has files: the old one steps aside first.
      const old = join(root, 'scratch', randomUUID());
      await mkdir(join(root, 'scratch'), { recursive: true });
      await rename(folder, old).catch(ignoreMissing);
      await rename(localFolder, folder);
      await rm(old, { recursive: true, force: true });
      return bytes;
    },
    locate: (name, file) => ({ kind: 'file', path: join(folderOf(name), requireName(file)) }),
    async read(name, file) {
      try {
        return await readFile(join(folderOf(name), requireName(file)));
      } catch (error) {
        ignoreMissing(error as NodeJS.ErrnoException);
        return undefined;
      }
    },
    async removeFolder(name) {
      await rm(folderOf(name), { recursive: true, force: true });
    },
  };
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
