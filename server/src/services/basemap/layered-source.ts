import { createHash } from 'node:crypto';
import {
  type TileAddress,
  tileBounds,
  worldMeters,
  worldPosition,
} from '@refugia/engine/geo/web-mercator.ts';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import { joinCredits } from './credits.ts';
import type { SourceFacts, Tile, TileSource } from './sources.ts';

/** MapLibre asks again by itself for a tile that has expired, so the real one replaces the stand-in. */
const standInMilliseconds = 60_000;
/** How long browsers may keep a tile where a later answer of a service may be another one. */
const replaceableMilliseconds = 24 * 60 * 60_000;
/** From this zoom on, any tile that lies partly in a source's bounds is taken from it. */
const detailZoom = 11;
/** Farther out a source has to fill this share of a tile, which would otherwise be empty around it. */
const leastShare = 0.25;

interface Layered {
  /** Those that are asked first, in this order. */
  readonly sources: readonly TileSource[];
  /** The embedded map, which has every tile. */
  readonly base: TileSource;
  readonly facts: Pick<SourceFacts, 'id' | 'maxZoom'>;
  /** The clock, for tests. */
  readonly now?: () => number;
}

/** One source of several: of each tile, the first that has it answers. */
export function layeredSource({ sources, base, facts, now = Date.now }: Layered): TileSource {
  const all = [...sources, base];
  const versions = all.map(({ id, version }) => `${id} ${version}`).join();
  return {
    ...facts,
    version: createHash('sha256').update(versions).digest('hex').slice(0, 12),
    type: base.type,
    schemas: [...new Set(all.flatMap(({ schemas = [] }) => schemas))],
    tileSize: (sources[0] ?? base).tileSize,
    attribution: joinCredits(all.map(({ attribution }) => attribution)),
    async tile(address, signal): Promise<Tile | null> {
      let isStandIn = false;
      for (const source of sources) {
        if (!covers(source, address)) continue;
        try {
          const tile = await source.tile(address, signal);
          if (tile !== null) return tile;
        } catch (error) {
          if (!(error instanceof OutboundError)) throw error;
          isStandIn = true;
        }
      }
      const tile = await base.tile(address, signal);
      if (tile === null || sources.length === 0) return tile;
      const milliseconds = isStandIn ? standInMilliseconds : replaceableMilliseconds;
      return { ...tile, freshUntil: Math.min(tile.freshUntil, now() + milliseconds) };
    },
  };
}

function covers({ minZoom = 0, maxZoom, bounds }: SourceFacts, address: TileAddress): boolean {
  if (address.z < minZoom || address.z > maxZoom) return false;
  if (bounds === undefined) return true;
  const [west, south, east, north] = bounds;
  const [left, top] = worldPosition(west, north);
  const [right, bottom] = worldPosition(east, south);
  const [tileWest, , , tileNorth] = tileBounds(address).map((meters) => meters / worldMeters + 0.5);
  const size = 2 ** -address.z;
  const tileTop = 1 - tileNorth;
  const width = Math.min(right, tileWest + size) - Math.max(left, tileWest);
  const height = Math.min(bottom, tileTop + size) - Math.max(top, tileTop);
  if (width <= 0 || height <= 0) return false;
  return address.z >= detailZoom || width * height >= leastShare * size * size;
}
