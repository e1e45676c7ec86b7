import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { runLayers } from '@refugia/contract/habitat-patrol.ts';
import { resultFileNames } from '@refugia/engine/analysis/types.ts';
import { isTileAddress } from '@refugia/engine/render/web-mercator.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '../../platform/http/app.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import { TilesBusyError } from '../../services/tiles/tile-pool.ts';
import type { Tiles } from '../../services/tiles/tiles.ts';
import { storedName } from './jobs.ts';
import { onLeaving } from './leaving.ts';

/** Changes when the same files are drawn in another way. */
const renderingVersion = 1;

const runIdPattern = /^[A-Za-z0-9_-]{22}$/;
const tileSizes = [256, 512] as const;

const paramsSchema = z.object({
  run: z.string().max(64),
  layer: z.string().max(16),
  z: z.string().max(8),
  x: z.string().max(8),
  y: z.string().max(8),
});
const pngSchema = z.custom<Uint8Array>().meta({ type: 'string', format: 'binary' });
const querySchema = z.object({
  size: z.enum(['256', '512']).optional().describe('Pixels along a side; 256 when left out.'),
});

function noSuchTile(): ApiFailure {
  return new ApiFailure(404, 'tile_not_found', 'There is no such picture.');
}

/** Map tiles of runs. A run's files never change, so its tiles are kept for good by who asks. */
export function registerTiles(app: App, { storage }: Platform, tiles: Tiles): void {
  app.get(
    '/tiles/change/:run/:layer/:z/:x/:y.png',
    {
      schema: {
        tags: ['habitat patrol'],
        summary: "A map tile of a run's picture: before, after or change",
        params: paramsSchema,
        querystring: querySchema,
        response: {
          200: {
            description: 'A PNG; transparent where the picture shows nothing.',
            content: { 'image/png': { schema: pngSchema } },
          },
          304: z.null().describe('The caller has it already.'),
          404: apiErrorSchema,
          503: apiErrorSchema,
        },
      },
    },
    async (request, reply) => {
      const { run, z, x, y } = request.params;
      const layer = runLayers.find((name) => name === request.params.layer);
      const tile = { z: toIndex(z), x: toIndex(x), y: toIndex(y) };
      if (!layer || !runIdPattern.test(run) || !isTileAddress(tile)) throw noSuchTile();
      const size = tileSizes.find((known) => `${known}` === request.query.size) ?? 256;

      const etag = `"${renderingVersion}-${run}-${layer}-${z}-${x}-${y}-${size}"`;
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag);
      if ((request.headers['if-none-match'] ?? '').split(/\s*,\s*/).includes(etag)) {
        return reply.code(304).send(null);
      }
      const location = storage.locate(storedName(run), resultFileNames[layer]);
      const png = await tiles
        .png({ location, layer, tile, size }, whileWanted(reply))
        .catch((error: unknown) => {
          forgetCaching(reply);
          if (!(error instanceof TilesBusyError)) throw error;
          reply.header('retry-after', 1);
          throw new ApiFailure(503, 'tiles_busy', error.message);
        });
      if (png === undefined) {
        forgetCaching(reply);
        throw noSuchTile();
      }
      return reply.type('image/png').send(png);
    },
  );
}

/** Aborts when the caller goes: people move the map faster than tiles are made. */
function whileWanted(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  onLeaving(reply, () => {
    controller.abort(new ApiFailure(408, 'caller_left', 'The caller has gone.'));
  });
  return controller.signal;
}

function forgetCaching(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').removeHeader('etag');
}

/** Only plain digits are an index: `1e1` and ` 1` would be other addresses of the same tile. */
function toIndex(text: string): number {
  return /^(0|[1-9]\d{0,6})$/.test(text) ? Number(text) : Number.NaN;
}
