import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TileRequest } from './basemap-worker.ts';
import { pictureMaxZoom } from './pictures.ts';
import { isTileAddress, type TileAddress } from './tile-address.ts';
import { TileThread } from './tile-thread.ts';
import { vectorMaxZoom } from './vector-tiles.ts';

/**
 * Changes whenever tiles would come out otherwise: it is part of their address, which lets browsers
 * keep them for good, and of the cache's folder.
 */
export const tileVersion = '1';

/** Tiles up to here are kept on disk (some 5,000 at most); deeper ones are cut in a moment. */
const keptMaxZoom = 6;

/** The embedded base map's tiles: made on demand, off the main thread, and kept. */
export class Basemap {
  private readonly thread = new TileThread();
  private readonly folder: string;
  private readonly underWay = new Map<string, Promise<Uint8Array>>();

  /** @param dataDirectory the installation's folder; tiles go to `basemap/` in it */
  constructor(dataDirectory: string) {
    this.folder = join(dataDirectory, 'basemap', tileVersion);
  }

  /** @returns the tile's bytes, or null when there is no such tile */
  async tile(kind: TileRequest['kind'], address: TileAddress): Promise<Uint8Array | null> {
    const maxZoom = kind === 'vector' ? vectorMaxZoom : pictureMaxZoom;
    if (!isTileAddress(address, maxZoom)) return null;
    const key = `${kind}/${address.z}/${address.x}/${address.y}`;
    const file = join(this.folder, key);
    const kept = address.z <= keptMaxZoom ? await readFile(file).catch(() => null) : null;
    if (kept !== null) return kept;

    const running = this.underWay.get(key) ?? this.make(kind, address, file);
    this.underWay.set(key, running);
    try {
      return await running;
    } finally {
      this.underWay.delete(key);
    }
  }

  close(): Promise<void> {
    return this.thread.close();
  }

  private async make(kind: TileRequest['kind'], address: TileAddress, file: string) {
    const tile = await this.thread.make(kind, address);
    if (address.z <= keptMaxZoom) await keep(file, tile);
    return tile;
  }
}

/** Writes beside the file and moves it into place: a killed process leaves no half tile. */
async function keep(file: string, tile: Uint8Array): Promise<void> {
  const fresh = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(fresh, tile);
  await rename(fresh, file);
}
