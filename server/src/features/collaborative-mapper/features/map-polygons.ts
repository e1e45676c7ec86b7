import type { Properties } from '@refugia/engine/vector/types.ts';
import { asc, inArray, sql } from 'drizzle-orm';
import { mapFeature } from '../../../platform/database/schema/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MapPolygons } from '../../../services/map-polygons/map-polygons.ts';
import { createMapContext } from '../maps/map-context.ts';
import {
  featuresInParts,
  layersInOrder,
  listRemovedColumns,
  withoutRemoved,
} from '../maps/map-layers.ts';

/** Hands the polygons of maps to other parts of the product. */
export function createMapPolygons(platform: Platform): MapPolygons {
  const context = createMapContext(platform);
  const { orm } = context;
  return {
    async read(request, mapId, onRows) {
      const { map } = await context.read(request, mapId);
      const removed = await listRemovedColumns(orm, mapId);
      const isPolygon = inArray(sql`${mapFeature.geometry}->>'type'`, ['Polygon', 'MultiPolygon']);
      const parts = featuresInParts(mapId, await layersInOrder(orm, mapId), (where, limit) =>
        orm
          .select({
            number: mapFeature.number,
            layerId: mapFeature.layerId,
            geometry: mapFeature.geometry,
            properties: mapFeature.properties,
          })
          .from(mapFeature)
          .where(sql`${where} AND ${isPolygon}`)
          .orderBy(asc(mapFeature.number))
          .limit(limit),
      );
      for await (const part of parts) {
        const rows = part.map(({ geometry, properties, layerId }) => ({
          geometry,
          properties: withoutRemoved(properties as Properties, layerId, removed),
        }));
        await onRows(JSON.stringify(rows));
      }
      return map.name;
    },
  };
}
