import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** Receives the bytes of a file from first to last. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>;
}

/**
 * Writes a file completely or not at all. It is written under another name first, then renamed. If
 * `fill` rejects, nothing is left behind.
 */
export async function writeFileAtomically(
  path: string,
  fill: (sink: ByteSink) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.part`;
  const handle = await open(temporary, 'wx');
  try {
    try {
      // writeFile repeats short writes, and continues where the last one ended.
      await fill({ write: (bytes) => handle.writeFile(bytes) });
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes a file of this content, completely or not at all. */
export function writeWhole(path: string, content: Uint8Array | string): Promise<void> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return writeFileAtomically(path, (sink) => sink.write(bytes));
}
