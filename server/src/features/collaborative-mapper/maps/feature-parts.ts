import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { mapFeature, mapLayer } from '../../../platform/database/schema/index.ts';

/** A layer's id, or `drawn` for features without a layer. */
export type LayerOrDrawn = string | 'drawn';

/** Others can use the database between two parts. */
const featuresPerPart = 2_000;
const isThere = and(isNotNull(mapLayer.appearedSeq), isNull(mapLayer.deletedSeq));

/**
 * The SQL condition of a layer's features, which are none when the layer was deleted. The layer is
 * looked up apart, because PostgreSQL expects a condition on a joined layer to leave out most
 * features, and would rather sort all of them than follow the index of their order.
 */
export function isInLayer(layer: LayerOrDrawn): SQL {
  return layer === 'drawn'
    ? isNull(mapFeature.layerId)
    : sql`${mapFeature.layerId} = (SELECT ${mapLayer.id} FROM ${mapLayer} WHERE ${and(eq(mapLayer.id, layer), isThere)})`;
}

/** Lists the layers of a map that were not deleted, in their order, after `drawn`. */
export async function layersInOrder(orm: Queryable, mapId: number): Promise<LayerOrDrawn[]> {
  const layers = await orm
    .select({ id: mapLayer.id })
    .from(mapLayer)
    .where(and(eq(mapLayer.mapId, mapId), isThere))
    .orderBy(asc(mapLayer.position), asc(mapLayer.id));
  return ['drawn', ...layers.map(({ id }) => id)];
}

/**
 * Reads the features of layers that were not deleted, in parts. Within a layer they have the order
 * in which they were added.
 * @param read selects the features that meet a condition, by their numbers, up to a limit
 */
export async function* featuresInParts<Row extends { readonly number: number }>(
  mapId: number,
  layers: readonly LayerOrDrawn[],
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
