import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import { placeOf } from '../../platform/storage/storage.ts';
import { emptyTile } from './empty-tile.ts';
import { TilePool, type TilePoolOptions, type TileQuestion } from './tile-pool.ts';

export interface Tiles {
  /**
   * A tile of a stored picture as PNG; a transparent one where the picture shows nothing.
   * @returns undefined when the file is not there
   * @throws TilesBusyError when too many tiles wait; the signal's reason when aborted while it waits
   */
  png(question: TileQuestion, signal?: AbortSignal): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

const maxCachedBytes = 64 * 1024 * 1024;

/** Map tiles of stored pictures, made in worker threads and kept in memory for a while. */
export function createTiles(options?: TilePoolOptions): Tiles {
  const pool = new TilePool(options);
  const cache = new LeastRecentlyUsed<Uint8Array>(maxCachedBytes, ({ length }) => length);
  return {
    async png(question, signal) {
      const { location, layer, tile, size, kinds } = question;
      const key = [placeOf(location), layer, tile.z, tile.x, tile.y, size, kinds ?? 'all'].join(
        ' ',
      );
      const known = cache.get(key);
      if (known) return known;
      const made = await pool.render(question, signal);
      if (made === undefined) return undefined;
      const png = made ?? (await emptyTile(size));
      cache.set(key, png);
      return png;
    },
    close: () => pool.close(),
  };
}
