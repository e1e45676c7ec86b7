import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { requireName, type Storage } from './storage.ts';

/** Local folders for work under way, below one folder. */
export function createScratch(
  root: string,
): Pick<Storage, 'openScratch' | 'keepScratch' | 'removeScratch' | 'sweepScratch'> {
  const folderOf = (name: string) => join(root, requireName(name));
  return {
    async openScratch(name) {
      const folder = folderOf(name);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      return folder;
    },
    async keepScratch(name) {
      const folder = folderOf(name);
      await mkdir(folder, { recursive: true });
      return folder;
    },
    async removeScratch(name) {
      await rm(folderOf(name), { recursive: true, force: true });
    },
    async sweepScratch(before, isLeft = () => true) {
      for (const name of (await readdir(root).catch(() => [])).filter(isLeft)) {
        const folder = join(root, name);
        const made = await stat(folder).catch(() => undefined);
        if (made && made.mtime < before) await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Does work in a new scratch folder, which is removed then. What a killed server leaves is swept. */
export async function inScratch<Result>(
  storage: Pick<Storage, 'openScratch' | 'removeScratch'>,
  purpose: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const name = `${purpose}-${randomUUID()}`;
  try {
    return await work(await storage.openScratch(name));
  } finally {
    await storage.removeScratch(name);
  }
}

export async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Free bytes on the disk of a folder, which is created if necessary. */
export async function freeBytesAt(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
