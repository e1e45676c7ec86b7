import { createHash } from 'node:crypto';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import { joinCredits } from './credits.ts';
import type { Tile, TileSource } from './sources.ts';

/** MapLibre asks again by itself for a tile that has expired, so the real one replaces the stand-in. */
const standInMilliseconds = 60_000;
/** How long browsers may keep a tile where a later answer of a service may be another one. */
const replaceableMilliseconds = 24 * 60 * 60_000;

/** One source of two: a tile is the upper one's, or the lower one's where that has none or fails. */
export function above(upper: TileSource, lower: TileSource, id: string): TileSource {
  const versions = [upper, lower].map(({ id, version }) => `${id} ${version}`).join();
  return {
    id,
    version: createHash('sha256').update(versions).digest('hex').slice(0, 12),
    type: lower.type,
    tileSize: upper.tileSize,
    // What a service says of itself is known later.
    get schemas() {
      return [...new Set([upper, lower].flatMap(({ schemas = [] }) => schemas))];
    },
    get maxZoom() {
      return Math.max(upper.maxZoom, lower.maxZoom);
    },
    get attribution() {
      return joinCredits([upper.attribution, lower.attribution]);
    },
    async tile(address, signal): Promise<Tile | null> {
      const below = () => lower.tile(address, signal);
      let milliseconds = replaceableMilliseconds;
      try {
        const tile = await upper.tile(address, signal, below);
        if (tile !== null) return tile;
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        milliseconds = standInMilliseconds;
      }
      const tile = await below();
      return tile && { ...tile, freshUntil: Math.min(tile.freshUntil, Date.now() + milliseconds) };
    },
  };
}
