import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { combinedPath } from '@refugia/contract/value-mapper/calls.ts';
import {
  combinationSchema,
  projectCombinedSchema,
} from '@refugia/contract/value-mapper/combined.ts';
import { projectIdSchema } from '@refugia/contract/value-mapper/projects.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { found, notFound, requireProject } from '../access.ts';
import { cogContentType, registerTicketedFile } from '../downloads/ticketed-file.ts';
import { listLayers } from '../layers/queries.ts';
import { awaitStep } from '../processing/await-step.ts';
import { beginCombined } from '../processing/begin.ts';
import { cogOf } from '../stored/stored-files.ts';
import { combinedOfProject, deleteCombined } from '../stored/stored-queries.ts';
import { requireValues } from '../stored/values-source.ts';
import { forAccounts, type ValueMapperContext } from '../value-mapper-context.ts';
import { combinedFileName, describeCombined } from './describe-combined.ts';

const path = combinedPath(':projectID');

/** Registers the calls for the combined values of a project's layers. */
export function registerCombined(app: App, context: ValueMapperContext): void {
  registerRead(app, context);
  registerChanges(app, context);
  registerCompletion(app, context);
}

function registerRead(app: App, { orm, readerOf }: ValueMapperContext): void {
  app.get(
    path,
    forAccounts("The combined values of a project's layers; null without them", {
      params: projectIdSchema,
      response: { 200: projectCombinedSchema },
    }),
    async (request) => {
      const reader = await readerOf(request);
      const { id } = await requireProject(orm, reader, request.params.projectID);
      const combined = await describeCombined(orm, id);
      if (reader.onlyProjectId === undefined || combined === null) return { combined };
      // A link opens one project, and tells nothing of others that lend layers.
      const own = new Set((await listLayers(orm, id)).map((layer) => layer.id));
      const isOwn = combined.combination.layers.every(({ data_layer }) => own.has(data_layer));
      return { combined: isOwn ? combined : null };
    },
  );
}

function registerChanges(app: App, context: ValueMapperContext): void {
  const { orm, accountOf, requireOwn, queues, removeLeft } = context;

  app.put(
    path,
    forAccounts('Combine valued layers by weights, limits and masks', {
      description:
        'The former combined raster stays until the new one is whole: a Cloud Optimized GeoTIFF, int16 with a scale of 0.0001.',
      params: projectIdSchema,
      body: combinationSchema,
      response: { 200: projectCombinedSchema, 409: apiErrorSchema },
    }),
    async (request) => {
      const account = await accountOf(request);
      const { id: projectId } = await requireProject(orm, account, request.params.projectID);
      const combination = request.body;
      for (const { data_layer } of combination.layers) {
        await requireValues(orm, account, data_layer);
      }
      await orm.transaction((transaction) =>
        beginCombined(transaction, queues, { projectId, combination }),
      );
      // One that was still being built is no longer wanted.
      await removeLeft();
      return { combined: await describeCombined(orm, projectId) };
    },
  );

  app.delete(
    path,
    forAccounts("Delete the combined values of a project's layers", {
      params: projectIdSchema,
      response: { 200: projectCombinedSchema },
    }),
    async (request) => {
      const { id } = await requireOwn(request, requireProject, request.params.projectID);
      await deleteCombined(orm, id);
      await removeLeft();
      return { combined: null };
    },
  );
}

function registerCompletion(app: App, context: ValueMapperContext): void {
  const { orm, requireOwn } = context;
  app.post(
    `${path}/completion`,
    forAccounts('Wait until the combined values are built; a failed attempt is repeated', {
      params: projectIdSchema,
      response: { 200: projectCombinedSchema, ...errorReplies(409, 422) },
    }),
    async (request, reply) => {
      const { projectID } = request.params;
      const { id: projectId } = await requireOwn(request, requireProject, projectID);
      const { whole, next } = await combinedOfProject(orm, projectId);
      const { id } = found(next ?? whole);
      await awaitStep(context, { kind: 'combined', id, step: 'combine' }, whileWanted(reply));
      return { combined: await describeCombined(orm, projectId) };
    },
  );
}

/** Registers the download of a project's combined values. */
export function registerCombinedFile(
  app: App,
  { platform, orm, requireOwn }: ValueMapperContext,
): void {
  registerTicketedFile(app, platform, {
    path: `${combinedPath(':projectID')}/file`,
    params: projectIdSchema,
    summary: "The combined values of a project's layers, a Cloud Optimized GeoTIFF",
    ticketSummary: 'An address of the combined values that works without the token for a minute',
    requireOwn: (request, { projectID }) => requireOwn(request, requireProject, projectID),
    async locate({ projectID }) {
      const { whole } = await combinedOfProject(orm, projectID);
      return { ...cogOf(found(whole)), fileName: combinedFileName, contentType: cogContentType };
    },
    missing: notFound,
  });
}
