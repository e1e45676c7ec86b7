import { wrapLongitude } from '@refugia/contract/area-measures.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { tileJsonSchema } from '@refugia/contract/my-runs.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '../../../platform/http/app.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { findRunByKey } from '../runs/owner-queries.ts';
import type { RunRow } from '../runs/queries.ts';
import { type RunContext, rememberMilliseconds, tags } from '../runs/run-context.ts';
import { nameOf } from '../runs/run-description.ts';
import { ShortMemory } from '../runs/short-memory.ts';
import {
  createTileAnswer,
  layerNamed,
  noSuchTile,
  tileAddressSchema,
  tileQuerySchema,
  tileResponses,
} from './tile-routes.ts';

/** A GIS may keep tiles for a while; a key that was taken back then opens no new ones. */
const cacheControl = 'private, max-age=300';
/** Finer than the scenes' pixels of 10 m nothing more is to be seen: 256 pixels across 9.6 m at 14. */
const maxZoom = 15;

/** Maps on pages of other sites may show what a key opens: who has the key may see it anyway. */
function openToOtherSites(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*');
  reply.header('cross-origin-resource-policy', 'cross-origin');
}

/** Where a key's pictures are, below the address that people use. */
export function keyedAddress(publicUrl: string, key: string, rest: string): string {
  return `${publicUrl}/tiles/keyed/${key}/${rest}`;
}

export interface KeyedTiles {
  /** A key that this process has just replaced or taken back opens nothing from now on. */
  forget(key: string): void;
}

/** A run's tiles by a connection key, for a GIS and for maps elsewhere. */
export function registerKeyedTiles(app: App, context: RunContext): KeyedTiles {
  const { config, database } = context.platform;
  /** Ids of runs, by the keys that open them. */
  const opened = new ShortMemory<string>(rememberMilliseconds);
  const answer = createTileAnswer(context);

  async function requireByKey(key: string): Promise<RunRow> {
    const run = await findRunByKey(database.orm, key);
    if (run) return run;
    throw new ApiFailure(
      404,
      'tile_not_found',
      'There is no such picture: its connection key has been taken back or replaced, or its analysis has been removed.',
    );
  }

  app.get(
    '/tiles/keyed/:key/:layer/:z/:x/:y.png',
    {
      schema: {
        tags,
        summary: "A map tile of a run's picture, by a connection key",
        params: tileAddressSchema.extend({ key: z.string().max(64) }),
        querystring: tileQuerySchema,
        response: tileResponses,
      },
    },
    (request, reply) => {
      openToOtherSites(reply);
      return answer(request, reply, {
        findRun: () =>
          opened.recall(
            request.params.key,
            async () => (await requireByKey(request.params.key)).id,
          ),
        secret: request.params.key,
        cacheControl,
      });
    },
  );

  app.get(
    '/tiles/keyed/:key/:layer.json',
    {
      schema: {
        tags,
        summary: "TileJSON 3 of a run's picture, by a connection key",
        params: z.object({ key: z.string().max(64), layer: z.string().max(16) }),
        response: { 200: tileJsonSchema, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { key } = request.params;
      const layer = layerNamed(request.params.layer);
      openToOtherSites(reply);
      const run = layer && (await requireByKey(key));
      if (!run?.result) throw noSuchTile();
      const [west, south, east, north] = run.result.bbox;
      reply.header('cache-control', 'private, no-cache');
      return {
        tilejson: '3.0.0' as const,
        name: `${nameOf(run)}: ${layer}`,
        attribution: run.result.imagery.label,
        scheme: 'xyz' as const,
        tiles: [keyedAddress(config.publicUrl, key, `${layer}/{z}/{x}/{y}.png`)],
        minzoom: 0,
        maxzoom: maxZoom,
        // TileJSON knows no bounds across the antimeridian.
        bounds: east > 180 ? [-180, south, 180, north] : [west, south, east, north],
        center: [wrapLongitude((west + east) / 2), (south + north) / 2, 12],
      };
    },
  );
  return { forget: (key) => opened.forget(key) };
}
