import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { RasterLayer } from '@refugia/contract/collaborative-mapper/rasters.ts';
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { account, mapComment, mapRaster } from '../../../platform/database/schema/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { storeSmallFile } from '../../../platform/storage/removed-folders.ts';
import { selectComments } from '../comments/comment-queries.ts';
import type { RasterRow } from '../log/layer-changes.ts';
import { authorName, describeAuthor } from '../maps/people.ts';

export const rasterFolder = (id: string) => `map-rasters/${id}`;
export const pictureFile = 'picture.png';

/** Lists the pictures of a map, the oldest first, that meet a condition. Default: all of them. */
export async function listRasters(
  orm: Queryable,
  mapId: number,
  where?: SQL,
): Promise<RasterLayer[]> {
  const rows = await orm
    .select({ raster: mapRaster, authorName })
    .from(mapRaster)
    .leftJoin(account, eq(account.id, mapRaster.authorId))
    .where(and(eq(mapRaster.mapId, mapId), isNull(mapRaster.deletedSeq), where))
    .orderBy(asc(mapRaster.createdAt), asc(mapRaster.id));
  const comments = await selectComments(
    orm,
    and(eq(mapComment.mapId, mapId), sql`${mapComment.rasterId} IS NOT NULL`),
  );
  return rows.map(({ raster, authorName }) =>
    describe(
      raster,
      describeAuthor({ ...raster, authorName }).username,
      comments.filter((comment) => comment.raster === raster.id),
    ),
  );
}

function describe(raster: RasterRow, author: string, comments: MapComment[]): RasterLayer {
  const { west, south, east, north } = raster;
  const isPlaced = west !== null && south !== null && east !== null && north !== null;
  return {
    id: raster.id,
    map_layer: raster.name,
    coordinates: isPlaced ? `${west} ${south} ${east} ${north}` : null,
    comments,
    picture: `/api/rrm/layers/${raster.id}/picture.png`,
    width: raster.width,
    height: raster.height,
    author,
    date_created: raster.createdAt.toISOString(),
    notes: raster.notes,
  };
}

/** Describes a picture of a map with its comments; undefined when the map does not have it. */
export async function describeRaster(
  orm: Queryable,
  mapId: number,
  id: string,
): Promise<RasterLayer | undefined> {
  return (await listRasters(orm, mapId, eq(mapRaster.id, id)))[0];
}

/**
 * Stores a picture under its raster's id. It is removed minutes later unless `keepStoredFolder` is
 * called in the transaction that adds the raster's row.
 */
export const storePicture = (
  platform: Pick<Platform, 'database' | 'storage'>,
  id: string,
  png: Uint8Array,
): Promise<void> => storeSmallFile(platform, rasterFolder(id), { name: pictureFile, bytes: png });

/** Finds a picture that was not deleted. */
export async function findRaster(orm: Queryable, id: string): Promise<RasterRow | undefined> {
  const [raster] = await orm
    .select()
    .from(mapRaster)
    .where(and(eq(mapRaster.id, id), isNull(mapRaster.deletedSeq)));
  return raster;
}
