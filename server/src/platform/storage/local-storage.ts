import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalGrowingFiles } from './local-growing-files.ts';
import { createScratch, folderBytes, freeBytesAt } from './scratch.ts';
import { requireName, type Storage } from './storage.ts';

/** Storage in a local folder; it is made when something is stored. */
export function createLocalStorage(root: string): Storage {
  const folderOf = (name: string) => join(root, requireName(name));
  // Inside of the root, so that a finished folder is moved by renaming.
  const scratchRoot = join(root, 'scratch');

  return {
    ...createScratch(scratchRoot),
    async putFolder(name, localFolder) {
      const folder = folderOf(name);
      const bytes = await folderBytes(localFolder);
      await mkdir(join(folder, '..'), { recursive: true });
      // A rename can't replace a folder that contains files, so the old folder is moved away first.
      const old = join(scratchRoot, randomUUID());
      await mkdir(scratchRoot, { recursive: true });
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
    growing: createLocalGrowingFiles((folder, file) => join(folderOf(folder), requireName(file))),
    freeBytes: () => freeBytesAt(root),
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
