import { limits } from '@refugia/contract/limits.ts';
import { plainLine } from '@refugia/contract/plain-text.ts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { mapLayer } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';

const { datasetMaxLength } = limits.collaborativeMapper;

/** What selects the layers of a map that were not deleted. */
const presentLayers = (mapId: number) =>
  and(eq(mapLayer.mapId, mapId), isNotNull(mapLayer.appearedSeq), isNull(mapLayer.deletedSeq));

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

/**
 * Lists the names and positions of the layers that were not deleted, without reading their
 * features.
 */
export function listLayerNames(orm: Queryable, mapId: number) {
  return orm
    .select({ id: mapLayer.id, dataset: mapLayer.dataset, position: mapLayer.position })
    .from(mapLayer)
    .where(presentLayers(mapId));
}

/** The wanted name, or the name with a number when another layer of the map has it already. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const name = plainLine(wanted).slice(0, datasetMaxLength) || 'layer';
  for (let number = 2; ; number++) {
    const suffix = number === 2 ? '' : ` (${number - 1})`;
    const candidate = name.slice(0, datasetMaxLength - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}
