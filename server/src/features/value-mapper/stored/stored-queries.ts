import { and, asc, eq, sum } from 'drizzle-orm';
import { finderOf, type Queryable } from '../../../platform/database/database.ts';
import {
  combinedRaster,
  valuedRaster,
  valueLayer,
  valueProject,
  valueRaster,
} from '../../../platform/database/schema/index.ts';
import type { CombinedRow, RasterRow, ValuedRow } from '../access.ts';
import type { ProcessingRow } from './processing-row.ts';
import { valuationOf, wholeFacts } from './valuations.ts';

/** Finds a data layer by its id. */
export const findLayer = finderOf(valueLayer, 'id');

/** Finds a raster by its id. */
export const findRaster = finderOf(valueRaster, 'id');

/** Finds the raster of a data layer. */
export const findRasterOfLayer = finderOf(valueRaster, 'layerId');

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

/** The account to which a raster belongs; undefined when the raster is gone. */
export async function accountOfRaster(orm: Queryable, id: number): Promise<number | undefined> {
  const [row] = await orm
    .select({ accountId: valueProject.accountId })
    .from(valueRaster)
    .innerJoin(valueLayer, eq(valueLayer.id, valueRaster.layerId))
    .innerJoin(valueProject, eq(valueProject.id, valueLayer.projectId))
    .where(eq(valueRaster.id, id));
  return row?.accountId;
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

/** Finds a valued raster by its id. */
export const findValued = finderOf(valuedRaster, 'id');

/** Finds the complete valued raster of a layer. */
export async function findWholeValued(
  orm: Queryable,
  layerId: number,
): Promise<ValuedRow | undefined> {
  const [row] = await orm
    .select()
    .from(valuedRaster)
    .where(and(eq(valuedRaster.layerId, layerId), eq(valuedRaster.state, 'done')));
  return row;
}

/** What a layer's values are made of, or undefined for a layer without values. */
export async function findValuedLayer(orm: Queryable, layerId: number) {
  const raster = await findRasterOfLayer(orm, layerId);
  const valued = await findWholeValued(orm, layerId);
  const facts = raster && wholeFacts(raster);
  const valuation = facts && valued && valuationOf(valued, facts);
  return valuation && { raster, facts, valued, valuation };
}

/** Lists the valued rasters of a layer: the complete one, the one that will replace it, or both. */
export function listOfLayer(orm: Queryable, layerId: number): Promise<ValuedRow[]> {
  return orm.select().from(valuedRaster).where(eq(valuedRaster.layerId, layerId));
}

/** Lists the valued rasters of a project's layers, the lowest layer first. */
export async function listOfProject(orm: Queryable, projectId: number): Promise<ValuedRow[]> {
  const rows = await orm
    .select({ valued: valuedRaster })
    .from(valuedRaster)
    .innerJoin(valueLayer, eq(valueLayer.id, valuedRaster.layerId))
    .where(eq(valueLayer.projectId, projectId))
    .orderBy(asc(valueLayer.position), asc(valuedRaster.id));
  return rows.map(({ valued }) => valued);
}

/** Deletes a valued raster's row. A trigger records its files for removal. */
export async function deleteValued(orm: Queryable, id: number): Promise<void> {
  await orm.delete(valuedRaster).where(eq(valuedRaster.id, id));
}

/** Finds a combined raster by its id. */
export const findCombined = finderOf(combinedRaster, 'id');

/** Of the rasters of a layer or project, the complete one, and the one that will be the first or replace it. */
export const wholeAndNext = <Row extends Pick<ProcessingRow, 'state'>>(rows: readonly Row[]) => ({
  whole: rows.find(({ state }) => state === 'done'),
  next: rows.find(({ state }) => state !== 'done'),
});

/** The combined rasters of a project. */
export async function combinedOfProject(
  orm: Queryable,
  projectId: number,
): Promise<{ whole: CombinedRow | undefined; next: CombinedRow | undefined }> {
  const rows = await orm
    .select()
    .from(combinedRaster)
    .where(eq(combinedRaster.projectId, projectId));
  return wholeAndNext(rows);
}

/** Deletes the combined rasters of a project. A trigger records their files for removal. */
export async function deleteCombined(orm: Queryable, projectId: number): Promise<void> {
  await orm.delete(combinedRaster).where(eq(combinedRaster.projectId, projectId));
}
