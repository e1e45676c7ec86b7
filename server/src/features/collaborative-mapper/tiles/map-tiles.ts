import type { FeatureFilter } from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import { ThreadPool } from '@refugia/engine/threads/thread-pool.ts';
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Orm } from '../../../platform/database/database.ts';
import { mapFeature, mapLayer, mapOperation } from '../../../platform/database/schema/index.ts';
import { findHidden } from '../features/filter-sql.ts';
import { featuresInParts, layersInOrder, type RemovedColumns } from '../maps/map-layers.ts';
import { isFeatureThere } from '../maps/map-queries.ts';
import type { TileAnswer, TileTask } from './tile-worker.ts';

/** After more changes than this a map is loaded anew. */
const mostChanges = 5_000;
/** Maps whose last known operation is remembered. The thread keeps the features of fewer. */
const mostRemembered = 200;

export interface MapTileQuestion {
  readonly mapId: number;
  readonly z: number;
  readonly x: number;
  readonly y: number;
  /** The number of the last operation that the tile has to include. */
  readonly seq: number;
  readonly filter?: FeatureFilter | undefined;
  /** Columns by which the caller can't filter. */
  readonly removed?: RemovedColumns | undefined;
}

const row = sql<string>`json_build_array(${mapFeature.id}, ${mapFeature.layerId}, ${mapFeature.revision},
  ${mapFeature.geometry}, ${mapFeature.properties} -> (${mapLayer.style} -> 'color_by' ->> 'attribute'),
  ${mapFeature.properties} -> (${mapLayer.style} ->> 'label_by'),
  coalesce((${mapLayer.style} -> 'clusters')::boolean, false))::text`;

/**
 * Whether an operation may change all features of a layer. Besides operations on a whole layer, a
 * change of its style does so, because tiles contain the values that the style names.
 */
const changesAll = sql<boolean>`CASE ${mapOperation.verb}
  WHEN 'edit-layer' THEN ${mapOperation.patch} -> 'after' -> 'style' IS NOT NULL
  WHEN 'create-layer' THEN false
  ELSE ${mapOperation.verb} LIKE '%-layer' END`;

/** What distinguishes filters, for a caller with these columns. Undefined without conditions. */
function filterKey({ filter = [], removed = new Map() }: MapTileQuestion): string | undefined {
  return filter.length === 0 ? undefined : JSON.stringify([filter, [...removed]]);
}

/**
 * Makes the vector tiles of maps. A thread cuts them from an index of all features of a map, which is
 * built at the first request and updated from the log, or built anew after a change of a whole layer.
 */
export class MapTiles {
  readonly #orm: Orm;
  readonly #pool = new ThreadPool<TileTask, TileAnswer>({
    url: new URL('./tile-worker.ts', import.meta.url),
    threads: 1,
    maxWaiting: 500,
    idleMilliseconds: 2 * 60_000,
    heapMegabytes: 2_000,
  });
  /** The last operation that the thread knows, by map. Only one request at a time updates a map. */
  readonly #known = new LeastRecentlyUsed<Promise<number>>(mostRemembered);
  /** The searches for hidden features that are under way, by map, operation and filter. */
  readonly #hiding = new Map<string, Promise<void>>();

  constructor(orm: Orm) {
    this.#orm = orm;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async tile(question: MapTileQuestion, signal?: AbortSignal): Promise<NonNullable<TileAnswer>> {
    const { mapId, z, x, y } = question;
    const filter = filterKey(question);
    for (let attempt = 0; attempt < 5; attempt++) {
      const seq = await this.#bringUpTo(mapId, question.seq);
      const cut = { kind: 'cut', mapId, z, x, y, filter } as const;
      const answer = await this.#pool.run(cut, { signal });
      if (answer) return answer;
      // The thread has dropped the map or has ended, or does not know what the filter hides.
      if (filter !== undefined && attempt % 2 === 0) await this.#hide(question, filter, seq);
      else this.#known.delete(String(mapId));
    }
    throw new Error(`the tiles of map ${mapId} can't be made`);
  }

  /** Sends the thread what a filter hides. Requests at the same time wait for one search. */
  #hide({ mapId, filter = [], removed }: MapTileQuestion, key: string, seq: number): Promise<void> {
    const known = `${mapId}/${seq}/${key}`;
    const hiding =
      this.#hiding.get(known) ??
      findHidden(this.#orm, { mapId, filter, removed })
        .then(async (ids) => {
          await this.#pool.run({ kind: 'hide', mapId, filter: key, seq, ids });
        })
        .finally(() => this.#hiding.delete(known));
    this.#hiding.set(known, hiding);
    return hiding;
  }

  #bringUpTo(mapId: number, seq: number): Promise<number> {
    const key = String(mapId);
    const before = this.#known.get(key);
    const after = (before ?? Promise.resolve(undefined)).then(async (known) =>
      known !== undefined && known >= seq ? known : await this.#catchUp(mapId, known),
    );
    this.#known.set(key, after);
    after.catch(() => this.#known.delete(key));
    return after;
  }

  /** @returns the number of the last operation that the thread then knows */
  async #catchUp(mapId: number, known: number | undefined): Promise<number> {
    if (known === undefined) return await this.#load(mapId);
    const operations = await this.#orm
      .select({ seq: mapOperation.seq, featureId: mapOperation.featureId, changesAll })
      .from(mapOperation)
      .where(and(eq(mapOperation.mapId, mapId), gt(mapOperation.seq, known)))
      .orderBy(asc(mapOperation.seq))
      .limit(mostChanges);
    if (operations.some((operation) => operation.changesAll) || operations.length === mostChanges)
      return await this.#load(mapId);
    const ids = [...new Set(operations.flatMap(({ featureId }) => featureId ?? []))];
    const seq = operations.at(-1)?.seq ?? known;
    const found =
      ids.length === 0
        ? []
        : await this.#read(
            and(eq(mapFeature.mapId, mapId), isFeatureThere, inArray(mapFeature.id, ids)),
          );
    const there = new Set(found.map(({ id }) => id));
    const removed = ids.filter((id) => !there.has(id));
    const rows = `[${found.map(({ row }) => row).join(',')}]`;
    await this.#pool.run({ kind: 'update', mapId, seq, rows, removed });
    return seq;
  }

  #read(where: SQL | undefined, limit = mostChanges) {
    return this.#orm
      .select({ id: mapFeature.id, number: mapFeature.number, row })
      .from(mapFeature)
      .innerJoin(mapLayer, eq(mapLayer.id, mapFeature.layerId))
      .where(where)
      .orderBy(asc(mapFeature.number))
      .limit(limit);
  }

  async #load(mapId: number): Promise<number> {
    const [last] = await this.#orm
      .select({ seq: sql<number>`coalesce(max(${mapOperation.seq}), 0)`.mapWith(Number) })
      .from(mapOperation)
      .where(eq(mapOperation.mapId, mapId));
    const layers = await layersInOrder(this.#orm, mapId);
    const rows: string[] = [];
    const parts = featuresInParts(mapId, layers, (where, limit) => this.#read(where, limit));
    for await (const part of parts) rows.push(`[${part.map((each) => each.row).join(',')}]`);
    const seq = last?.seq ?? 0;
    await this.#pool.run({ kind: 'load', mapId, seq, rows });
    return seq;
  }
}
