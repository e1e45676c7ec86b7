import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Orm } from '../../../platform/database/database.ts';
import { mapFeature, mapLayer } from '../../../platform/database/schema/index.ts';
import type { LayerOrDrawn } from './feature-parts.ts';
import type { MapRow } from './map-queries.ts';

/** The number of features that were not deleted, and west, south, east and north of their box. */
export interface FeatureCount {
  readonly features: number;
  readonly box: [west: number, south: number, east: number, north: number];
}

/** The counts of layers that have features, by the layer's id. Drawn features have the id null. */
export type CountsByLayer = ReadonlyMap<string | null, FeatureCount>;

interface KnownCounts {
  readonly seq: number;
  readonly counts: Promise<CountsByLayer>;
}

const rememberedMaps = 1_000;

/**
 * Counts the features of maps. Every change of a map's features is an operation of its log, so that
 * counts hold until the next operation. Counting a map of 100,000 features occupies the embedded
 * database for about a tenth of a second, and the owner's browser asks each time the map is moved.
 */
export class FeatureCounts {
  readonly #orm: Orm;
  readonly #known = new LeastRecentlyUsed<KnownCounts>(rememberedMaps);

  constructor(orm: Orm) {
    this.#orm = orm;
  }

  /** Counts the features of each layer, with all operations up to the map's last number. */
  of({ id, lastSeq }: Pick<MapRow, 'id' | 'lastSeq'>): Promise<CountsByLayer> {
    const key = String(id);
    const known = this.#known.get(key);
    if (known && known.seq >= lastSeq) return known.counts;
    const counts = countByLayer(this.#orm, id);
    this.#known.set(key, { seq: lastSeq, counts });
    counts.catch(() => this.#known.delete(key));
    return counts;
  }

  /** Counts all features of a map. */
  async total(map: Pick<MapRow, 'id' | 'lastSeq'>): Promise<number> {
    return totalOf(await this.of(map));
  }
}

/**
 * The number of features of all layers together, or of one of them.
 */
export function totalOf(counts: CountsByLayer, layerId?: LayerOrDrawn): number {
  if (layerId !== undefined) return counts.get(layerId === 'drawn' ? null : layerId)?.features ?? 0;
  return [...counts.values()].reduce((sum, { features }) => sum + features, 0);
}

async function countByLayer(orm: Orm, mapId: number): Promise<CountsByLayer> {
  // Joining each feature with its layer would double the time.
  const layers = await orm
    .select({ id: mapLayer.id })
    .from(mapLayer)
    .where(
      and(eq(mapLayer.mapId, mapId), isNotNull(mapLayer.appearedSeq), isNull(mapLayer.deletedSeq)),
    );
  const there = new Set<string | null>([null, ...layers.map(({ id }) => id)]);
  const rows = await orm
    .select({
      layerId: mapFeature.layerId,
      features: count(),
      west: sql<number>`min((${mapFeature.box}[1])[0])`,
      south: sql<number>`min((${mapFeature.box}[1])[1])`,
      east: sql<number>`max((${mapFeature.box}[0])[0])`,
      north: sql<number>`max((${mapFeature.box}[0])[1])`,
    })
    .from(mapFeature)
    .where(and(eq(mapFeature.mapId, mapId), eq(mapFeature.isDeleted, false)))
    .groupBy(mapFeature.layerId);
  const counted = rows.filter(({ layerId }) => there.has(layerId));
  return new Map(
    counted.map(({ layerId, features, west, south, east, north }) => [
      layerId,
      { features, box: [west, south, east, north] },
    ]),
  );
}
