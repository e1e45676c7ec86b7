import { join } from 'node:path';
import type { Place } from '@refugia/contract/basemap.ts';
import { isTileAddress, type TileAddress } from '@refugia/engine/render/web-mercator.ts';
import { SharedTasks } from '../../platform/shared-tasks.ts';
import type { BasemapTask } from './basemap-worker.ts';
import { type PictureName, pictureMaxZoom } from './pictures.ts';
import type { SceneTask } from './scene-worker.ts';
import { TileStore } from './tile-store.ts';
import { TileThread } from './tile-thread.ts';
import { vectorMaxZoom } from './vector-tiles.ts';

/**
 * Changes whenever tiles would come out otherwise: it is part of their address, which lets browsers
 * keep them for good, and of the cache's folder.
 */
export const tileVersion = '2';

/** Simulated scenes are made from here, while the picture of the globe still shows, to here: 10 m. */
export const sceneMinZoom = 6;
export const sceneMaxZoom = 13;

/** What the apps open with, and around it: the middle of the continental United States. */
const openingView = { z: 5, west: 5, east: 10, north: 10, south: 13 };

/** Vectors and pictures up to here are kept on disk; deeper ones are cut in a moment. */
const keptMaxZoom = 6;
const keptBytes = 200_000_000;
/** Some 15,000 tiles. */
const keptSceneBytes = 400_000_000;

/** The embedded base map's tiles: made on demand, off the main thread, and kept. */
export class Basemap {
  readonly #thread = new TileThread<BasemapTask>({
    url: new URL('./basemap-worker.ts', import.meta.url),
    tasksAtOnce: 4,
  });
  readonly #sceneThread = new TileThread<SceneTask>({
    url: new URL('./scene-worker.ts', import.meta.url),
    // A scene takes half a second: whoever has moved on shall not hold up the others.
    tasksAtOnce: 1,
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
      const tile = await this.#thread.make({ kind, address });
      if (isKept) await this.#store.write(key, tile);
      return tile;
    });
  }

  /**
   * Makes the tiles of the view that the apps open with, unless they are kept already: the first
   * visitor of a new installation would look at an empty map for seconds.
   */
  async prepareOpeningView(): Promise<void> {
    const { z, west, east, north, south } = openingView;
    for (let y = north; y <= south; y += 1) {
      for (let x = west; x <= east; x += 1) {
        if (this.#isClosed) return;
        const address = { z, x, y };
        await Promise.all([this.tile('satellite', address), this.tile('vector', address)]);
      }
    }
  }

  /**
   * A tile of a summer's simulated scenes.
   * @param signal whoever asked has gone: a tile that nobody else waits for is not begun
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
      const tile = await this.#sceneThread.make({ year, address }, alone);
      await this.#sceneStore.write(key, tile);
      return tile;
    });
  }

  /** Places of the embedded list whose names begin with `query`, the most populous first. */
  async places(query: string, limit: number): Promise<Place[]> {
    const bytes = await this.#thread.make({ kind: 'places', query, limit });
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
