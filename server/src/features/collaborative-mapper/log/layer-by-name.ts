import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { mapLayer } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { LayerRow } from './layer-changes.ts';

/**
 * Finds a layer of a map by its name.
 * @throws {ApiFailure} 404 when there is none, or it was deleted
 */
export async function findLayerByName(
  orm: Queryable,
  mapId: number,
  dataset: string,
): Promise<LayerRow> {
  const [layer] = await orm
    .select()
    .from(mapLayer)
    .where(
      and(
        eq(mapLayer.mapId, mapId),
        eq(mapLayer.dataset, dataset),
        isNotNull(mapLayer.appearedSeq),
        isNull(mapLayer.deletedSeq),
      ),
    );
  if (layer) return layer;
  throw new ApiFailure(404, 'layer_not_found', `This map has no layer called "${dataset}".`);
}
