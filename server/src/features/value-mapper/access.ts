import type { KeyKind } from '@refugia/contract/key-kinds.ts';
import { messages } from '@refugia/contract/messages.ts';
import { sharedValues } from '@refugia/contract/value-mapper/calls.ts';
import { rowIdSchema } from '@refugia/contract/value-mapper/projects.ts';
import { and, eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { finderOf, type Queryable } from '../../platform/database/database.ts';
import {
  combinedRaster,
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
import type { Platform } from '../../platform/platform.ts';
import { openKey } from '../../services/keys/keys.ts';
import type { KeyHolder } from '../../services/keys/routes.ts';

export type ProjectRow = typeof valueProject.$inferSelect;
export type MapRow = typeof valueMap.$inferSelect;
export type LayerRow = typeof valueLayer.$inferSelect;
export type RasterRow = typeof valueRaster.$inferSelect;
export type CombinedRow = typeof combinedRaster.$inferSelect;
export type ValuedRow = typeof valuedRaster.$inferSelect;
export type SelectionRow = typeof selection.$inferSelect;
export type ScenarioRow = typeof scenario.$inferSelect;
export type ZoneSetRow = typeof zoneSet.$inferSelect;

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

/** @throws {ApiFailure} 404 for what was not found */
export function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound();
  return row;
}

const kept = {
  scenarios: 'scenarios',
  selections: 'searches',
  zone_sets: 'sets of zones',
};

/** The failure for a project that has as many things of a kind as it may have. */
export function projectFull(kind: keyof typeof kept, most: number): ApiFailure {
  const sentence = `A project holds at most ${most} ${kept[kind]}. Please delete one first.`;
  return new ApiFailure(409, `too_many_${kind}`, sentence);
}

/**
 * Finds a row by its id.
 * @throws {ApiFailure} 404 when it does not exist or belongs to another account
 */
export type Require<Row> = (orm: Queryable, owner: Reader, id: number) => Promise<Row>;

const ownedBy = ({ id, onlyProjectId }: Reader, condition: SQL) =>
  and(
    eq(valueProject.accountId, id),
    onlyProjectId === undefined ? undefined : eq(valueProject.id, onlyProjectId),
    condition,
  );

export const requireProject: Require<ProjectRow> = async (orm, owner, id) => {
  const [row] = await orm
    .select()
    .from(valueProject)
    .where(ownedBy(owner, eq(valueProject.id, id)));
  return found(row);
};

/** Finds rows of a table whose rows belong to projects. */
const ofProject =
  <Table extends PgTable & Record<'id' | 'projectId', PgColumn>>(
    table: Table,
  ): Require<Table['$inferSelect']> =>
  async (orm, owner, id) => {
    const rows = await orm
      .select({ row: table as PgTable })
      .from(table as PgTable)
      .innerJoin(valueProject, eq(valueProject.id, table.projectId))
      .where(ownedBy(owner, eq(table.id, id)));
    return found(rows[0]?.row);
  };

export const requireMap = ofProject(valueMap);
export const requireLayer = ofProject(valueLayer);
export const requireCombined = ofProject(combinedRaster);
export const requireSelection = ofProject(selection);
export const requireScenario = ofProject(scenario);

/** Finds a zone set that is complete. */
export const requireZoneSet: Require<ZoneSetRow> = async (orm, owner, id) => {
  const set = await ofProject(zoneSet)(orm, owner, id);
  return found(set.isWhole ? set : undefined);
};

/** Finds a raster with its layer. */
export const requireRaster: Require<{ raster: RasterRow; layer: LayerRow }> = async (
  orm,
  owner,
  id,
) => {
  const [row] = await orm
    .select({ raster: valueRaster, layer: valueLayer })
    .from(valueRaster)
    .innerJoin(valueLayer, eq(valueLayer.id, valueRaster.layerId))
    .innerJoin(valueProject, eq(valueProject.id, valueLayer.projectId))
    .where(ownedBy(owner, eq(valueRaster.id, id)));
  return found(row);
};

/** Finds a valued raster with its layer. */
export const requireValued: Require<{ valued: ValuedRow; layer: LayerRow }> = async (
  orm,
  owner,
  id,
) => {
  const [row] = await orm
    .select({ valued: valuedRaster, layer: valueLayer })
    .from(valuedRaster)
    .innerJoin(valueLayer, eq(valueLayer.id, valuedRaster.layerId))
    .innerJoin(valueProject, eq(valueProject.id, valueLayer.projectId))
    .where(ownedBy(owner, eq(valuedRaster.id, id)));
  return found(row);
};

/**
 * Finds the project that a key opens.
 * @throws {ApiFailure} 404 for a key that was revoked, is of another kind or never was one
 */
export async function openProject(
  { database: { orm } }: Pick<Platform, 'database'>,
  key: string,
  kind: KeyKind,
): Promise<ProjectRow> {
  const id = await openKey(orm, key, { kind, type: 'project' });
  const project =
    id === undefined ? undefined : await finderOf(valueProject, 'id')(orm, Number(id));
  if (project) return project;
  const sentence = 'This link does not open a project any more. Please ask for a new one.';
  throw new ApiFailure(404, 'link_not_found', sentence);
}

/** The links of projects, for viewing on the screen and for a GIS, which the project's owner makes and revokes. */
export function keysOfProjects({ sessions, database, config }: Platform): KeyHolder {
  return {
    type: 'project',
    kinds: ['view', 'gis'],
    async requireManager(request, id) {
      const account = await sessions.require(request);
      const { data: projectId } = rowIdSchema.safeParse(id);
      if (projectId === undefined) throw notFound();
      return await requireProject(database.orm, account, projectId);
    },
    addressOf(id, key, kind) {
      const path =
        kind === 'gis' ? sharedValues.tiles : `/apps/conservationvaluemapper/projects/${id}`;
      // The braces of a template of tiles must stay as they are.
      return `${config.publicUrl}${path}?key=${key}`;
    },
  };
}
