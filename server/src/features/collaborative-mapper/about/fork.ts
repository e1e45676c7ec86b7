import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Orm } from '../../../platform/database/database.ts';
import { mapFeature, mapLayer, mapRaster } from '../../../platform/database/schema/index.ts';
import { keepStoredFolder } from '../../../platform/storage/removed-folders.ts';
import { learnSizes } from '../layers/layer-queries.ts';
import { editMap } from '../log/map-edit.ts';
import { accountAuthor, type MapAccess } from '../maps/access.ts';
import { thumbnailFor } from '../maps/describe-map.ts';
import type { MapContext } from '../maps/map-context.ts';
import { listRemovedColumns, presentLayers } from '../maps/map-layers.ts';
import { insertMap, type MapRow, updateMap } from '../maps/map-queries.ts';
import { pictureFile, rasterFolder, storePicture } from '../rasters/raster-queries.ts';
import { readThumbnail, replaceThumbnail } from './thumbnail.ts';

const featuresPerBatch = 1_000;

/** Copies the features of one layer in batches. */
async function copyFeatures(
  orm: Orm,
  from: { readonly mapId: number; readonly layerId: string },
  to: {
    readonly mapId: number;
    readonly layerId: string;
    /** The attributes that are not copied. */
    readonly exceptKeys: readonly string[];
  },
): Promise<void> {
  const except = sql`ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(to.exceptKeys)}::jsonb))`;
  for (let last = 0; ; ) {
    const { rows } = await orm.execute<{ last: string | null }>(sql`
      WITH batch AS (
        SELECT ${mapFeature.number} AS number, ${mapFeature.geometry} AS geometry,
          ${mapFeature.properties} - ${except} AS properties, ${mapFeature.box} AS box
        FROM ${mapFeature}
        WHERE ${mapFeature.mapId} = ${from.mapId} AND ${mapFeature.layerId} = ${from.layerId} AND NOT ${mapFeature.isDeleted}
          AND ${mapFeature.number} > ${last}
        ORDER BY ${mapFeature.number} LIMIT ${featuresPerBatch}
      ), copied AS (
        INSERT INTO ${mapFeature} (id, map_id, layer_id, geometry, properties, box)
        SELECT gen_random_uuid(), ${to.mapId}::integer, ${to.layerId}::uuid, geometry, properties, box
        FROM batch ORDER BY number
      )
      SELECT max(number) AS last FROM batch`);
    const end = rows[0]?.last;
    if (end === null || end === undefined) return;
    last = Number(end);
  }
}

async function copyLayers(orm: Orm, from: MapRow, to: MapRow): Promise<void> {
  const removed = await listRemovedColumns(orm, from.id);
  const layers = await orm
    .select()
    .from(mapLayer)
    .where(presentLayers(from.id))
    .orderBy(asc(mapLayer.position));
  for (const layer of layers) {
    const id = randomUUID();
    // Nobody sees the copy before it is complete, so its layers need no operation that shows them.
    const fields = layer.fields.filter(({ is_removed }) => !is_removed);
    await orm.insert(mapLayer).values({ ...layer, id, mapId: to.id, appearedSeq: 0, fields });
    const of = { mapId: from.id, layerId: layer.id };
    const exceptKeys = removed.get(layer.id) ?? [];
    await copyFeatures(orm, of, { mapId: to.id, layerId: id, exceptKeys });
  }
}

async function copyPictures({ orm, platform }: MapContext, from: MapRow, to: MapRow) {
  const { storage } = platform;
  const rasters = await orm
    .select()
    .from(mapRaster)
    .where(and(eq(mapRaster.mapId, from.id), isNull(mapRaster.deletedSeq)));
  for (const raster of rasters) {
    const png = await storage.read(rasterFolder(raster.id), pictureFile);
    if (!png) continue;
    const id = randomUUID();
    await storePicture(platform, id, png);
    await orm.transaction(async (transaction) => {
      await keepStoredFolder(transaction, rasterFolder(id));
      const copy = { ...raster, id, mapId: to.id, authorId: to.ownerId };
      await transaction.insert(mapRaster).values(copy);
    });
  }
}

/**
 * Copies a map into an account. The copy has the map's present features, layers and pictures, but
 * not its collaborators, comments, proposals, history and removed columns. Nobody sees it before it is
 * complete.
 * @throws what a query or the storage throws; the incomplete copy is then deleted
 */
export async function forkMap(
  context: MapContext,
  access: Pick<MapAccess, 'map' | 'role'>,
  ownerId: number,
): Promise<MapRow> {
  const { orm, platform } = context;
  const from = access.map;
  const { name, summary, baseLayer, latitude, longitude, zoom, species } = from;
  const copy = await insertMap(orm, {
    ownerId,
    name,
    summary,
    baseLayer,
    latitude,
    longitude,
    zoom,
    species,
    isComplete: false,
  });
  try {
    await copyLayers(orm, from, copy);
    await learnSizes(orm, await context.counts.total(from));
    await copyPictures(context, from, copy);
    const folder = thumbnailFor(access.role, from);
    const picture = folder && (await readThumbnail(platform, folder));
    if (picture) await replaceThumbnail(platform, copy.id, picture);
    await updateMap(orm, copy.id, { isComplete: true });
  } catch (error) {
    // Housekeeping deletes the incomplete copy in batches.
    await updateMap(orm, copy.id, { deletedAt: new Date(0) });
    throw error;
  }
  await editMap(orm, { mapId: copy.id, author: accountAuthor(ownerId) }, async (edit) => {
    edit.append({ patch: { kind: 'note', text: `Copied from the map “${from.name}”` } });
  });
  return copy;
}
