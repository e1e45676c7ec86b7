import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import type { PointReading } from '@refugia/engine/render/cog.ts';
import {
  PoolBusyError,
  ThreadPool,
  type ThreadPoolOptions,
} from '@refugia/engine/threads/thread-pool.ts';
import sharp from 'sharp';
import { placeOf } from '../../platform/storage/storage.ts';
import { codeOf } from '../../platform/thrown.ts';
import type { PointTask, TileBytes, TileTask } from './tile-worker.ts';

/** Tiles of stored rasters, made by one pool of threads. Whoever creates it must close it. */
export interface Tiles {
  /**
   * Makes a tile in the form of its rendering, or null when the raster has nothing there.
   * @returns undefined when the file is not there
   * @throws {TilesBusyError}; the signal's reason when aborted while it waits
   */
  make(task: TileTask, signal?: AbortSignal): Promise<TileBytes | undefined>;
  /** The same for drawings that make pictures. The PNG is transparent where the raster has nothing. */
  png(task: TileTask, signal?: AbortSignal): Promise<Uint8Array | undefined>;
  /**
   * Reads the values of a prepared raster at a place.
   * @returns undefined when the file is not there
   * @throws TilesBusyError; the signal's reason
   */
  readValue(task: PointTask, signal?: AbortSignal): Promise<PointReading | undefined>;
  close(): Promise<void>;
}

/** More tiles wait than can be made in reasonable time, or one took longer than it may. */
export class TilesBusyError extends Error {
  constructor() {
    super('Too many map tiles are being made. Please try again in a moment.');
    this.name = 'TilesBusyError';
  }
}

const maxCachedBytes = 64 * 1024 * 1024;
/** Approximate memory for the cache entry of an empty tile, besides its key. */
const emptyBytes = 100;

const defaults = {
  url: new URL('./tile-worker.ts', import.meta.url),
  maxWaiting: 256,
  taskMilliseconds: 15_000,
  heapMegabytes: 256,
} satisfies ThreadPoolOptions;

/** Makes tiles in worker threads and keeps them in memory for a while. */
export function createTiles(
  options: Pick<ThreadPoolOptions, 'threads' | 'maxWaiting' | 'taskMilliseconds'> = {},
): Tiles {
  const pool = new ThreadPool<TileTask | PointTask, TileBytes | PointReading>({
    ...defaults,
    ...options,
  });
  const cache = new LeastRecentlyUsed<{ readonly bytes: TileBytes }>(
    maxCachedBytes,
    ({ bytes }) => bytes?.length ?? emptyBytes,
  );

  async function make(task: TileTask, signal?: AbortSignal): Promise<TileBytes | undefined> {
    const key = keyOf(task);
    const known = cache.get(key);
    if (known) return known.bytes;
    const bytes = await run<TileBytes>(task, signal);
    if (bytes !== undefined) cache.set(key, { bytes });
    return bytes;
  }

  async function run<Result extends TileBytes | PointReading>(
    task: TileTask | PointTask,
    signal: AbortSignal | undefined,
  ): Promise<Result | undefined> {
    try {
      return (await pool.run(task, { signal })) as Result;
    } catch (error) {
      if (error instanceof PoolBusyError) throw new TilesBusyError();
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  return {
    make,
    async png(task, signal) {
      const bytes = await make(task, signal);
      return bytes === null ? await emptyTile(task.size) : bytes;
    },
    readValue: (task, signal) => run<PointReading>(task, signal),
    close: () => pool.close(),
  };
}

function keyOf({ location, rendering, tile, size }: TileTask): string {
  return [placeOf(location), JSON.stringify(rendering), tile.z, tile.x, tile.y, size].join(' ');
}

const emptyTiles = new Map<number, Promise<Buffer>>();

/** The reply for a tile without content: a transparent PNG of `size` × `size` pixels, made once. */
function emptyTile(size: number): Promise<Buffer> {
  const known = emptyTiles.get(size);
  if (known) return known;
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const made = sharp({ create: { width: size, height: size, channels: 4, background } })
    .png({ palette: true, colours: 2, compressionLevel: 9 })
    .toBuffer();
  emptyTiles.set(size, made);
  return made;
}
