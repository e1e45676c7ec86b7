import { closeSync, openSync, writeSync } from 'node:fs';
import type { SpilledTile } from './plan.ts';

/**
 * A scratch file to which compressed tiles are appended until their place in the result is known.
 */
export class Spill {
  readonly #path: string;
  #file: number | undefined;
  #end = 0;

  /** The file is created when the first tile is appended. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Throws the file system's errors, such as ENOSPC if the disk is full. */
  append(bytes: Uint8Array): SpilledTile {
    this.#file ??= openSync(this.#path, 'wx', 0o600);
    let written = 0;
    while (written < bytes.length) {
      written += writeSync(this.#file, bytes, written, bytes.length - written);
    }
    const place = { offset: this.#end, length: bytes.length };
    this.#end += bytes.length;
    return place;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
