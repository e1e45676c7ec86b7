import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { valueMapperRasterPurpose } from '@refugia/contract/value-mapper/calls.ts';
import {
  deletedRowSchema,
  newProjectQuerySchema,
  projectChangesQuerySchema,
  projectQuerySchema,
  projectsQuerySchema,
  valueMapperBase,
  valueProjectSchema,
} from '@refugia/contract/value-mapper/projects.ts';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { valueProject } from '../../../platform/database/schema/index.ts';
import type { App } from '../../../platform/http/app.ts';
import { notFound, requireProject } from '../access.ts';
import { listLayers } from '../layers/queries.ts';
import { refusals, security, tags, type ValueMapperContext } from '../value-mapper-context.ts';
import { addProject, changeProject, describeProject, listProjects } from './queries.ts';

const path = `${valueMapperBase}/projects_ctrl`;

/** Registers the routes for the caller's own projects. */
export function registerProjects(
  app: App,
  { platform, accountOf, removeLeft }: ValueMapperContext,
): void {
  const { database, uploads } = platform;
  const { orm } = database;

  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'Your projects, the newest first, or one of them',
        security,
        querystring: projectsQuerySchema,
        response: { 200: z.union([z.array(valueProjectSchema), valueProjectSchema]), ...refusals },
      },
    },
    async (request) => {
      const account = await accountOf(request);
      const { query } = request;
      if (query.type === 'byID') {
        return describeProject(await requireProject(orm, account, query.projectID));
      }
      if (query.accountID !== account.id) throw notFound();
      return (await listProjects(orm, account.id)).map(describeProject);
    },
  );

  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Make a project; answers its id',
        security,
        querystring: newProjectQuerySchema,
        response: { 200: z.number().int(), ...refusals, 409: apiErrorSchema },
      },
    },
    async (request) => {
      const account = await accountOf(request);
      if (request.query.accountID !== account.id) throw notFound();
      return await addProject(database, account.id);
    },
  );

  app.put(
    path,
    {
      schema: {
        tags,
        summary: 'Change the title or the summary of a project',
        security,
        querystring: projectChangesQuerySchema,
        response: { 200: valueProjectSchema, ...refusals },
      },
    },
    async (request) => {
      const { projectID, keyValUpdateArray } = request.query;
      await requireProject(orm, await accountOf(request), projectID);
      const changed = await changeProject(orm, projectID, keyValUpdateArray);
      if (!changed) throw notFound();
      return describeProject(changed);
    },
  );

  app.delete(
    path,
    {
      schema: {
        tags,
        summary: 'Delete a project with everything in it',
        security,
        querystring: projectQuerySchema,
        response: { 200: deletedRowSchema, ...refusals },
      },
    },
    async (request) => {
      const account = await accountOf(request);
      const { id } = await requireProject(orm, account, request.query.projectID);
      const layers = await listLayers(orm, id);
      await orm.delete(valueProject).where(eq(valueProject.id, id));
      const targets = layers.map((layer) => String(layer.id));
      await uploads.removeOfTargets(account, valueMapperRasterPurpose, targets);
      await removeLeft();
      return { id };
    },
  );
}
