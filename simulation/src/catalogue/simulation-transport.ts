import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import { type Transport, TransportError } from '@refugia/engine/source/transport.ts';
import { SceneBlocks } from '../scenes/scene-blocks.ts';
import { blocksIn, layoutCog, type VirtualCog } from '../scenes/virtual-cog.ts';
import type { GridTile } from '../world/mgrs.ts';
import { defaultSeed } from '../world/noise.ts';
import { parseHref, type StacItem, sceneItem, simulationRoot } from './scene-item.ts';
import { searchScenes } from './stac.ts';

export interface SimulationOptions {
  /** The seed of the simulated country. The named examples need the default. */
  readonly seed?: number;
  /** The clock. No scene is newer than it. */
  readonly now?: () => Date;
}

/**
 * The number of cached catalogue entries. Estimating the clouds makes an entry cost most of a
 * millisecond.
 */
const keptItems = 3_000;
/** Enough for every file of every tile. */
const keptLayouts = 3_000;

/** A transport that answers a STAC search and range reads of scenes from the generator, without a network. */
export function createSimulationTransport(options: SimulationOptions = {}): Transport {
  const { seed = defaultSeed, now = () => new Date() } = options;
  return new SimulationTransport(seed, now);
}

class SimulationTransport implements Transport {
  readonly #seed: number;
  readonly #now: () => Date;
  readonly #blocks: SceneBlocks;
  readonly #layouts = new LeastRecentlyUsed<VirtualCog>(keptLayouts);
  readonly #items = new LeastRecentlyUsed<StacItem>(keptItems);

  constructor(seed: number, now: () => Date) {
    this.#seed = seed;
    this.#now = now;
    this.#blocks = new SceneBlocks(seed);
  }

  async json(url: string, options: { body?: unknown; signal?: AbortSignal }): Promise<unknown> {
    options.signal?.throwIfAborted();
    if (!url.startsWith(`${simulationRoot}/`) || !new URL(url).pathname.endsWith('/search'))
      throw missing(url);
    try {
      return searchScenes(options.body ?? {}, this.#now(), this.#itemOf);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new TransportError(error.message, { url, retryable: false, status: 400, cause: error });
    }
  }

  async range(
    url: string,
    offset: number,
    length: number,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const scene = parseHref(url);
    if (!scene) throw missing(url);
    const { tile, file } = scene;
    const bytesPerSample = file.band === undefined ? 1 : 2;
    const cog = this.#layouts.getOrMake(
      `${tile.id}/${file.resolutionMeters}/${bytesPerSample}`,
      () => layoutCog(tile, file.resolutionMeters, bytesPerSample),
    );
    const end = Math.min(offset + length, cog.size);
    const out = new Uint8Array(Math.max(end - offset, 0));
    if (offset < cog.header.length) out.set(cog.header.subarray(offset, end));
    for (const place of blocksIn(cog, offset, out.length)) {
      // A block takes tens of milliseconds, so other tasks get their turn in between.
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      const bytes = this.#blocks.block(scene, place);
      const from = Math.max(offset - place.offset, 0);
      const to = Math.min(end - place.offset, bytes.length);
      out.set(bytes.subarray(from, to), place.offset + from - offset);
    }
    signal?.throwIfAborted();
    return out;
  }

  /** Entries are cached because a large area is searched part by part, and parts share tiles. */
  readonly #itemOf = (tile: GridTile, day: number): StacItem =>
    this.#items.getOrMake(`${tile.id}/${day}`, () => sceneItem(tile, day, this.#seed));
}

function missing(url: string): TransportError {
  return new TransportError(`The simulated catalogue has nothing at ${url}`, {
    url,
    retryable: false,
    status: 404,
  });
}
