import { createHash } from 'node:crypto';
import {
  baseLayerNames,
  borderParametersSchema,
  borderSchema,
  placeSchema,
  placeSearchSchema,
} from '@refugia/contract/basemap.ts';
import { isTileAddress } from '@refugia/engine/geo/web-mercator.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type App, describeCalls, errorReplies } from '../../platform/http/api.ts';
import { answerNotModified, isKnown } from '../../platform/http/conditional.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import { whileWanted } from '../../platform/http/leaving.ts';
import { readTileAddress } from '../tiles/tile-answer.ts';
import { Basemap, type BasemapOptions } from './basemap.ts';
import { buildStyle } from './style/style.ts';

/** A version stands in the address of what never changes, so browsers may keep it for ever. */
const { withoutToken } = describeCalls('base map');
const unchangingCacheControl = 'public, max-age=31536000, immutable';
/** Browsers ask again after this time even for what a service calls fresh for longer. */
const longestSeconds = 24 * 60 * 60;

/**
 * Serves the base maps: the styles at `/basemap/styles/{name}.json`, all tiles that they name, and the
 * search for places.
 * @throws {ArchiveRefusal} for a file of tiles that can't serve
 */
export async function registerBasemap(app: App, options: BasemapOptions): Promise<void> {
  const basemap = await Basemap.open(options);
  app.addHook('onClose', () => basemap.close());
  app.addHook('onListen', () => {
    basemap.askServices();
    // A failure is only logged, because no person waits for these tiles.
    basemap.prepareOpeningView().catch((error) => app.log.debug({ err: error }, 'opening view'));
  });
  registerStyles(app, basemap);
  registerPlaces(app, basemap);
  registerTiles(app, basemap);
}

function registerTiles(app: App, basemap: Basemap): void {
  app.get<{ Params: { version: string; '*': string } }>(
    '/basemap/tiles/:version/*',
    { schema: { hide: true } },
    async (request, reply) => {
      const parts = request.params['*'].split('/');
      const [y = '', x = '', z = ''] = parts.toReversed();
      const address = readTileAddress({ z, x, y });
      // Sources differ by the present state of services, so only what the styles name is found.
      const source = basemap.find(request.params.version, parts.slice(0, -3).join('/'));
      if (source === undefined || !isTileAddress(address, source.maxZoom)) return noSuchTile(reply);
      const tile = await source.tile(address, whileWanted(reply));
      if (tile === null) return noSuchTile(reply);
      const etag = entityTagOf(tile.bytes);
      reply.header('cache-control', cacheControlOf(tile.freshUntil)).header('etag', etag);
      if (isKnown(request, etag)) return answerNotModified(reply);
      if (source.type === 'vector') reply.header('content-encoding', 'gzip');
      return reply.type(tile.mediaType).send(tile.bytes);
    },
  );
}

function entityTagOf(content: string | Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}

function cacheControlOf(freshUntil: number): string {
  if (freshUntil === Number.POSITIVE_INFINITY) return unchangingCacheControl;
  const seconds = Math.ceil((freshUntil - Date.now()) / 1000);
  return `public, max-age=${Math.max(0, Math.min(longestSeconds, seconds))}`;
}

function noSuchTile(reply: FastifyReply) {
  // A file or a service may have it later.
  reply.header('cache-control', 'public, max-age=60');
  return reply.code(404).send({ error: 'The base map has no such tile.', code: 'tile_not_found' });
}

function registerStyles(app: App, basemap: Basemap): void {
  for (const name of baseLayerNames) {
    app.get(`/basemap/styles/${name}.json`, { schema: { hide: true } }, (request, reply) => {
      const body = JSON.stringify(buildStyle(name, basemap.sources(name)));
      const etag = entityTagOf(body);
      reply.header('cache-control', 'public, max-age=300').header('etag', etag);
      if (isKnown(request, etag)) return answerNotModified(reply);
      return reply.type('application/json; charset=utf-8').send(body);
    });
  }
}

function registerPlaces(app: App, basemap: Basemap): void {
  app.get(
    '/api/basemap/places',
    withoutToken(
      'Places in the United States, parks, waters and airports whose names begin with the given letters',
      { querystring: placeSearchSchema, response: { 200: z.array(placeSchema) } },
    ),
    async (request, reply) => {
      reply.header('cache-control', 'public, max-age=86400');
      return basemap.places(request.query.q, request.query.limit);
    },
  );

  app.get(
    '/api/basemap/borders/:border',
    withoutToken('The border of a state, a county or a park that was found', {
      params: borderParametersSchema,
      response: { 200: borderSchema, ...errorReplies(400, 404) },
    }),
    async (request, reply) => {
      const border = await basemap.border(request.params.border);
      if (border === null) {
        throw new ApiFailure(404, 'border_not_found', 'The border of this place is not known.');
      }
      reply.header('cache-control', 'public, max-age=86400');
      return border;
    },
  );
}
