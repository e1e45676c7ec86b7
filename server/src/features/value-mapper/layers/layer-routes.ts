import { apiErrorSchema } from '@refugia/contract/errors.ts';
import {
  backgroundColors,
  valueMapperRasterPurpose,
} from '@refugia/contract/value-mapper/calls.ts';
import {
  dataLayerChangesQuerySchema,
  dataLayerQuerySchema,
  dataLayerSchema,
  dataLayersQuerySchema,
  deletedRowSchema,
  projectIdSchema,
  valueMapperBase,
} from '@refugia/contract/value-mapper/projects.ts';
import { z } from 'zod';
import type { App } from '../../../platform/http/api.ts';
import { found, requireLayer, requireProject } from '../access.ts';
import { forAccounts, type ValueMapperContext } from '../value-mapper-context.ts';
import {
  addLayer,
  changeLayer,
  cycleColor,
  deleteLayer,
  describeLayer,
  listLayers,
  moveLayer,
} from './queries.ts';

const path = `${valueMapperBase}/data_layers_ctrl`;

/** Registers the routes for the data layers of a project. */
export function registerLayers(app: App, context: ValueMapperContext): void {
  const { platform, orm, accountOf, requireOwn, requireReadable, removeLeft } = context;
  const { database, uploads } = platform;

  app.get(
    path,
    forAccounts('The data layers of a project, the lowest first, or one of them', {
      querystring: dataLayersQuerySchema,
      response: { 200: z.union([z.array(dataLayerSchema), dataLayerSchema]) },
    }),
    async (request) => {
      const { query } = request;
      if (query.type === 'byID') {
        return describeLayer(await requireReadable(request, requireLayer, query.dataLayerID));
      }
      const { id } = await requireReadable(request, requireProject, query.projectID);
      return (await listLayers(orm, id)).map(describeLayer);
    },
  );

  app.post(
    path,
    forAccounts('Add a data layer on top; a project has at most five', {
      querystring: projectIdSchema,
      response: { 200: dataLayerSchema, 409: apiErrorSchema },
    }),
    async (request) => {
      const { id } = await requireOwn(request, requireProject, request.query.projectID);
      return describeLayer(await addLayer(database, id));
    },
  );

  app.delete(
    path,
    forAccounts('Delete a data layer with its rasters; work on them stops', {
      querystring: dataLayerQuerySchema,
      response: { 200: deletedRowSchema },
    }),
    async (request) => {
      const account = await accountOf(request);
      const layer = await requireLayer(database.orm, account, request.query.dataLayerID);
      await deleteLayer(database, layer);
      await uploads.removeOfTargets(account, valueMapperRasterPurpose, [String(layer.id)]);
      await removeLeft();
      return { id: layer.id };
    },
  );
  registerLayerChanges(app, context);
}

function registerLayerChanges(app: App, { platform, requireOwn }: ValueMapperContext): void {
  const { database } = platform;
  const { orm } = database;

  app.put(
    path,
    forAccounts(
      'Change a label, unit, visibility, opacity or position; or take the next background color, which is answered',
      {
        querystring: dataLayerChangesQuerySchema,
        response: { 200: z.union([dataLayerSchema, z.enum(backgroundColors)]) },
      },
    ),
    async (request, reply) => {
      const { query } = request;
      const layer = await requireOwn(request, requireLayer, query.dataLayerID);
      switch (query.type) {
        case 'color': {
          const { backgroundColor: color } = found(await cycleColor(database, layer.id));
          // The text is written as JSON here, because Fastify would send it without quotes.
          return reply
            .type('application/json; charset=utf-8')
            .serializer(JSON.stringify)
            .send(color);
        }
        case 'attrs': {
          const { label, unit, is_visible: isVisible } = query.keyValUpdateArray;
          const changes = { label, unit, isVisible };
          return describeLayer(found(await changeLayer(orm, layer.id, changes)));
        }
        case 'display': {
          const { opacity, position } = query.keyValUpdateArray;
          if (position !== undefined) await moveLayer(database, layer, position);
          if (opacity !== undefined) await changeLayer(orm, layer.id, { opacity });
          return describeLayer(await requireOwn(request, requireLayer, layer.id));
        }
      }
    },
  );
}
