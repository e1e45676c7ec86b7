import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { mapLayer } from '../../../platform/database/schema/index.ts';

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
  layerId: string | null,
  removed: RemovedColumns,
): Values {
  const keys = layerId === null ? undefined : removed.get(layerId);
  if (!keys) return properties;
  const kept = Object.entries(properties).filter(([key]) => !keys.includes(key));
  return Object.fromEntries(kept) as Values;
}
