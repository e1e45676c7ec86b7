import { messages } from '@refugia/contract/messages.ts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import {
  type combinedRaster,
  scenario,
  selection,
  valuedRaster,
  valueLayer,
  valueMap,
  valueProject,
  valueRaster,
  zoneSet,
} from '../../platform/database/schema/index.ts';
import { ApiFailure } from '../../platform/http/failure.ts';

export type ProjectRow = typeof valueProject.$inferSelect;
export type MapRow = typeof valueMap.$inferSelect;
export type LayerRow = typeof valueLayer.$inferSelect;
export type RasterRow = typeof valueRaster.$inferSelect;
export type CombinedRow = typeof combinedRaster.$inferSelect;
export type ValuedRow = typeof valuedRaster.$inferSelect;

/** Whose rows a call may reach: those of an account, or of one project of it by a link. */
export interface Reader {
  readonly id: number;
  /** The only project that a link opens. */
  readonly onlyProjectId?: number;
}

/**
 * The failure for an id that does not exist, and also for an id of another account's row, so that
 * callers can't tell one from the other.
 */
export function notFound(): ApiFailure {
  return new ApiFailure(404, 'not_found', messages.notFound);
}

function requireRow<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound();
  return row;
}

const ownedBy = ({ id, onlyProjectId }: Reader, condition: SQL) =>
  and(
    eq(valueProject.accountId, id),
    onlyProjectId === undefined ? undefined : eq(valueProject.id, onlyProjectId),
    condition,
  );

/**
 * Finds a project of the account.
 * @throws {ApiFailure} 404 when it does not exist or belongs to another account
 */
export async function requireProject(
  orm: Queryable,
  owner: Reader,
  id: number,
): Promise<ProjectRow> {
  const [row] = await orm
    .select()
    .from(valueProject)
    .where(ownedBy(owner, eq(valueProject.id, id)));
  return requireRow(row);
}

/**
 * Finds a map of the account.
 * @throws {ApiFailure} 404 when it does not exist or belongs to another account
 */
export async function requireMap(orm: Queryable, owner: Reader, id: number): Promise<MapRow> {
  const [row] = await orm
    .select({ map: valueMap })
    .from(valueMap)
    .innerJoin(valueProject, eq(valueProject.id, valueMap.projectId))
    .where(ownedBy(owner, eq(valueMap.id, id)));
  return requireRow(row?.map);
}

/**
 * Finds a data layer of the account.
 * @throws {ApiFailure} 404 when it does not exist or belongs to another account
 */
export async function requireLayer(orm: Queryable, owner: Reader, id: number): Promise<LayerRow> {
  const [row] = await orm
    .select({ layer: valueLayer })
    .from(valueLayer)
    .innerJoin(valueProject, eq(valueProject.id, valueLayer.projectId))
    .where(ownedBy(owner, eq(valueLayer.id, id)));
  return requireRow(row?.layer);
}

/**
 * Finds a raster of the account, with its layer.
 * @throws {ApiFailure} 404 when it does not exist or belongs to another account
 */
export async function requireRaster(
  orm: Queryable,
  owner: Reader,
  id: number,
): Promise<{ raster: RasterRow; layer: LayerRow }> {
  const [row] = await orm
    .select({ raster: valueRaster, layer: valueLayer })
    .from(valueRaster)
    .innerJoin(valueLayer, eq(valueLayer.id, valueRaster.layerId))
    .innerJoin(valueProject, eq(valueProject.id, valueLayer.projectId))
    .where(ownedBy(owner, eq(valueRaster.id, id)));
  return requireRow(row);
}

/**
 * Finds a valued raster of the account, with its layer.
 * @throws {ApiFailure} 404 when it does not exist or belongs to another account
 */
export async function requireValued(
  orm: Queryable,
  owner: Reader,
  id: number,
): Promise<{ valued: ValuedRow; layer: LayerRow }> {
  const [row] = await orm
    .select({ valued: valuedRaster, layer: valueLayer })
    .from(valuedRaster)
    .innerJoin(valueLayer, eq(valueLayer.id, valuedRaster.layerId))
    .innerJoin(valueProject, eq(valueProject.id, valueLayer.projectId))
    .where(ownedBy(owner, eq(valuedRaster.id, id)));
  return requireRow(row);
}

/**
 * Finds a zone set of the account that is complete.
 * @throws {ApiFailure} 404 when it does not exist or belongs to another account
 */
export async function requireZoneSet(
  orm: Queryable,
  owner: Reader,
  id: number,
): Promise<typeof zoneSet.$inferSelect> {
  const condition = sql`${zoneSet.id} = ${id} AND ${zoneSet.isWhole}`;
  const [row] = await orm
    .select({ set: zoneSet })
    .from(zoneSet)
    .innerJoin(valueProject, eq(valueProject.id, zoneSet.projectId))
    .where(ownedBy(owner, condition));
  return requireRow(row?.set);
}

export type SelectionRow = typeof selection.$inferSelect;

/**
 * Finds a search for the best places of the account.
 * @throws {ApiFailure} 404 when it does not exist or belongs to another account
 */
export async function requireSelection(
  orm: Queryable,
  owner: Reader,
  id: number,
): Promise<SelectionRow> {
  const [row] = await orm
    .select({ selection })
    .from(selection)
    .innerJoin(valueProject, eq(valueProject.id, selection.projectId))
    .where(ownedBy(owner, eq(selection.id, id)));
  return requireRow(row?.selection);
}

export type ScenarioRow = typeof scenario.$inferSelect;

/**
 * Finds a scenario of the account.
 * @throws {ApiFailure} 404 when it does not exist or belongs to another account
 */
export async function requireScenario(
  orm: Queryable,
  owner: Reader,
  id: number,
): Promise<ScenarioRow> {
  const [row] = await orm
    .select({ scenario })
    .from(scenario)
    .innerJoin(valueProject, eq(valueProject.id, scenario.projectId))
    .where(ownedBy(owner, eq(scenario.id, id)));
  return requireRow(row?.scenario);
}
