import { and, asc, eq, sum } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { valueLayer, valueProject, valueRaster } from '../../../platform/database/schema/index.ts';
import type { RasterRow } from '../access.ts';

/** Finds a raster by its id. */
export async function findRaster(orm: Queryable, id: number): Promise<RasterRow | undefined> {
  const [row] = await orm.select().from(valueRaster).where(eq(valueRaster.id, id));
  return row;
}

/** Finds the raster of a data layer. */
export async function findRasterOfLayer(
  orm: Queryable,
  layerId: number,
): Promise<RasterRow | undefined> {
  const [row] = await orm.select().from(valueRaster).where(eq(valueRaster.layerId, layerId));
  return row;
}

/** Lists the rasters of a project's layers, the lowest layer first. */
export async function listRasters(orm: Queryable, projectId: number): Promise<RasterRow[]> {
  const rows = await orm
    .select({ raster: valueRaster })
    .from(valueRaster)
    .innerJoin(valueLayer, eq(valueLayer.id, valueRaster.layerId))
    .where(eq(valueLayer.projectId, projectId))
    .orderBy(asc(valueLayer.position));
  return rows.map(({ raster }) => raster);
}

/**
 * Adds a raster in place of one that could not be processed.
 * @returns the new raster's id
 */
export async function addRaster(
  orm: Queryable,
  raster: typeof valueRaster.$inferInsert,
): Promise<number> {
  await orm
    .delete(valueRaster)
    .where(and(eq(valueRaster.layerId, raster.layerId), eq(valueRaster.state, 'failed')));
  const [row] = await orm.insert(valueRaster).values(raster).returning({ id: valueRaster.id });
  return row!.id;
}

/** The bytes of all files that an account has uploaded. */
export async function storedBytesOf(orm: Queryable, accountId: number): Promise<number> {
  const [row] = await orm
    .select({ bytes: sum(valueRaster.fileBytes) })
    .from(valueRaster)
    .innerJoin(valueLayer, eq(valueLayer.id, valueRaster.layerId))
    .innerJoin(valueProject, eq(valueProject.id, valueLayer.projectId))
    .where(eq(valueProject.accountId, accountId));
  return Number(row?.bytes ?? 0);
}
