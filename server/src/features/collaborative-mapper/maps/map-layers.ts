import { randomUUID } from 'node:crypto';
import { plainStyle } from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import type { LayerField } from '@refugia/contract/collaborative-mapper/operations.ts';
import { limits } from '@refugia/contract/limits.ts';
import { plainLine } from '@refugia/contract/plain-text.ts';
import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { mapFeature, mapLayer } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';

/** The SQL condition of layers that were not deleted, and whose import is complete. */
export const isLayerPresent = and(isNotNull(mapLayer.appearedSeq), isNull(mapLayer.deletedSeq));
/** The same for the layers of one map. */
export const presentLayers = (mapId: number) => and(eq(mapLayer.mapId, mapId), isLayerPresent);

/** Features are read in parts, so that others can use the database in between. */
const featuresPerPart = 2_000;

/**
 * The SQL condition of a layer's features, which are none when the layer was deleted. The layer is
 * looked up apart, because PostgreSQL expects a condition on a joined layer to leave out most
 * features, and would rather sort all of them than follow the index of their order.
 */
export function isInLayer(layerId: string): SQL {
  return sql`${mapFeature.layerId} = (SELECT ${mapLayer.id} FROM ${mapLayer} WHERE ${and(eq(mapLayer.id, layerId), isLayerPresent)})`;
}

/** Lists the ids of the layers of a map that were not deleted, in their order. */
export async function layersInOrder(orm: Queryable, mapId: number): Promise<string[]> {
  const layers = await orm
    .select({ id: mapLayer.id })
    .from(mapLayer)
    .where(presentLayers(mapId))
    .orderBy(asc(mapLayer.position), asc(mapLayer.id));
  return layers.map(({ id }) => id);
}

/**
 * Reads the features of layers that were not deleted, in parts. Within a layer they have the order
 * in which they were added.
 * @param read selects the features that meet a condition, by their numbers, up to a limit
 */
export async function* featuresInParts<Row extends { readonly number: number }>(
  mapId: number,
  layers: readonly string[],
  read: (where: SQL | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const ofMap = and(eq(mapFeature.mapId, mapId), eq(mapFeature.isDeleted, false));
  for (const layer of layers) {
    for (let last = 0; ; ) {
      const part = await read(
        and(ofMap, isInLayer(layer), gt(mapFeature.number, last)),
        featuresPerPart,
      );
      if (part.length > 0) yield part;
      if (part.length < featuresPerPart) break;
      last = part.at(-1)!.number;
    }
  }
}

const { datasetMaxLength } = limits.collaborativeMapper;

/** The fields of a new layer for which none are given. */
export const usualFields: LayerField[] = [
  { key: 'name', name: 'name', is_removed: false, type: 'text', choices: [], is_required: false },
];

/** The name of a map's default layer. */
export const defaultDataset = 'Drawn on the map';

/** Adds the default layer to a new map, which nobody has seen, so that no operation shows the layer. */
export async function insertDefaultLayer(orm: Queryable, mapId: number): Promise<void> {
  await orm.insert(mapLayer).values({
    id: randomUUID(),
    mapId,
    dataset: defaultDataset,
    style: plainStyle,
    fields: usualFields,
    appearedSeq: 0,
    isDefault: true,
  });
}

/**
 * Finds a layer of a map by its name.
 * @throws {ApiFailure} 404 when there is none, or it was deleted
 */
export async function findLayerByName(
  orm: Queryable,
  mapId: number,
  dataset: string,
): Promise<typeof mapLayer.$inferSelect> {
  const [layer] = await orm
    .select()
    .from(mapLayer)
    .where(and(presentLayers(mapId), eq(mapLayer.dataset, dataset)));
  if (layer) return layer;
  throw new ApiFailure(404, 'layer_not_found', `This map has no layer called "${dataset}".`);
}

/** A layer that was not deleted, without what is known of its features. */
export type PresentLayer = Pick<
  typeof mapLayer.$inferSelect,
  'id' | 'dataset' | 'position' | 'fields' | 'isDefault'
>;

/** Lists the layers of a map that were not deleted, the oldest first, without reading their features. */
export function listPresentLayers(orm: Queryable, mapId: number): Promise<PresentLayer[]> {
  return orm
    .select({
      id: mapLayer.id,
      dataset: mapLayer.dataset,
      position: mapLayer.position,
      fields: mapLayer.fields,
      isDefault: mapLayer.isDefault,
    })
    .from(mapLayer)
    .where(presentLayers(mapId))
    .orderBy(asc(mapLayer.createdAt));
}

/** A name for a layer: the wanted one, with a number while another layer has it. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const name = plainLine(wanted).slice(0, datasetMaxLength) || 'layer';
  for (let number = 2; ; number++) {
    const suffix = number === 2 ? '' : ` (${number - 1})`;
    const candidate = name.slice(0, datasetMaxLength - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

/** The keys of the columns that were removed from layers, by the layer's id. */
export type RemovedColumns = ReadonlyMap<string, readonly string[]>;

/**
 * Lists the columns that were removed from the layers of a map. Features keep the values of a
 * removed column, so that its removal can be undone.
 */
export async function listRemovedColumns(orm: Queryable, mapId: number): Promise<RemovedColumns> {
  const layers = await orm
    .select({ id: mapLayer.id, fields: mapLayer.fields })
    .from(mapLayer)
    .where(
      and(eq(mapLayer.mapId, mapId), sql`${mapLayer.fields} @> '[{"is_removed": true}]'::jsonb`),
    );
  return new Map(
    layers.map(({ id, fields }) => [
      id,
      fields.filter(({ is_removed }) => is_removed).map(({ key }) => key),
    ]),
  );
}

/** A feature's attributes without those of removed columns. */
export function withoutRemoved<Values extends Readonly<Record<string, unknown>>>(
  properties: Values,
  layerId: string,
  removed: RemovedColumns,
): Values {
  const keys = removed.get(layerId);
  if (!keys) return properties;
  const kept = Object.entries(properties).filter(([key]) => !keys.includes(key));
  return Object.fromEntries(kept) as Values;
}
