import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Tile } from './sources.ts';

/** A full store is reduced to this share of its limit. The oldest tiles are removed first. */
const shareKept = 0.8;

export interface StoredTile extends Tile {
  /** The service's entity tag, by which it says whether the tile has changed. */
  readonly etag?: string | undefined;
}

/** Tiles in a folder of the installation, with how long they are fresh, up to a number of bytes. */
export class TileStore {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** The stored bytes, or undefined until the folder has been read. */
  #bytes: number | undefined;
  #sweeping: Promise<void> | undefined;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** @param key a relative path; null when there is no such tile */
  async read(key: string): Promise<StoredTile | null> {
    try {
      const file = await readFile(join(this.#folder, key));
      const end = file.indexOf('\n');
      const { length, freshUntil, ...facts } = JSON.parse(file.toString('utf8', 0, end));
      const bytes = file.subarray(end + 1);
      // After a power failure, a file may be shorter than it was written.
      if (bytes.length !== length) return null;
      return { ...facts, freshUntil: freshUntil ?? Number.POSITIVE_INFINITY, bytes };
    } catch {
      return null;
    }
  }

  /** Moves a complete file into place, so that a killed process leaves no incomplete tile. */
  async write(key: string, { bytes, ...facts }: StoredTile): Promise<void> {
    const file = join(this.#folder, key);
    const fresh = `${file}.${randomUUID()}`;
    // JSON writes an infinite number as null.
    const head = `${JSON.stringify({ ...facts, length: bytes.length })}\n`;
    const tile = Buffer.concat([Buffer.from(head), bytes]);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(fresh, tile);
    await rename(fresh, file);
    if (this.#bytes !== undefined) this.#bytes += tile.length;
    if (this.#bytes === undefined || this.#bytes > this.#maxBytes) {
      this.#sweeping ??= this.#sweep().finally(() => {
        this.#sweeping = undefined;
      });
      await this.#sweeping;
    }
  }

  async #sweep(): Promise<void> {
    const files = await this.#files();
    let bytes = files.reduce((sum, file) => sum + file.size, 0);
    if (bytes > this.#maxBytes) {
      files.sort((a, b) => a.changed - b.changed);
      for (const file of files) {
        if (bytes <= this.#maxBytes * shareKept) break;
        await rm(file.path, { force: true });
        bytes -= file.size;
      }
    }
    this.#bytes = bytes;
  }

  async #files(): Promise<{ path: string; size: number; changed: number }[]> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true });
    const found: { path: string; size: number; changed: number }[] = [];
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const known = await stat(path).catch(() => null);
      if (known !== null) found.push({ path, size: known.size, changed: known.mtimeMs });
    }
    return found;
  }
}
