import { join } from 'node:path';
import type { Place } from '@refugia/contract/basemap.ts';
import { isTileAddress, type TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { ThreadPool } from '@refugia/engine/threads/thread-pool.ts';
import { SharedTasks } from '../../platform/shared-tasks.ts';
import type { BasemapTask } from './basemap-worker.ts';
import { type PictureName, pictureMaxZoom } from './pictures.ts';
import type { SceneTask } from './scene-worker.ts';
import { TileStore } from './tile-store.ts';
import { vectorMaxZoom } from './vector-tiles.ts';

/**
 * The version changes whenever tiles look different. It is part of their address, so that browsers
 * may keep tiles for ever, and of the cache's folder.
 */
export const tileVersion = '2';

/**
 * Simulated scenes are made from this zoom, where the picture of the globe still shows, up to
 * `sceneMaxZoom`, where a pixel is 10 m.
 */
export const sceneMinZoom = 6;
export const sceneMaxZoom = 13;

/**
 * The tiles of the view with which the apps open, and those around it: the middle of the
 * continental United States.
 */
const openingView = { z: 5, west: 5, east: 10, north: 10, south: 13 };

/**
 * Tiles of vectors and pictures are stored on disk up to this zoom. Deeper ones are made quickly.
 */
const keptMaxZoom = 6;
const keptBytes = 200_000_000;
/** A thread holds some hundred megabytes, so it ends when it has been idle for this long. */
const idleMilliseconds = 5 * 60_000;
/** Some 15,000 tiles. */
const keptSceneBytes = 400_000_000;

/** The embedded base map's tiles, which are made on demand in other threads and stored. */
export class Basemap {
  /** One thread, which holds the geography. It encodes pictures while it makes the next tiles. */
  readonly #thread = new ThreadPool<BasemapTask, Uint8Array>({
    url: new URL('./basemap-worker.ts', import.meta.url),
    threads: 1,
    tasksAtOnce: 4,
    idleMilliseconds,
  });
  /**
   * A scene takes half a second. One is made at a time, so that requests which are cancelled
   * meanwhile cost nothing.
   */
  readonly #sceneThread = new ThreadPool<SceneTask, Uint8Array>({
    url: new URL('./scene-worker.ts', import.meta.url),
    threads: 1,
    idleMilliseconds,
  });
  readonly #store: TileStore;
  readonly #sceneStore: TileStore;
  readonly #underWay = new SharedTasks<Uint8Array>();
  #isClosed = false;

  /** @param dataDirectory the installation's folder; tiles go to `basemap/` in it */
  constructor(dataDirectory: string) {
    const folder = join(dataDirectory, 'basemap', tileVersion);
    this.#store = new TileStore(join(folder, 'tiles'), keptBytes);
    this.#sceneStore = new TileStore(join(folder, 'scenes'), keptSceneBytes);
  }

  /** @returns the tile's bytes, or null when there is no such tile */
  async tile(kind: PictureName | 'vector', address: TileAddress): Promise<Uint8Array | null> {
    const maxZoom = kind === 'vector' ? vectorMaxZoom : pictureMaxZoom;
    if (!isTileAddress(address, maxZoom)) return null;
    const key = `${kind}/${pathOf(address)}`;
    const isKept = address.z <= keptMaxZoom;
    const kept = isKept ? await this.#store.read(key) : null;
    if (kept !== null) return kept;
    return this.#underWay.run(key, undefined, async () => {
      const tile = await this.#thread.run({ kind, address });
      if (isKept) await this.#store.write(key, tile);
      return tile;
    });
  }

  /**
   * Makes and stores the tiles of the view with which the apps open. Otherwise the first visitor of
   * a new installation would see an empty map for seconds.
   */
  async prepareOpeningView(): Promise<void> {
    const { z, west, east, north, south } = openingView;
    for (let y = north; y <= south; y++) {
      for (let x = west; x <= east; x++) {
        if (this.#isClosed) return;
        const address = { z, x, y };
        await Promise.all([this.tile('satellite', address), this.tile('vector', address)]);
      }
    }
  }

  /**
   * A tile of a summer's simulated scenes.
   * @param signal aborts when the caller leaves; a tile that nobody else waits for is not begun
   * @returns null when there is no such tile
   */
  async sceneTile(
    year: number,
    address: TileAddress,
    signal: AbortSignal,
  ): Promise<Uint8Array | null> {
    if (!isTileAddress(address, sceneMaxZoom) || address.z < sceneMinZoom) return null;
    const key = `${year}/${pathOf(address)}`;
    const kept = await this.#sceneStore.read(key);
    if (kept !== null) return kept;
    return this.#underWay.run(`scenes/${key}`, signal, async (alone) => {
      const tile = await this.#sceneThread.run({ year, address }, { signal: alone });
      await this.#sceneStore.write(key, tile);
      return tile;
    });
  }

  /** Places of the embedded list whose names begin with `query`, the most populous first. */
  async places(query: string, limit: number): Promise<Place[]> {
    const bytes = await this.#thread.run({ kind: 'places', query, limit });
    return JSON.parse(Buffer.from(bytes).toString()) as Place[];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#thread.close(), this.#sceneThread.close()]);
  }
}

function pathOf({ z, x, y }: TileAddress): string {
  return `${z}/${x}/${y}`;
}
