import { type FileHandle, open } from 'node:fs/promises';
import type { ByteSource } from '../tiff/byte-source.ts';

/** A file as a byte source. Its opener closes it. */
export class FileSource implements ByteSource {
  readonly name: string;
  readonly #handle: FileHandle;

  private constructor(path: string, handle: FileHandle) {
    this.name = path;
    this.#handle = handle;
  }

  /**
   * Rejects with the file system's error (ENOENT, EACCES…).
   *
   * @param name the file's name in messages; its path when left out
   */
  static async open(path: string, name: string = path): Promise<FileSource> {
    return new FileSource(name, await open(path, 'r'));
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
      if (bytesRead === 0) break;
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
