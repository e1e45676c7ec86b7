import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../thrown.ts';
import { createScratch, folderBytes, freeBytesAt } from './scratch.ts';
import {
  type GrowingFile,
  type GrowingFiles,
  growingPartBytes,
  requireName,
  type Storage,
} from './storage.ts';

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
        ignoreMissing(error);
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

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}

async function openGrowing(path: string, offset: number): Promise<FileHandle> {
  if (offset > 0) return await open(path, 'r+');
  await mkdir(dirname(path), { recursive: true });
  return await open(path, 'w');
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/**
 * Growing files in a local folder. Each is written at its final place. Only the reported bytes
 * count as stored. Bytes after them, written by a killed process, are overwritten.
 */
function createLocalGrowingFiles(pathOf: (folder: string, file: string) => string): GrowingFiles {
  return {
    async append({ folder, file, offset, state }, bytes, onGrown) {
      const handle = await openGrowing(pathOf(folder, file), offset);
      let end = offset;
      let reported = offset;
      const report = async () => {
        if (end === reported) return;
        await handle.datasync();
        await onGrown(end, state);
        reported = end;
      };
      try {
        for await (const chunk of bytes) {
          await writeWhole(handle, chunk, end);
          end += chunk.length;
          if (end - reported >= growingPartBytes) await report();
        }
        await report();
      } catch (error) {
        await report().catch(() => {});
        throw error;
      } finally {
        await handle.close();
      }
    },
    async finish({ folder, file, offset }: GrowingFile) {
      // A killed process may have written bytes after the offset without reporting them.
      const handle = await open(pathOf(folder, file), offset > 0 ? 'r+' : 'w');
      await handle.truncate(offset);
      await handle.close();
    },
    async discard({ folder, file }) {
      await rm(dirname(pathOf(folder, file)), { recursive: true, force: true });
    },
  };
}
