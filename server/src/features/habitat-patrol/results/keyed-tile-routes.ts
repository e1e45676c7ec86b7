import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { tileJsonSchema } from '@refugia/contract/habitat-patrol/my-runs.ts';
import { wrapLongitude } from '@refugia/engine/geo/position.ts';
import { z } from 'zod';
import type { App } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { openToOtherSites } from '../../../services/keys/connection-keys.ts';
import { findRun } from '../runs/queries.ts';
import { type RunContext, withoutToken } from '../runs/run-context.ts';
import { nameOf } from '../runs/run-description.ts';
import {
  createRunTileAnswer,
  layerNamed,
  noSuchTile,
  tileAddressSchema,
  tileQuerySchema,
  tileResponses,
} from './tile-routes.ts';

/** A GIS may keep tiles for this time, even after the key was revoked. */
const cacheControl = 'private, max-age=300';
/**
 * The deepest zoom. The pixels of a 256-pixel tile are 9.6 m wide at zoom 14 already, and those of
 * the scenes 10 m.
 */
const maxZoom = 15;

/** The address of a key's pictures, below the public address. */
export function keyedAddress(publicUrl: string, key: string, path: string): string {
  return `${publicUrl}/tiles/keyed/${key}/${path}`;
}

/** Registers a run's tiles by a connection key, for a GIS and for maps of other sites. */
export function registerKeyedTiles(app: App, context: RunContext): void {
  const { platform, orm, keys } = context;
  const answer = createRunTileAnswer(context);

  async function requireByKey(key: string): Promise<string> {
    const id = await keys.open('run', key);
    if (id !== undefined) return id;
    throw new ApiFailure(
      404,
      'tile_not_found',
      'There is no such picture: its connection key has been taken back or replaced, or its analysis has been removed.',
    );
  }

  app.get(
    '/tiles/keyed/:key/:layer/:z/:x/:y.png',
    withoutToken("A map tile of a run's picture, by a connection key", {
      params: tileAddressSchema.extend({ key: z.string().max(64) }),
      querystring: tileQuerySchema,
      response: tileResponses,
    }),
    (request, reply) => {
      openToOtherSites(reply);
      return answer(request, reply, {
        findRun: () => requireByKey(request.params.key),
        secret: request.params.key,
        cacheControl,
      });
    },
  );

  app.get(
    '/tiles/keyed/:key/:layer.json',
    withoutToken("TileJSON 3 of a run's picture, by a connection key", {
      params: z.object({ key: z.string().max(64), layer: z.string().max(16) }),
      response: { 200: tileJsonSchema, 404: apiErrorSchema },
    }),
    async (request, reply) => {
      const { key } = request.params;
      const layer = layerNamed(request.params.layer);
      openToOtherSites(reply);
      const run = layer && (await findRun(orm, await requireByKey(key)));
      if (!run?.result) throw noSuchTile();
      const [west, south, east, north] = run.result.bbox;
      reply.header('cache-control', 'private, no-cache');
      return {
        tilejson: '3.0.0' as const,
        name: `${nameOf(run)}: ${layer}`,
        attribution: run.result.imagery.label,
        scheme: 'xyz' as const,
        tiles: [keyedAddress(platform.config.publicUrl, key, `${layer}/{z}/{x}/{y}.png`)],
        minzoom: 0,
        maxzoom: maxZoom,
        // TileJSON knows no bounds across the antimeridian.
        bounds: east > 180 ? [-180, south, 180, north] : [west, south, east, north],
        center: [wrapLongitude((west + east) / 2), (south + north) / 2, 12],
      };
    },
  );
}
