import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type GrowingFile, type GrowingFiles, growingPieceBytes } from './growing-files.ts';

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
export function createLocalGrowingFiles(
  pathOf: (folder: string, file: string) => string,
): GrowingFiles {
  return {
    async append({ folder, file, offset, state }, bytes, onGrown) {
      const handle = await openGrowing(pathOf(folder, file), offset);
      let end = offset;
      let told = offset;
      const tell = async () => {
        if (end === told) return;
        await handle.datasync();
        await onGrown(end, state);
        told = end;
      };
      try {
        for await (const chunk of bytes) {
          await writeWhole(handle, chunk, end);
          end += chunk.length;
          if (end - told >= growingPieceBytes) await tell();
        }
        await tell();
      } catch (error) {
        await tell().catch(() => {});
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
