import {
  mapCreationQuerySchema,
  mapCreationSchema,
  mapIdSchema,
  thumbnailReplySchema,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type App, binaryReply, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import { mapNotFound, requireSelf } from '../maps/access.ts';
import { thumbnailAddress, thumbnailFor } from '../maps/describe-map.ts';
import { forAccounts, forAnybody, type MapContext } from '../maps/map-context.ts';
import { createMap } from '../maps/map-queries.ts';
import { requireRoomForMap } from '../maps/map-routes.ts';
import {
  makeThumbnail,
  readThumbnail,
  readThumbnailForm,
  replaceThumbnail,
  type ThumbnailForm,
} from './thumbnail.ts';

const formRefusals = errorReplies(413, 415, 422, 429);

function typeMissing(): ApiFailure {
  const sentence = 'Name the type: map, or image with a form.';
  return new ApiFailure(400, 'invalid', sentence, { type: sentence });
}

/** Registers the routes that create maps and that store and serve their pictures. */
export function registerCreation(app: App, context: MapContext): void {
  const { orm, platform, edit } = context;
  const checkRate = createCallerLimitCheck(app, platform, 'mapPicturesPerMinute');

  /** Stores a picture for a map that the caller may edit. */
  async function keep(request: FastifyRequest, { mapId, seq, picture }: ThumbnailForm) {
    const parsed = mapIdSchema.safeParse(mapId);
    if (!parsed.success) {
      throw new ApiFailure(400, 'invalid', messages.required, { id: messages.required });
    }
    const { map } = await edit(request, parsed.data);
    const thumbnailSeq = Math.min(seq ?? map.lastSeq, map.lastSeq);
    const webp = await makeThumbnail(picture);
    const folder = await replaceThumbnail(platform, map.id, webp, { thumbnailSeq });
    return { thumbnail: thumbnailAddress(map.id, folder) };
  }

  app.post(
    '/api/rrm/map_requests',
    forAccounts('Create a map; with type=image, upload the picture of one that you edit', {
      description:
        'With type=image, in the query or as a field, a form (multipart/form-data) with the map\'s "id" and the field "image" (or "file").',
      querystring: mapCreationQuerySchema,
      body: mapCreationSchema.nullish(),
      response: {
        200: z.union([z.number().int().describe("The new map's id."), thumbnailReplySchema]),
        ...formRefusals,
        409: apiErrorSchema,
      },
    }),
    async (request, reply) => {
      const { type } = request.query;
      if (type === 'image' || (type === undefined && request.isMultipart())) {
        await platform.sessions.optional(request);
        await checkRate(request, reply);
        const fields = { id: 'id', pictures: ['image', 'file', 'image_data'] };
        const form = await readThumbnailForm(request, fields);
        if ((type ?? form.type) !== 'image') throw typeMissing();
        return await keep(request, form);
      }
      if (type === undefined) throw typeMissing();
      const account = await platform.sessions.require(request);
      const { user, name } = request.body ?? {};
      requireSelf(account, user);
      await requireRoomForMap(context, account.id);
      const map = await createMap(orm, { ownerId: account.id, ...(name && { name }) });
      return map.id;
    },
  );

  app.put(
    '/api/rrm/upload',
    forAnybody('Upload the picture of a map that you edit', {
      description:
        'A form (multipart/form-data) with the map\'s id in "mapID" and the picture in "image_data": a file, or the text of a canvas (data:image/…). "seq" is the last operation that the picture shows, if that is not the latest.',
      consumes: ['multipart/form-data'],
      response: { 200: thumbnailReplySchema, ...formRefusals },
    }),
    async (request, reply) => {
      await platform.sessions.optional(request);
      await checkRate(request, reply);
      const fields = { id: 'mapID', pictures: ['image_data'] };
      return await keep(request, await readThumbnailForm(request, fields));
    },
  );
  registerPicture(app, context);
}

function registerPicture(app: App, { platform, read }: MapContext): void {
  app.get(
    '/api/rrm/thumbnails/:id/:version',
    forAnybody("A map's picture, as its lists show it", {
      params: z.object({ id: mapIdSchema, version: z.string().max(64) }),
      response: { 200: binaryReply('A WebP.', 'image/webp') },
    }),
    async (request, reply) => {
      const { map, role } = await read(request, request.params.id);
      const folder = thumbnailFor(role, map);
      if (folder?.split('/').at(-1) !== request.params.version) throw mapNotFound();
      const picture = folder && (await readThumbnail(platform, folder));
      if (!picture) throw mapNotFound();
      return reply
        .header('cache-control', 'private, max-age=86400')
        .header('vary', 'authorization, x-map-token')
        .type('image/webp')
        .send(picture);
    },
  );
}
