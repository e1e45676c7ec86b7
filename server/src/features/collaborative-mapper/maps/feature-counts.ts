import {
  type OperationVerb,
  operationVerbs,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import { and, count, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Orm } from '../../../platform/database/database.ts';
import { mapFeature, mapLayer, mapOperation } from '../../../platform/database/schema/index.ts';
import { presentLayers } from './map-layers.ts';
import type { MapRow } from './map-queries.ts';

/** The number of features that were not deleted, and west, south, east and north of their box. */
export interface FeatureCount {
  readonly features: number;
  readonly box: [west: number, south: number, east: number, north: number];
}

/** The counts of layers that have features, by the layer's id. */
export type CountsByLayer = ReadonlyMap<string, FeatureCount>;

interface KnownCounts {
  readonly seq: number;
  readonly counts: Promise<CountsByLayer>;
}

const rememberedMaps = 1_000;

/** Whether an operation changes which features there are, or where. */
const changesFeatures: Readonly<Record<OperationVerb, boolean>> = {
  create: true,
  edit: true,
  delete: true,
  'create-layer': false,
  'import-layer': true,
  'delete-layer': true,
  'restore-layer': true,
  'edit-layer': false,
  'edit-map': false,
  'add-raster': false,
  'delete-raster': false,
  'restore-raster': false,
  note: false,
};
const verbsOfFeatures = operationVerbs.filter((verb) => changesFeatures[verb]);

/**
 * Counts the features of maps. Every change of a map's features is an operation of its log, so that
 * counts hold until the next such operation. Counting a map of 100,000 features occupies the embedded
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
    const counts = this.#countAfter(known, id);
    this.#known.set(key, { seq: lastSeq, counts });
    counts.catch(() => this.#known.delete(key));
    return counts;
  }

  async #countAfter(known: KnownCounts | undefined, mapId: number): Promise<CountsByLayer> {
    const isKnown = known && !(await haveFeaturesChanged(this.#orm, mapId, known.seq));
    return await (isKnown ? known.counts : countByLayer(this.#orm, mapId));
  }

  async total(map: Pick<MapRow, 'id' | 'lastSeq'>): Promise<number> {
    return totalOf(await this.of(map));
  }
}

/** The number of features of all layers together, or of one of them. */
export function totalOf(counts: CountsByLayer, layerId?: string): number {
  if (layerId !== undefined) return counts.get(layerId)?.features ?? 0;
  return [...counts.values()].reduce((sum, { features }) => sum + features, 0);
}

/** Whether a map's features were changed after an operation of its log. */
async function haveFeaturesChanged(orm: Orm, mapId: number, since: number): Promise<boolean> {
  const [change] = await orm
    .select({ seq: mapOperation.seq })
    .from(mapOperation)
    .where(
      and(
        eq(mapOperation.mapId, mapId),
        gt(mapOperation.seq, since),
        inArray(mapOperation.verb, verbsOfFeatures),
      ),
    )
    .limit(1);
  return change !== undefined;
}

async function countByLayer(orm: Orm, mapId: number): Promise<CountsByLayer> {
  // Joining each feature with its layer would double the time.
  const layers = await orm.select({ id: mapLayer.id }).from(mapLayer).where(presentLayers(mapId));
  const there = new Set(layers.map(({ id }) => id));
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
