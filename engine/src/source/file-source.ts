import { type FileHandle, open } from 'node:fs/promises';
import type { ByteSource } from '../tiff/byte-source.ts';

/** A file as a byte source. Whoever opens it closes it. */
export class FileSource implements ByteSource {
  readonly name: string;
  readonly #handle: FileHandle;

  private constructor(path: string, handle: FileHandle) {
    this.name = path;
    this.#handle = handle;
  }

  /** Rejects as the file system does (ENOENT, EACCES…). */
  static async open(path: string): Promise<FileSource> {
    return new FileSource(path, await open(path, 'r'));
  }

  async read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array> {
    signal?.throwIfAborted();
    const buffer = Buffer.allocUnsafeSlow(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#handle.read(
        buffer,
        filled,
        length - filled,
        offset + filled,
      );
      if (bytesRead === 0) {
        break;
      }
      filled += bytesRead;
    }
    signal?.throwIfAborted();
    return buffer.subarray(0, filled);
  }

  async size(): Promise<number> {
    return (await this.#handle.stat()).size;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
