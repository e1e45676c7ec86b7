import {
  layerValuesQuerySchema,
  layerValuesSchema,
} from '@refugia/contract/collaborative-mapper/layer-values.ts';
import {
  layerChangeSchema,
  layerCreationSchema,
  layerRenamingSchema,
  type VectorLayer,
  vectorLayerSchema,
} from '@refugia/contract/collaborative-mapper/layers.ts';
import { mapQuerySchema } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../../platform/http/api.ts';
import { createLayer } from '../log/create-layer.ts';
import {
  changeLayer,
  type LayerProperties,
  layerNotFound,
  requirePresentLayer,
} from '../log/layer-changes.ts';
import { editMap } from '../log/map-edit.ts';
import { type AccountAccess, requireSelf } from '../maps/access.ts';
import { conflictResponse, forAccounts, forAnybody, type MapContext } from '../maps/map-context.ts';
import { findLayerByName } from '../maps/map-layers.ts';
import { findLayer, listLayers, listLayerValues } from './layer-queries.ts';

/** Changes a layer of a map that the caller may change, and describes it as it is then. */
async function changeAndDescribe(
  context: MapContext,
  { map: { id: mapId }, author }: AccountAccess,
  layerId: string,
  properties: LayerProperties,
): Promise<VectorLayer> {
  const lastSeq = await editMap(context.orm, { mapId, author }, async (edit) => {
    await changeLayer(edit, await requirePresentLayer(edit, layerId), properties);
    return edit.seq;
  });
  return await describeLayer(context, { id: mapId, lastSeq }, layerId);
}

/** Describes a layer of a map as it is after the operation `lastSeq`. */
async function describeLayer(
  context: MapContext,
  map: { id: number; lastSeq: number },
  layerId: string,
): Promise<VectorLayer> {
  const [layer] = await listLayers(context, map, layerId);
  if (!layer) throw layerNotFound();
  return layer;
}

/**
 * Finds a layer of a map of the caller's own.
 * @throws {ApiFailure} 401, 403, 404
 */
async function ownLayer({ orm, own, platform }: MapContext, request: FastifyRequest, id: string) {
  await platform.sessions.require(request);
  const layer = await findLayer(orm, id);
  if (!layer) throw layerNotFound();
  return { layer, access: await own(request, layer.mapId) };
}

/** Registers the routes that list, make and change a map's vector layers. */
export function registerLayers(app: App, context: MapContext): void {
  const { orm, view } = context;

  app.get(
    '/api/rrm/vector_layers',
    forAnybody("A map's vector layers, in the order in which they are drawn", {
      querystring: mapQuerySchema,
      response: { 200: vectorLayerSchema.array() },
    }),
    async (request, reply) => {
      const { map, role } = await view(request, request.query.id);
      reply.header('cache-control', 'no-store');
      const layers = await listLayers(context, map);
      if (role !== 'viewer') return layers;
      // Viewers are not told what columns were removed.
      return layers.map((layer) => ({
        ...layer,
        fields: layer.fields.filter(({ is_removed }) => !is_removed),
      }));
    },
  );

  app.get(
    '/api/rrm/layer_values',
    forAccounts('The values that the features of a layer of your own have of an attribute', {
      querystring: layerValuesQuerySchema,
      response: { 200: layerValuesSchema },
    }),
    async (request, reply) => {
      const { id, attribute } = request.query;
      const { layer } = await ownLayer(context, request, id);
      reply.header('cache-control', 'no-store');
      return await listLayerValues(orm, layer, attribute);
    },
  );

  registerLayerChanges(app, context);
}

function registerLayerChanges(app: App, context: MapContext): void {
  const { orm, own } = context;

  app.post(
    '/api/rrm/vector_layers',
    forAccounts('Make an empty vector layer on a map of your own', {
      body: layerCreationSchema,
      response: { 200: vectorLayerSchema, ...conflictResponse },
    }),
    async (request) => {
      const { mapID: mapId, name: dataset, order: position, fields, style } = request.body;
      const { author } = await own(request, mapId);
      const { layerId, lastSeq } = await editMap(orm, { mapId, author }, async (edit) => {
        const { id } = await createLayer(edit, { dataset, position, fields, style });
        return { layerId: id, lastSeq: edit.seq };
      });
      return await describeLayer(context, { id: mapId, lastSeq }, layerId);
    },
  );

  app.put(
    '/api/rrm/vector_layers',
    forAccounts('Rename, hide, order or style a vector layer of a map of your own', {
      body: layerChangeSchema,
      response: { 200: vectorLayerSchema, ...conflictResponse },
    }),
    async (request) => {
      const { id, ...properties } = request.body;
      const { access } = await ownLayer(context, request, id);
      return await changeAndDescribe(context, access, id, properties);
    },
  );

  app.put(
    '/api/rrm/layers',
    forAccounts('Rename a vector layer of a map of your own', {
      body: layerRenamingSchema,
      response: { 200: vectorLayerSchema, ...conflictResponse },
    }),
    async (request) => {
      const { id, old_dataset, new_dataset, userID } = request.body;
      const access = await own(request, id);
      requireSelf(access.account, userID);
      const layer = await findLayerByName(orm, id, old_dataset);
      return await changeAndDescribe(context, access, layer.id, { dataset: new_dataset });
    },
  );
}
