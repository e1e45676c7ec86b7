import { createHash } from 'node:crypto';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import type { Laid } from './archive/merge.ts';
import { shareOf } from './archive/share.ts';
import { joinCredits } from './credits.ts';
import type { Tile, TileSource } from './sources.ts';

/** MapLibre asks again by itself for a tile that has expired, so the real one replaces the stand-in. */
const standInMilliseconds = 60_000;
/** How long browsers may keep a tile where a later answer of a service may be another one. */
const replaceableMilliseconds = 24 * 60 * 60_000;

interface Layers {
  readonly upper: TileSource;
  readonly lower: TileSource;
  /** Lays a region's tile over the one below it; null where that fails. */
  readonly lay: (laid: Laid, id: string) => Promise<Uint8Array | null>;
}

/** One source of two: the lower one's tile, and over it the upper one's where it has one and works. */
export function above(id: string, { upper, lower, lay }: Layers): TileSource {
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
      let milliseconds = replaceableMilliseconds;
      let over: Tile | null = null;
      try {
        over = await upper.tile(address, signal);
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        milliseconds = standInMilliseconds;
      }
      const { reach } = upper;
      const share = reach === undefined ? 'whole' : shareOf(reach, address);
      if (over !== null && share === 'whole' && (reach?.hasSea ?? true)) return over;
      const under = await lower.tile(address, signal);
      if (under === null) return over;
      const freshUntil = Math.min(under.freshUntil, over?.freshUntil ?? Date.now() + milliseconds);
      if (over === null || share === 'none') return { ...under, freshUntil };
      const { bounds } = reach ?? {};
      const tiles = { over: over.bytes, under: under.bytes };
      const bytes = await lay({ ...tiles, address, share, bounds }, upper.id);
      return { ...under, bytes: bytes ?? under.bytes, freshUntil };
    },
  };
}
