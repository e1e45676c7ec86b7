import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import type { DataTile } from '@refugia/engine/render/data-tile.ts';
import { tileKey } from './drawn-tiles.ts';

/** Fetches a tile, or null for one without data of the raster. */
export type FetchTile = (tile: TileAddress, signal: AbortSignal) => Promise<DataTile | null>;

type Entry =
  | { readonly state: 'loading'; readonly abort: AbortController }
  | { readonly state: 'ready'; readonly tile: DataTile | null }
  | { readonly state: 'failed'; readonly triesAgainAt: number };

/** The number of cached tiles. Each takes 0.5 to 1.5 MB. */
const keptTiles = 48;
/** Requests at a time. A browser has six connections to a host, and other calls need some. */
const requestsAtOnce = 4;
const retryMilliseconds = 4_000;

export interface TileStoreOptions {
  readonly fetchTile: FetchTile;
  /** Is called when a tile has loaded or failed. */
  readonly onChange: () => void;
  /** The current time in milliseconds. Default: that of the system. */
  readonly now?: () => number;
}

/**
 * The tiles of one raster that were requested. It is independent of the map and the graphics card,
 * and so survives a change of the base map and a lost context.
 */
export class TileStore {
  readonly #options: TileStoreOptions;
  /** Tiles by address, with the least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #isClosed = false;

  constructor(options: TileStoreOptions) {
    this.#options = options;
  }

  /** A loaded tile, null for one without data, or undefined for one that is not loaded. */
  peek(address: TileAddress): DataTile | null | undefined {
    const key = tileKey(address);
    const entry = this.#entries.get(key);
    if (entry?.state !== 'ready') return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.tile;
  }

  /** Fetches these tiles, the first ones first, and cancels requests for other tiles. */
  want(addresses: readonly TileAddress[]): void {
    if (this.#isClosed) return;
    const wanted = new Set(addresses.map(tileKey));
    for (const [key, entry] of this.#entries) {
      if (entry.state !== 'loading' || wanted.has(key)) continue;
      entry.abort.abort();
      this.#entries.delete(key);
    }
    let free = requestsAtOnce - this.count('loading');
    for (const address of addresses) {
      if (free <= 0) break;
      const entry = this.#entries.get(tileKey(address));
      const isDue = entry?.state === 'failed' && entry.triesAgainAt <= this.#now();
      if (entry !== undefined && !isDue) continue;
      void this.#fetch(address);
      free--;
    }
  }

  count(state: Entry['state']): number {
    return [...this.#entries.values()].filter((entry) => entry.state === state).length;
  }

  hasAll(addresses: readonly TileAddress[]): boolean {
    return addresses.every((each) => this.#entries.get(tileKey(each))?.state === 'ready');
  }

  hasFailed(addresses: readonly TileAddress[]): boolean {
    return addresses.some((each) => this.#entries.get(tileKey(each))?.state === 'failed');
  }

  /** Makes failed tiles be requested again at the next `want`. */
  forgetFailures(): void {
    for (const [key, { state }] of this.#entries) if (state === 'failed') this.#entries.delete(key);
    this.#options.onChange();
  }

  /** Ends all requests and frees the tiles. */
  close(): void {
    this.#isClosed = true;
    for (const entry of this.#entries.values()) if (entry.state === 'loading') entry.abort.abort();
    this.#entries.clear();
  }

  async #fetch(address: TileAddress): Promise<void> {
    const key = tileKey(address);
    const abort = new AbortController();
    const loading: Entry = { state: 'loading', abort };
    this.#entries.set(key, loading);
    let entry: Entry;
    try {
      entry = { state: 'ready', tile: await this.#options.fetchTile(address, abort.signal) };
    } catch {
      entry = { state: 'failed', triesAgainAt: this.#now() + retryMilliseconds };
    }
    // The tile belongs to another raster, or is no longer wanted.
    if (this.#isClosed || this.#entries.get(key) !== loading) return;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#dropOldest();
    this.#options.onChange();
    // The drawing code only requests tiles again after a notification.
    if (entry.state === 'failed') setTimeout(this.#tell, retryMilliseconds);
  }

  #tell = (): void => {
    if (!this.#isClosed) this.#options.onChange();
  };

  #dropOldest(): void {
    let surplus = this.count('ready') - keptTiles;
    for (const [key, { state }] of this.#entries) {
      if (surplus <= 0) return;
      if (state !== 'ready') continue;
      this.#entries.delete(key);
      surplus--;
    }
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}
