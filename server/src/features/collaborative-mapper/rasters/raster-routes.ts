import {
  deletedSchema,
  itemQuerySchema,
  mapQuerySchema,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import {
  rasterLayerSchema,
  rasterPlaceSchema,
} from '@refugia/contract/collaborative-mapper/rasters.ts';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { mapRaster } from '../../../platform/database/schema/index.ts';
import { type App, binaryReply } from '../../../platform/http/api.ts';
import { readableComments } from '../comments/comment-queries.ts';
import { rasterNotFound, requireRaster, showRaster } from '../log/layer-changes.ts';
import { editMap } from '../log/map-edit.ts';
import { authorOf, requireEditor } from '../maps/access.ts';
import { conflictResponse, forAccounts, forAnybody, type MapContext } from '../maps/map-context.ts';
import {
  describeRaster,
  findRaster,
  listRasters,
  pictureFile,
  rasterFolder,
} from './raster-queries.ts';

/** Registers the routes that list, serve, place and delete the pictures of a map. */
export function registerRasters(app: App, context: MapContext): void {
  const { orm, platform, view } = context;

  app.get(
    '/api/rrm/layers',
    forAnybody('The pictures that lie on a map', {
      querystring: mapQuerySchema,
      response: { 200: rasterLayerSchema.array() },
    }),
    async (request, reply) => {
      const access = await view(request, request.query.id);
      reply.header('cache-control', 'no-store');
      const rasters = await listRasters(orm, request.query.id);
      return rasters.map((raster) => ({
        ...raster,
        comments: readableComments(raster.comments, access),
      }));
    },
  );

  app.get(
    '/api/rrm/layers/:id/picture.png',
    forAnybody('A picture that lies on a map', {
      params: itemQuerySchema,
      response: { 200: binaryReply('A PNG.', 'image/png') },
    }),
    async (request, reply) => {
      const raster = await requireKnown(context, request, request.params.id);
      await view(request, raster.mapId);
      const picture = await platform.storage.read(rasterFolder(raster.id), pictureFile);
      if (!picture) throw rasterNotFound();
      // The picture of an id never changes, but the people who may see it may.
      return reply
        .header('cache-control', 'private, max-age=3600')
        .header('vary', 'authorization, x-map-token, x-refugia-key')
        .type('image/png')
        .send(picture);
    },
  );

  registerChanges(app, context);
}

/**
 * Finds a picture that was not deleted.
 * @throws {ApiFailure} 401 for a login token that is not valid, 404
 */
async function requireKnown({ orm, platform }: MapContext, request: FastifyRequest, id: string) {
  const raster = await findRaster(orm, id);
  if (raster) return raster;
  await platform.sessions.optional(request);
  throw rasterNotFound();
}

function registerChanges(app: App, context: MapContext): void {
  const { orm, own, read } = context;

  app.delete(
    '/api/rrm/layers',
    forAccounts('Delete a picture from a map of your own', {
      querystring: itemQuerySchema,
      response: { 200: deletedSchema, ...conflictResponse },
    }),
    async (request) => {
      const { id } = request.query;
      const { mapId } = await requireKnown(context, request, id);
      const { author } = await own(request, mapId);
      await editMap(orm, { mapId, author }, async (edit) => {
        const raster = await requireRaster(edit, id);
        if (raster.deletedSeq !== null) throw rasterNotFound();
        await showRaster(edit, raster, 'delete-raster');
      });
      return { id };
    },
  );

  app.put(
    '/api/rrm/raster_place',
    forAnybody('Say where a picture lies: for the owner, and for who uploaded it', {
      body: rasterPlaceSchema,
      response: { 200: rasterLayerSchema },
    }),
    async (request, reply) => {
      const { id, coordinates } = request.body;
      const raster = await requireKnown(context, request, id);
      const access = await read(request, raster.mapId);
      requireEditor(access);
      const author = authorOf(access, request, reply);
      const isUploader =
        raster.authorId === null
          ? raster.visitorName !== null && raster.visitorName === author.visitorName
          : raster.authorId === author.accountId;
      if (!isUploader) await own(request, raster.mapId);
      const [west, south, east, north] = coordinates;
      await orm.update(mapRaster).set({ west, south, east, north }).where(eq(mapRaster.id, id));
      const described = await describeRaster(orm, raster.mapId, id);
      if (!described) throw rasterNotFound();
      return described;
    },
  );
}
