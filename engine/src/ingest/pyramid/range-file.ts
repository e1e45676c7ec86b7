import { closeSync, openSync, readSync } from 'node:fs';
import { TiffError } from '../../tiff/errors.ts';
import type { PlannedRange } from '../../tiff/reading/plan.ts';

/**
 * A file whose ranges are read into memory that is used again, because reading into new memory takes
 * several times as long. Reading blocks the thread.
 */
export class RangeFile {
  readonly #path: string;
  #file: number | undefined;
  readonly #free: Uint8Array[] = [];

  /** The file is opened when the first range is read. */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Calls `use` with the bytes of a range, which are valid until it has resolved. Rejects with
   * TiffError if the file is too short, with the file system's errors, or as `use` does.
   */
  async withRange(range: PlannedRange, use: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    let memory = this.#free.pop();
    if (!memory || memory.length < range.length) memory = new Uint8Array(range.length);
    try {
      await use(this.#read(range, memory));
    } finally {
      this.#free.push(memory);
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #read({ offset, length }: PlannedRange, memory: Uint8Array): Uint8Array {
    this.#file ??= openSync(this.#path, 'r');
    let filled = 0;
    while (filled < length) {
      const count = readSync(this.#file, memory, filled, length - filled, offset + filled);
      if (count === 0) {
        throw new TiffError('damaged', `${this.#path} ends before byte ${offset + length}.`);
      }
      filled += count;
    }
    return memory.subarray(0, length);
  }
}
