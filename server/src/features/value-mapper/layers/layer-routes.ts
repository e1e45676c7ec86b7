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
  projectQuerySchema,
  valueMapperBase,
} from '@refugia/contract/value-mapper/projects.ts';
import { z } from 'zod';
import type { App } from '../../../platform/http/app.ts';
import { type LayerRow, notFound, requireLayer, requireProject } from '../access.ts';
import { refusals, security, tags, type ValueMapperContext } from '../value-mapper-context.ts';
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

function describeFound(layer: LayerRow | undefined) {
  if (!layer) throw notFound();
  return describeLayer(layer);
}

/** Registers the routes for the data layers of a project. */
export function registerLayers(app: App, context: ValueMapperContext): void {
  registerLayerLists(app, context);
  registerLayersAddedAndDeleted(app, context);
  registerLayerChanges(app, context);
}

function registerLayerLists(app: App, { platform, readerOf }: ValueMapperContext): void {
  const { orm } = platform.database;

  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'The data layers of a project, the lowest first, or one of them',
        security,
        querystring: dataLayersQuerySchema,
        response: { 200: z.union([z.array(dataLayerSchema), dataLayerSchema]), ...refusals },
      },
    },
    async (request) => {
      const reader = await readerOf(request);
      const { query } = request;
      if (query.type === 'byID') {
        return describeLayer(await requireLayer(orm, reader, query.dataLayerID));
      }
      const { id } = await requireProject(orm, reader, query.projectID);
      return (await listLayers(orm, id)).map(describeLayer);
    },
  );
}

function registerLayersAddedAndDeleted(
  app: App,
  { platform, accountOf, removeLeft }: ValueMapperContext,
): void {
  const { database, uploads } = platform;
  const { orm } = database;

  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Add a data layer on top; a project has at most five',
        security,
        querystring: projectQuerySchema,
        response: { 200: dataLayerSchema, ...refusals, 409: apiErrorSchema },
      },
    },
    async (request) => {
      const { id } = await requireProject(orm, await accountOf(request), request.query.projectID);
      return describeLayer(await addLayer(database, id));
    },
  );

  app.delete(
    path,
    {
      schema: {
        tags,
        summary: 'Delete a data layer with its rasters; work on them stops',
        security,
        querystring: dataLayerQuerySchema,
        response: { 200: deletedRowSchema, ...refusals },
      },
    },
    async (request) => {
      const account = await accountOf(request);
      const layer = await requireLayer(orm, account, request.query.dataLayerID);
      await deleteLayer(database, layer);
      await uploads.removeOfTargets(account, valueMapperRasterPurpose, [String(layer.id)]);
      await removeLeft();
      return { id: layer.id };
    },
  );
}

function registerLayerChanges(app: App, { platform, accountOf }: ValueMapperContext): void {
  const { database } = platform;
  const { orm } = database;

  app.put(
    path,
    {
      schema: {
        tags,
        summary:
          'Change a label, unit, visibility, opacity or position; or take the next background color, which is answered',
        security,
        querystring: dataLayerChangesQuerySchema,
        response: { 200: z.union([dataLayerSchema, z.enum(backgroundColors)]), ...refusals },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const layer = await requireLayer(orm, await accountOf(request), query.dataLayerID);
      switch (query.type) {
        case 'color': {
          const { img_background_color: color } = describeFound(
            await cycleColor(database, layer.id),
          );
          // The text is written as JSON here, because Fastify would send it without quotes.
          return reply
            .type('application/json; charset=utf-8')
            .serializer(JSON.stringify)
            .send(color);
        }
        case 'attrs': {
          const { label, unit, is_visible: isVisible } = query.keyValUpdateArray;
          const changes = {
            ...(label !== undefined && { label }),
            ...(unit !== undefined && { unit }),
            ...(isVisible !== undefined && { isVisible }),
          };
          return describeFound(await changeLayer(orm, layer.id, changes));
        }
        case 'display': {
          const { opacity, position } = query.keyValUpdateArray;
          if (position !== undefined) await moveLayer(database, layer, position);
          if (opacity !== undefined) await changeLayer(orm, layer.id, { opacity });
          return describeLayer(await requireLayer(orm, await accountOf(request), layer.id));
        }
      }
    },
  );
}
