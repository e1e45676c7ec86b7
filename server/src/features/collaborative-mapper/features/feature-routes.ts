import { randomUUID } from 'node:crypto';
import {
  featureChangeSchema,
  featureCreationSchema,
  featureDeletionQuerySchema,
  featureListSchema,
  featuresDeletedSchema,
  featuresQuerySchema,
  mapFeatureSchema,
} from '@refugia/contract/collaborative-mapper/features.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../../platform/http/api.ts';
import {
  additionOf,
  applyChanges,
  deletionOf,
  editOf,
  type FeatureChange,
  featureNotFound,
} from '../log/apply-changes.ts';
import { mapOfFeature } from '../log/feature-rows.ts';
import { deleteLayer } from '../log/layer-changes.ts';
import { editMap } from '../log/map-edit.ts';
import { editMapOnce } from '../log/requests.ts';
import type { AccountAccess } from '../maps/access.ts';
import { totalOf } from '../maps/feature-counts.ts';
import { conflictResponse, forAccounts, forAnybody, type MapContext } from '../maps/map-context.ts';
import { findLayerByName, listRemovedColumns, type RemovedColumns } from '../maps/map-layers.ts';
import {
  countFeaturesThat,
  findMapFeature,
  listAllFeatures,
  listFeatures,
  readableFeatures,
} from './feature-queries.ts';

/** Registers the routes that read a map's features, and by which the owner changes one at a time. */
export function registerFeatures(app: App, context: MapContext): void {
  registerReading(app, context);
  registerCreation(app, context);
  registerChange(app, context);
  registerDeletion(app, context);
}

function registerReading(app: App, { orm, counts, view }: MapContext): void {
  app.get(
    '/api/rrm/features',
    forAnybody("A map's features, or one of them", {
      querystring: featuresQuerySchema,
      response: { 200: featureListSchema },
    }),
    async (request, reply) => {
      const { id, feature, layer_id, box, limit, offset, filter, sort, order } = request.query;
      const access = await view(request, id);
      const { map, role } = access;
      const removed: RemovedColumns =
        role === 'viewer' ? await listRemovedColumns(orm, id) : new Map();
      const question = {
        mapId: id,
        featureId: feature,
        layerId: layer_id,
        box: box?.split(',').map(Number),
        filter,
        removed,
      };
      reply.header('cache-control', 'no-store');
      const page = {
        limit,
        offset,
        sort: sort === undefined ? undefined : { attribute: sort, order },
      };
      const isWholeLayer = [feature, box, filter].every((each) => each === undefined);
      const counted = isWholeLayer ? await counts.of(map) : undefined;
      const features =
        counted && layer_id === undefined
          ? await listAllFeatures(orm, id, { ...page, counts: counted, removed })
          : await listFeatures(orm, question, page);
      let total = features.length;
      if (offset > 0 || total === limit) {
        total = counted ? totalOf(counted, layer_id) : await countFeaturesThat(orm, question);
      }
      // The number was read before the features. Operations in between are sent again later, which
      // does no harm.
      return {
        seq: map.lastSeq,
        total,
        features: readableFeatures(features, access, removed),
      };
    },
  );
}

/** Carries out the owner's change of one feature. */
function changeOne(
  { orm }: MapContext,
  { map, author }: AccountAccess,
  change: FeatureChange,
  call: { clientOperationId: string | undefined; content: unknown },
) {
  return editMapOnce(orm, { mapId: map.id, author, ...call }, (edit) =>
    applyChanges(edit, [{ ...change, mustFit: true }]),
  );
}

function registerCreation(app: App, context: MapContext): void {
  const { orm, own } = context;

  app.post(
    '/api/rrm/features',
    forAccounts('Add a feature to a map of your own', {
      body: featureCreationSchema,
      response: { 200: mapFeatureSchema, ...conflictResponse },
    }),
    async (request) => {
      const { mapID, feature, layerID: layerId, client_operation_id } = request.body;
      const access = await own(request, mapID);
      const { operations } = await changeOne(
        context,
        access,
        additionOf(feature.id ?? randomUUID(), feature, layerId),
        { clientOperationId: client_operation_id, content: { create: feature, layerId } },
      );
      const made = operations.find(({ verb }) => verb === 'create');
      const created = await findMapFeature(orm, mapID, made?.feature_id ?? '');
      if (!created) throw featureNotFound();
      return created;
    },
  );
}

/**
 * Finds the map of a feature, which the caller must own.
 * @throws {ApiFailure} 401, 403, 404
 */
async function ownMapOfFeature(
  { orm, own, platform }: MapContext,
  request: FastifyRequest,
  featureId: string,
): Promise<AccountAccess> {
  const mapId = await mapOfFeature(orm, featureId);
  if (mapId !== undefined) return await own(request, mapId);
  await platform.sessions.require(request);
  throw featureNotFound();
}

function registerChange(app: App, context: MapContext): void {
  const { orm } = context;

  app.put(
    '/api/rrm/features',
    forAccounts('Change a feature of a map of your own', {
      body: featureChangeSchema,
      response: { 200: mapFeatureSchema.nullable(), ...conflictResponse },
    }),
    async (request) => {
      const { DBID: featureId, feature, latestVersion, client_operation_id } = request.body;
      const access = await ownMapOfFeature(context, request, featureId);
      await changeOne(context, access, editOf(featureId, feature, latestVersion), {
        clientOperationId: client_operation_id,
        content: { featureId, feature, latestVersion },
      });
      return (await findMapFeature(orm, access.map.id, featureId)) ?? null;
    },
  );
}

function registerDeletion(app: App, context: MapContext): void {
  const { orm, own } = context;

  app.delete(
    '/api/rrm/features',
    forAccounts('Delete a feature, or a whole vector layer, of a map of your own', {
      querystring: featureDeletionQuerySchema,
      response: { 200: featuresDeletedSchema, ...conflictResponse },
    }),
    async (request) => {
      const { query } = request;
      if ('dataset' in query) {
        const { dataset, mapID: mapId } = query;
        const { author } = await own(request, mapId);
        const layer = await findLayerByName(orm, mapId, dataset);
        const deleted = await editMap(orm, { mapId, author }, (edit) => deleteLayer(edit, layer));
        return { deleted };
      }
      const { id, client_operation_id: clientOperationId } = query;
      const access = await ownMapOfFeature(context, request, id);
      if (!clientOperationId && !(await findMapFeature(orm, access.map.id, id))) {
        throw featureNotFound();
      }
      await changeOne(context, access, deletionOf(id), {
        clientOperationId,
        content: { delete: id },
      });
      return { id };
    },
  );
}
