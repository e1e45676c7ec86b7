import { limits } from '@refugia/contract/limits.ts';
import type { ValueMap, ValueProject } from '@refugia/contract/value-mapper/projects.ts';
import { desc, eq, sql } from 'drizzle-orm';
import {
  changerOf,
  finderOf,
  lockAccount,
  type Queryable,
  type Transaction,
  theRow,
} from '../../../platform/database/database.ts';
import { valueMap, valueProject } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { MapRow, ProjectRow } from '../access.ts';

const { valueMapper } = limits;
const newTitle = 'New Project';

/** Describes a project as the API shows it. */
export const describeProject = ({ id, title, summary, createdAt }: ProjectRow): ValueProject => ({
  id,
  title,
  summary,
  date_created: createdAt.toISOString(),
});

/** Describes a project's map as the API shows it. */
export const describeMap = ({ id, baseLayer, lastCenter, lastZoom }: MapRow): ValueMap => ({
  id,
  base_layer: baseLayer,
  last_center_coords: lastCenter,
  last_zoom: lastZoom,
});

/** Lists an account's projects, the newest first. */
export function listProjects(orm: Queryable, accountId: number): Promise<ProjectRow[]> {
  return orm
    .select()
    .from(valueProject)
    .where(eq(valueProject.accountId, accountId))
    .orderBy(desc(valueProject.createdAt), desc(valueProject.id));
}

/** Counts an account's projects. */
export const countProjects = (orm: Queryable, accountId: number): Promise<number> =>
  orm.$count(valueProject, eq(valueProject.accountId, accountId));

/**
 * Adds a project.
 * @returns the id of the new project
 * @throws {ApiFailure} 409 when the account has as many projects as it may have
 */
export async function addProject(
  transaction: Transaction,
  { accountId, title = newTitle, ...more }: { accountId: number; title?: string; summary?: string },
): Promise<number> {
  await lockAccount(transaction, accountId);
  if ((await countProjects(transaction, accountId)) >= valueMapper.maxProjects) {
    throw new ApiFailure(
      409,
      'too_many_projects',
      `An account holds at most ${valueMapper.maxProjects} projects. Please delete one first.`,
    );
  }
  const project = { accountId, title, ...more };
  return theRow(await transaction.insert(valueProject).values(project).returning()).id;
}

/** Changes a project. Returns undefined when it is gone. */
export const changeProject = changerOf(valueProject, 'id');

/** Adds a project's map, or returns the one that it has. */
export async function addMap(orm: Queryable, projectId: number): Promise<MapRow> {
  const { latitude, longitude } = valueMapper.defaultCenter;
  const lastCenter = JSON.stringify([latitude, longitude]);
  const rows = await orm
    .insert(valueMap)
    .values({ projectId, lastCenter, lastZoom: valueMapper.defaultZoom })
    .onConflictDoUpdate({
      target: valueMap.projectId,
      set: { projectId: sql`excluded.project_id` },
    })
    .returning();
  return theRow(rows);
}

/** Finds the map of a project, or returns undefined when it has none. */
export const findMap = finderOf(valueMap, 'projectId');

/** Changes a map. Returns undefined when it is gone. */
export const changeMap = changerOf(valueMap, 'id');
