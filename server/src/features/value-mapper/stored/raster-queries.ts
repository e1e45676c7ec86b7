import { and, asc, eq, sum } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { valueLayer, valueProject, valueRaster } from '../../../platform/database/schema/index.ts';
import type { RasterRow } from '../access.ts';

export async function findRaster(orm: Queryable, id: number): Promise<RasterRow | undefined> {
  const [row] = await orm.select().from(valueRaster).where(eq(valueRaster.id, id));
  return row;
}

export async function findRasterOfLayer(
  orm: Queryable,
  layerId: number,
): Promise<RasterRow | undefined> {
  const [row] = await orm.select().from(valueRaster).where(eq(valueRaster.layerId, layerId));
  return row;
}

/** The rasters of a project's layers, the lowest first. */
export async function listRasters(orm: Queryable, projectId: number): Promise<RasterRow[]> {
  const rows = await orm
    .select({ raster: valueRaster })
    .from(valueRaster)
    .innerJoin(valueLayer, eq(valueLayer.id, valueRaster.layerId))
    .where(eq(valueLayer.projectId, projectId))
    .orderBy(asc(valueLayer.position));
  return rows.map(({ raster }) => raster);
}

/** Takes the place of a raster that could not be processed. @returns the new raster's id */
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

/** Bytes of the files that an account has uploaded. */
export async function storedBytesOf(orm: Queryable, accountId: number): Promise<number> {
  const [row] = await orm
    .select({ bytes: sum(valueRaster.fileBytes) })
    .from(valueRaster)
    .innerJoin(valueLayer, eq(valueLayer.id, valueRaster.layerId))
    .innerJoin(valueProject, eq(valueProject.id, valueLayer.projectId))
    .where(eq(valueProject.accountId, accountId));
  return Number(row?.bytes ?? 0);
}
