import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { valueMapperRasterPurpose } from '@refugia/contract/value-mapper/calls.ts';
import {
  deletedRowSchema,
  mapChangesQuerySchema,
  newProjectQuerySchema,
  projectChangesQuerySchema,
  projectIdSchema,
  projectsQuerySchema,
  valueMapperBase,
  valueMapSchema,
  valueProjectSchema,
} from '@refugia/contract/value-mapper/projects.ts';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { valueProject } from '../../../platform/database/schema/index.ts';
import type { App } from '../../../platform/http/api.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import { found, notFound, requireMap, requireProject } from '../access.ts';
import { listLayers } from '../layers/queries.ts';
import { forAccounts, type ValueMapperContext } from '../value-mapper-context.ts';
import {
  addMap,
  addProject,
  changeMap,
  changeProject,
  describeMap,
  describeProject,
  findMap,
  listProjects,
} from './queries.ts';

const projectsPath = `${valueMapperBase}/projects_ctrl`;
const mapsPath = `${valueMapperBase}/maps_ctrl`;

/** Registers the routes for the caller's own projects. */
export function registerProjects(app: App, context: ValueMapperContext): void {
  const { orm, accountOf, requireOwn, requireReadable } = context;

  app.get(
    projectsPath,
    forAccounts('Your projects, the newest first, or one of them', {
      querystring: projectsQuerySchema,
      response: { 200: z.union([z.array(valueProjectSchema), valueProjectSchema]) },
    }),
    async (request) => {
      const { query } = request;
      if (query.type === 'byID') {
        return describeProject(await requireReadable(request, requireProject, query.projectID));
      }
      const account = await accountOf(request);
      if (query.accountID !== account.id) throw notFound();
      return (await listProjects(orm, account.id)).map(describeProject);
    },
  );

  app.post(
    projectsPath,
    forAccounts('Make a project; answers its id', {
      querystring: newProjectQuerySchema,
      response: { 200: z.number().int(), 409: apiErrorSchema },
    }),
    async (request) => {
      const account = await accountOf(request);
      if (request.query.accountID !== account.id) throw notFound();
      return await orm.transaction((transaction) =>
        addProject(transaction, { accountId: account.id }),
      );
    },
  );

  app.put(
    projectsPath,
    forAccounts('Change the title or the summary of a project', {
      querystring: projectChangesQuerySchema,
      response: { 200: valueProjectSchema },
    }),
    async (request) => {
      const { projectID, keyValUpdateArray } = request.query;
      const { id } = await requireOwn(request, requireProject, projectID);
      return describeProject(found(await changeProject(orm, id, keyValUpdateArray)));
    },
  );

  app.delete(
    projectsPath,
    forAccounts('Delete a project with everything in it', {
      querystring: projectIdSchema,
      response: { 200: deletedRowSchema },
    }),
    async (request) => {
      const account = await accountOf(request);
      const { id } = await requireProject(orm, account, request.query.projectID);
      await deleteProject(context, account, id);
      return { id };
    },
  );
}

/**
 * Registers the routes for a project's map, which stores the base layer and the view that was shown
 * last.
 */
export function registerMaps(
  app: App,
  { orm, requireOwn, requireReadable }: ValueMapperContext,
): void {
  app.get(
    mapsPath,
    forAccounts("A project's map", {
      querystring: projectIdSchema,
      response: { 200: valueMapSchema },
    }),
    async (request) => {
      const { id } = await requireReadable(request, requireProject, request.query.projectID);
      return describeMap(found(await findMap(orm, id)));
    },
  );

  app.post(
    mapsPath,
    forAccounts("Make a project's map; asked again, it answers the map that is there", {
      querystring: projectIdSchema,
      response: { 200: valueMapSchema },
    }),
    async (request) => {
      const { id } = await requireOwn(request, requireProject, request.query.projectID);
      return describeMap(await addMap(orm, id));
    },
  );

  app.put(
    mapsPath,
    forAccounts('Keep the base layer, or the center and the zoom', {
      querystring: mapChangesQuerySchema,
      response: { 200: valueMapSchema },
    }),
    async (request) => {
      const { mapID, keyValUpdateArray: changes } = request.query;
      const { id } = await requireOwn(request, requireMap, mapID);
      const changed = await changeMap(orm, id, {
        baseLayer: changes.base_layer,
        lastCenter: changes.last_center_coords,
        lastZoom: changes.last_zoom,
      });
      return describeMap(found(changed));
    },
  );
}

/** Deletes a project of the account with its layers, files and unfinished uploads. */
export async function deleteProject(
  { platform, removeLeft }: Pick<ValueMapperContext, 'platform' | 'removeLeft'>,
  account: Account,
  id: number,
): Promise<void> {
  const { database, uploads } = platform;
  const layers = await listLayers(database.orm, id);
  await database.orm.delete(valueProject).where(eq(valueProject.id, id));
  const targets = layers.map((layer) => String(layer.id));
  await uploads.removeOfTargets(account, valueMapperRasterPurpose, targets);
  await removeLeft();
}
