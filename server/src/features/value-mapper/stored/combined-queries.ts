import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { combinedRaster } from '../../../platform/database/schema/index.ts';
import type { CombinedRow } from '../access.ts';

/** Finds a combined raster by its id. */
export async function findCombined(orm: Queryable, id: number): Promise<CombinedRow | undefined> {
  const [row] = await orm.select().from(combinedRaster).where(eq(combinedRaster.id, id));
  return row;
}

/** The complete combined raster of a project, and the one that will be its first or replace it. */
export async function combinedOfProject(
  orm: Queryable,
  projectId: number,
): Promise<{ whole: CombinedRow | undefined; next: CombinedRow | undefined }> {
  const rows = await orm
    .select()
    .from(combinedRaster)
    .where(eq(combinedRaster.projectId, projectId));
  return {
    whole: rows.find(({ state }) => state === 'done'),
    next: rows.find(({ state }) => state !== 'done'),
  };
}

/** Deletes the combined rasters of a project. A trigger records their files for removal. */
export async function deleteCombined(orm: Queryable, projectId: number): Promise<void> {
  await orm.delete(combinedRaster).where(eq(combinedRaster.projectId, projectId));
}
