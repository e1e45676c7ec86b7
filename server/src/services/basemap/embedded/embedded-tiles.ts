import type { Place } from '@refugia/contract/basemap.ts';
import { isTileAddress, type TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { ThreadPool } from '@refugia/engine/threads/thread-pool.ts';
import { SharedTasks } from '../../../platform/shared-tasks.ts';
import type { EmbeddedSource, Tile, TileSource } from '../sources.ts';
import { vectorMediaType } from '../tile-check.ts';
import type { TileStore } from '../tile-store.ts';
import type { BasemapTask } from './basemap-worker.ts';
import type { SceneTask } from './scene-worker.ts';

/** A thread holds some hundred megabytes, so it ends when it has been idle for this long. */
const idleMilliseconds = 5 * 60_000;

/** The embedded base map's tiles, which are made on demand in other threads and stored. */
export class EmbeddedTiles {
  /** One thread, which holds the geography. It encodes pictures while it makes the next tiles. */
  readonly #thread = new ThreadPool<BasemapTask, Uint8Array>({
    url: new URL('./basemap-worker.ts', import.meta.url),
    threads: 1,
    tasksAtOnce: 4,
    idleMilliseconds,
  });
  /** A scene takes half a second. One is made at a time, so that cancelled requests cost nothing. */
  readonly #sceneThread = new ThreadPool<SceneTask, Uint8Array>({
    url: new URL('./scene-worker.ts', import.meta.url),
    threads: 1,
    idleMilliseconds,
  });
  readonly #store: TileStore;
  readonly #underWay = new SharedTasks<Uint8Array>();

  constructor(store: TileStore) {
    this.#store = store;
  }

  source(facts: EmbeddedSource): TileSource {
    return this.#source(facts, facts.maxZoom);
  }

  /**
   * A source that lies below others. It has tiles down to a deeper zoom than its own, and how far closer in the
   * map asks for tiles is up to the others.
   */
  standIn(facts: EmbeddedSource, maxZoom: number): TileSource {
    return { ...this.#source(facts, maxZoom), maxZoom: 0 };
  }

  #source(facts: EmbeddedSource, maxZoom: number): TileSource {
    return {
      ...facts,
      tile: async (address, signal) => {
        if (!isTileAddress(address, maxZoom) || address.z < (facts.minZoom ?? 0)) return null;
        return await this.#tile(facts, address, signal);
      },
    };
  }

  async #tile(source: EmbeddedSource, address: TileAddress, signal?: AbortSignal): Promise<Tile> {
    const { z, x, y } = address;
    const key = `${source.version}/${source.id}/${z}/${x}/${y}`;
    const isStored = z <= source.storedMaxZoom;
    const stored = isStored ? await this.#store.read(key) : null;
    if (stored !== null) return stored;
    const facts = {
      mediaType: source.type === 'vector' ? vectorMediaType : 'image/webp',
      freshUntil: Number.POSITIVE_INFINITY,
    };
    const bytes = await this.#underWay.run(key, signal, async (alone) => {
      const made = await this.#make(source, address, alone);
      if (isStored) await this.#store.write(key, { bytes: made, ...facts });
      return made;
    });
    return { bytes, ...facts };
  }

  #make(source: EmbeddedSource, address: TileAddress, signal: AbortSignal): Promise<Uint8Array> {
    const { kind, year = 0 } = source;
    if (kind === 'scenes') return this.#sceneThread.run({ year, address }, { signal });
    return this.#thread.run({ kind, address }, { signal });
  }

  /** Places of the embedded list whose names begin with `query`, the most populous first. */
  async places(query: string, limit: number): Promise<Place[]> {
    const bytes = await this.#thread.run({ kind: 'places', query, limit });
    return JSON.parse(Buffer.from(bytes).toString());
  }

  /** The border of a place as GeoJSON text, or `null` as text where there is none. */
  async border(border: string): Promise<string> {
    return Buffer.from(await this.#thread.run({ kind: 'border', border })).toString();
  }

  async close(): Promise<void> {
    await Promise.all([this.#thread.close(), this.#sceneThread.close()]);
  }
}
