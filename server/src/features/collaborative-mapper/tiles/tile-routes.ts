import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { filterSchema } from '@refugia/contract/collaborative-mapper/features.ts';
import { mapIdSchema } from '@refugia/contract/collaborative-mapper/maps.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { limits } from '@refugia/contract/limits.ts';
import { PoolBusyError } from '@refugia/engine/threads/thread-pool.ts';
import { z } from 'zod';
import { type App, binaryReply } from '../../../platform/http/api.ts';
import { answerNotModified, isKnown } from '../../../platform/http/conditional.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { forAnybody, type MapContext } from '../maps/map-context.ts';
import { listRemovedColumns } from '../maps/map-layers.ts';
import { MapTiles } from './map-tiles.ts';

/** Registers the vector tiles of a map. */
export function registerTiles(app: App, { orm, view }: MapContext): void {
  const tiles = new MapTiles(orm);
  app.addHook('onClose', () => tiles.close());

  app.get(
    '/api/rrm/tiles/:id/:z/:x/:y.mvt',
    forAnybody("A vector tile of a map's features", {
      params: z.object({
        id: mapIdSchema,
        z: z.coerce.number().int().min(0).max(limits.collaborativeMapper.maxTileZoom),
        x: z.coerce.number().int().min(0),
        y: z.coerce.number().int().min(0),
      }),
      querystring: z.object({
        seq: z.coerce
          .number()
          .int()
          .min(0)
          .default(0)
          .describe('The last operation that the tile has to include.'),
        filter: filterSchema.optional(),
      }),
      response: {
        200: binaryReply(
          'A Mapbox vector tile with the layers "features" and "meta".',
          'application/vnd.mapbox-vector-tile',
        ),
        503: apiErrorSchema,
      },
    }),
    async (request, reply) => {
      const { id, ...tile } = request.params;
      const { map, role } = await view(request, id);
      const { filter } = request.query;
      const removed = filter && role === 'viewer' ? await listRemovedColumns(orm, id) : undefined;
      if (Math.max(tile.x, tile.y) >= 2 ** tile.z) {
        throw new ApiFailure(404, 'tile_not_found', 'There is no such tile.');
      }
      // A number beyond the log's end would wait for an operation that has not been made. A viewer
      // must not get a tile from before something was deleted.
      const seq = role === 'viewer' ? map.lastSeq : Math.min(request.query.seq, map.lastSeq);
      try {
        const made = await tiles.tile(
          { mapId: id, ...tile, seq, filter, removed },
          whileWanted(reply),
        );
        reply
          .header('cache-control', 'private, max-age=60')
          .header('vary', 'authorization, x-map-token, x-refugia-key, accept-encoding')
          // Weak, because the same tile is sent packed and unpacked.
          .header('etag', `W/${made.etag}`)
          .header('x-map-seq', made.seq)
          .header('x-features-left-out', made.leftOut);
        if (isKnown(request, made.etag)) return answerNotModified(reply);
        reply.type('application/vnd.mapbox-vector-tile');
        const isPacked = negotiate(request.headers['accept-encoding'] ?? '', ['gzip']) === 'gzip';
        if (!isPacked) return reply.send(await promisify(gunzip)(made.gzipped));
        return reply.header('content-encoding', 'gzip').send(made.gzipped);
      } catch (error) {
        if (!(error instanceof PoolBusyError)) throw error;
        reply.header('retry-after', 2);
        throw new ApiFailure(503, 'tiles_busy', 'Too many tiles are being made. Please try again.');
      }
    },
  );
}
