import { join } from 'node:path';
import type { Place } from '@refugia/contract/basemap.ts';
import { isTileAddress, type TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { ThreadPool } from '@refugia/engine/threads/thread-pool.ts';
import { latestMosaicYear, simulationCatalogue } from '@refugia/simulation/index.ts';
import { SharedTasks } from '../../platform/shared-tasks.ts';
import type { BasemapTask } from './embedded/basemap-worker.ts';
import type { SceneTask } from './embedded/scene-worker.ts';
import { type EmbeddedKind, type EmbeddedSource, embeddedSources, tileVersion } from './sources.ts';
import { TileStore } from './tile-store.ts';

/**
 * The tiles of the view with which the apps open, and those around it: the middle of the
 * continental United States.
 */
const openingView = { z: 5, west: 5, east: 10, north: 10, south: 13 };

/** Some 25,000 tiles, most of which show simulated scenes. */
const storedBytes = 600_000_000;
/** A thread holds some hundred megabytes, so it ends when it has been idle for this long. */
const idleMilliseconds = 5 * 60_000;

/** The embedded base map's tiles, which are made on demand in other threads and stored. */
export class Basemap {
  /** One thread, which holds the geography. It encodes pictures while it makes the next tiles. */
  readonly #thread = new ThreadPool<BasemapTask, Uint8Array>({
    url: new URL('./embedded/basemap-worker.ts', import.meta.url),
    threads: 1,
    tasksAtOnce: 4,
    idleMilliseconds,
  });
  /**
   * A scene takes half a second. One is made at a time, so that requests which are cancelled
   * meanwhile cost nothing.
   */
  readonly #sceneThread = new ThreadPool<SceneTask, Uint8Array>({
    url: new URL('./embedded/scene-worker.ts', import.meta.url),
    threads: 1,
    idleMilliseconds,
  });
  readonly #store: TileStore;
  readonly #underWay = new SharedTasks<Uint8Array>();
  #isClosed = false;

  /** @param dataDirectory the installation's folder; tiles go to `basemap/` in it */
  constructor(dataDirectory: string) {
    this.#store = new TileStore(join(dataDirectory, 'basemap', tileVersion), storedBytes);
  }

  /** The sources of its tiles. Of the simulated scenes there is one summer, the latest. */
  sources(): Readonly<Record<EmbeddedKind, EmbeddedSource>> {
    const { bbox: bounds } = simulationCatalogue;
    return embeddedSources({ year: latestMosaicYear(new Date()), bounds });
  }

  /**
   * @param signal aborts when the caller leaves; a tile that nobody else waits for is not begun
   * @returns the tile's bytes, or null when there is no such tile
   */
  async tile(
    source: EmbeddedSource,
    address: TileAddress,
    signal?: AbortSignal,
  ): Promise<Uint8Array | null> {
    const { z, x, y } = address;
    if (!isTileAddress(address, source.maxZoom) || z < (source.minZoom ?? 0)) return null;
    const key = `tiles/${source.path}/${z}/${x}/${y}`;
    const isStored = z <= source.storedMaxZoom;
    const stored = isStored ? await this.#store.read(key) : null;
    if (stored !== null) return stored;
    return this.#underWay.run(key, signal, async (alone) => {
      const tile = await this.#make(source, address, alone);
      if (isStored) await this.#store.write(key, tile);
      return tile;
    });
  }

  #make({ maker }: EmbeddedSource, address: TileAddress, signal: AbortSignal): Promise<Uint8Array> {
    if (maker.kind === 'scenes') {
      return this.#sceneThread.run({ year: maker.year, address }, { signal });
    }
    return this.#thread.run({ kind: maker.kind, address }, { signal });
  }

  /**
   * Makes and stores the tiles of the view with which the apps open. Otherwise the first visitor of
   * a new installation would see an empty map for seconds.
   */
  async prepareOpeningView(): Promise<void> {
    const { satellite, vector } = this.sources();
    const { z, west, east, north, south } = openingView;
    for (let y = north; y <= south; y++) {
      for (let x = west; x <= east; x++) {
        if (this.#isClosed) return;
        const address = { z, x, y };
        await Promise.all([this.tile(satellite, address), this.tile(vector, address)]);
      }
    }
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
