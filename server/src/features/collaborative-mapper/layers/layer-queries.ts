import { randomUUID } from 'node:crypto';
import { plainStyle } from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import type { LayerValues } from '@refugia/contract/collaborative-mapper/layer-values.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { fileSentence } from '@refugia/contract/file-facts.ts';
import { limits } from '@refugia/contract/limits.ts';
import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Orm, Queryable } from '../../../platform/database/database.ts';
import { mapFeature, mapLayer } from '../../../platform/database/schema/index.ts';
import type { LayerRow } from '../log/layer-changes.ts';
import type { MapContext } from '../maps/map-context.ts';
import { isLayerPresent } from '../maps/map-layers.ts';
import type { MapRow } from '../maps/map-queries.ts';

const { maxStyleValues, style } = limits.collaborativeMapper;

/**
 * Lists the layers that were not deleted, in their order, with the number of their features and the
 * box around them.
 * @param map the map, with the number of the last operation that the list has to include
 */
export async function listLayers(
  { orm, counts }: Pick<MapContext, 'orm' | 'counts'>,
  map: Pick<MapRow, 'id' | 'lastSeq'>,
  layerId?: string,
): Promise<VectorLayer[]> {
  const layers = await orm
    .select()
    .from(mapLayer)
    .where(
      and(
        eq(mapLayer.mapId, map.id),
        isLayerPresent,
        layerId === undefined ? undefined : eq(mapLayer.id, layerId),
      ),
    )
    .orderBy(asc(mapLayer.position), asc(mapLayer.createdAt));
  const counted = await counts.of(map);
  return layers.map((layer) => ({
    id: layer.id,
    dataset: layer.dataset,
    is_hidden: layer.isHidden,
    position: layer.position,
    style: layer.style,
    fields: layer.fields,
    is_default: layer.isDefault,
    feature_count: counted.get(layer.id)?.features ?? 0,
    box: counted.get(layer.id)?.box ?? null,
    date_created: layer.createdAt.toISOString(),
    notes: layer.notes.map(fileSentence),
    is_approximate: layer.isApproximate,
  }));
}

/** Finds a layer that was not deleted, on any map. */
export async function findLayer(orm: Queryable, id: string): Promise<LayerRow | undefined> {
  const [layer] = await orm
    .select()
    .from(mapLayer)
    .where(and(eq(mapLayer.id, id), isLayerPresent));
  return layer;
}

/** Adds a layer that nobody sees until an operation makes it appear, and returns its id. */
export async function insertHiddenLayer(
  orm: Queryable,
  mapId: number,
  dataset: string,
): Promise<string> {
  const id = randomUUID();
  await orm.insert(mapLayer).values({ id, mapId, dataset, style: plainStyle, fields: [] });
  return id;
}

/**
 * Adds features to a layer.
 * @param rows JSON text of a list of `{ id, geometry, properties, box }`
 */
export async function insertFeatures(
  orm: Queryable,
  { mapId, layerId }: { readonly mapId: number; readonly layerId: string },
  rows: string,
): Promise<void> {
  await orm.execute(sql`
    INSERT INTO ${mapFeature} (id, map_id, layer_id, geometry, properties, box)
    SELECT id, ${mapId}, ${layerId}, geometry, properties, box
    FROM jsonb_to_recordset(${rows}::jsonb) AS given(id uuid, geometry jsonb, properties jsonb, box box)`);
}

const featuresPerDeletion = 2_000;

/** Deletes features in batches, because one statement for very many would keep everybody waiting. */
export async function removeFeatures(orm: Orm, which: SQL): Promise<void> {
  for (;;) {
    const some = orm
      .select({ id: mapFeature.id })
      .from(mapFeature)
      .where(which)
      .limit(featuresPerDeletion);
    const removed = await orm
      .delete(mapFeature)
      .where(sql`${mapFeature.id} IN (${some})`)
      .returning({ id: mapFeature.id });
    if (removed.length < featuresPerDeletion) return;
  }
}

/**
 * Deletes a layer that never appeared. A layer that did appear is kept with its features: an import
 * can fail after its layers were committed, such as by losing the connection to the database.
 */
export async function discardLayer(orm: Orm, layerId: string): Promise<void> {
  const isUnfinished = and(eq(mapLayer.id, layerId), isNull(mapLayer.appearedSeq));
  const unfinished = orm.select({ id: mapLayer.id }).from(mapLayer).where(isUnfinished);
  await removeFeatures(orm, inArray(mapFeature.layerId, unfinished));
  await orm.delete(mapLayer).where(isUnfinished);
}

/** The number of new features from which on the database has to learn the sizes of layers anew. */
const manyFeatures = 5_000;

/**
 * Tells the database to learn how large layers are, after many features were added. The embedded
 * database never does so by itself, and would sort a large layer for each page of its table.
 */
export async function learnSizes(orm: Queryable, addedFeatures: number): Promise<void> {
  if (addedFeatures < manyFeatures) return;
  // Learning about shapes and attributes would take several times as long, and is of no use.
  await orm.execute(sql`ANALYZE ${mapFeature} (map_id, layer_id, number, is_deleted)`);
}

/**
 * Lists the values that a layer's features have of an attribute. A large layer takes the database's
 * time and not that of the thread that answers calls.
 */
export async function listLayerValues(
  orm: Orm,
  { id, mapId }: Pick<LayerRow, 'id' | 'mapId'>,
  attribute: string,
): Promise<LayerValues> {
  const value = sql`${mapFeature.properties} -> ${attribute}`;
  const ofLayer = and(
    eq(mapFeature.mapId, mapId),
    eq(mapFeature.layerId, id),
    eq(mapFeature.isDeleted, false),
  );
  const present = orm
    .select({ value: sql<string | number | boolean | null>`nullif(${value}, 'null')`.as('value') })
    .from(mapFeature)
    .where(ofLayer)
    .as('present');
  const counted = await orm
    .select({
      value: present.value,
      count: count(),
      distinct: sql<number>`count(*) OVER ()`.mapWith(Number),
    })
    .from(present)
    .groupBy(present.value)
    .orderBy(desc(count()), asc(present.value))
    .limit(maxStyleValues);
  const numbers = orm
    .select({
      value: sql<number>`(${value})::float8`.as('value'),
      rank: sql<number>`row_number() OVER (ORDER BY (${value})::float8) - 1`.as('rank'),
      count: sql<number>`count(*) OVER ()`.mapWith(Number).as('count'),
    })
    .from(mapFeature)
    .where(and(ofLayer, sql`jsonb_typeof(${value}) = 'number'`))
    .as('numbers');
  // Of the ranks that fall on the same place of the list, the first is taken.
  const place = (rank: typeof numbers.rank | ReturnType<typeof sql>) =>
    sql`${rank} * ${style.maxListedNumbers - 1} / greatest(${numbers.count} - 1, 1)`;
  const sorted = await orm
    .select({ value: numbers.value, count: numbers.count })
    .from(numbers)
    .where(
      sql`${numbers.count} <= ${style.maxListedNumbers} OR ${numbers.rank} = 0
        OR ${place(numbers.rank)} > ${place(sql`(${numbers.rank} - 1)`)}`,
    )
    .orderBy(asc(numbers.rank));
  return {
    values: counted
      .filter((each) => String(each.value).length <= style.maxValueLength)
      .map(({ value, count }) => ({ value, count })),
    distinct: counted[0]?.distinct ?? 0,
    numbers: { count: sorted[0]?.count ?? 0, sorted: sorted.map((each) => each.value) },
  };
}
