import { createHash } from 'node:crypto';
import {
  type BaseLayerName,
  baseLayerNames,
  placeSchema,
  placeSearchSchema,
} from '@refugia/contract/basemap.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { BasemapConfig } from '../../platform/config.ts';
import type { App } from '../../platform/http/app.ts';
import { answerNotModified, isKnown } from '../../platform/http/conditional.ts';
import { whileWanted } from '../../platform/http/leaving.ts';
import { readTileAddress } from '../tiles/tile-answer.ts';
import { Basemap } from './basemap.ts';
import {
  mayUseNationalMap,
  nationalMap,
  type ProviderTiles,
  providerTiles,
  Reachability,
} from './providers.ts';
import { tileVersion } from './sources.ts';
import { buildStyle } from './style/style.ts';

/**
 * The data changes only with a release, which changes `tileVersion`, so browsers may keep tiles for
 * ever.
 */
const tileCacheControl = 'public, max-age=31536000, immutable';

interface BasemapOptions {
  /** The installation's folder, where tiles are kept. */
  dataDirectory: string;
  config: BasemapConfig;
  /** Imagery is simulated by choice. */
  isDemonstration: boolean;
}

/**
 * Serves the base maps: `/basemap/styles/{name}.json` with a provider's tiles where there is one,
 * `/basemap/styles/embedded/{name}.json` without, the embedded tiles that the styles name, and the
 * search for places.
 */
export function registerBasemap(app: App, options: BasemapOptions): void {
  const basemap = new Basemap(options.dataDirectory);
  app.addHook('onClose', () => basemap.close());
  app.addHook('onListen', () => {
    // A failure is only logged, because no person waits for these tiles.
    basemap.prepareOpeningView().catch((error) => app.log.debug({ err: error }, 'opening view'));
  });
  registerStyles(app, basemap, options);
  registerPlaces(app, basemap);

  registerTiles(app, basemap);
}

function registerTiles(app: App, basemap: Basemap): void {
  app.get<{ Params: { '*': string } }>(
    `/basemap/tiles/${tileVersion}/*`,
    { schema: { hide: true } },
    async (request, reply) => {
      const indices = request.params['*'].split('/');
      const [y = '', x = '', z = ''] = indices.toReversed();
      const path = indices.slice(0, -3).join('/');
      // The styles use one summer of scenes only. Tiles of other years would fill the store.
      const source = Object.values(basemap.sources()).find((each) => each.path === path);
      if (source === undefined) return noSuchTile(reply);
      const etag = `"${tileVersion}-${indices.join('-')}"`;
      if (isKnown(request, etag)) return answerNotModified(reply.header('etag', etag));
      const tile = await basemap.tile(source, readTileAddress({ z, x, y }), whileWanted(reply));
      if (tile === null) return noSuchTile(reply);
      reply.header('cache-control', tileCacheControl).header('etag', etag);
      if (source.type === 'raster') return reply.type('image/webp').send(tile);
      return reply
        .header('content-encoding', 'gzip')
        .type('application/vnd.mapbox-vector-tile')
        .send(tile);
    },
  );
}

function noSuchTile(reply: FastifyReply) {
  return reply.code(404).send({ error: 'The base map has no such tile.', code: 'tile_not_found' });
}

function registerStyles(
  app: App,
  basemap: Basemap,
  { config, isDemonstration }: BasemapOptions,
): void {
  const survey = new Reachability(nationalMap.url.replace(/\{[zxy]\}/g, '0'));
  const maySurvey = mayUseNationalMap(config, isDemonstration);
  const mustAsk = maySurvey && config.satellite === 'auto';
  if (mustAsk) app.addHook('onListen', () => survey.ask());

  const tilesOf = (name: BaseLayerName): ProviderTiles | null => {
    if (name !== 'satellite' || !maySurvey) return providerTiles(config, name);
    return !mustAsk || survey.isReachable ? nationalMap : null;
  };
  for (const name of baseLayerNames) {
    const addresses = [
      [`/basemap/styles/${name}.json`, () => tilesOf(name)],
      [`/basemap/styles/embedded/${name}.json`, () => null],
    ] as const;
    for (const [path, provider] of addresses) {
      app.get(path, { schema: { hide: true } }, (request, reply) => {
        const body = JSON.stringify(buildStyle(name, provider(), basemap.sources()));
        const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
        reply.header('cache-control', 'public, max-age=300').header('etag', etag);
        if (isKnown(request, etag)) return answerNotModified(reply);
        return reply.type('application/json; charset=utf-8').send(body);
      });
    }
  }
}

function registerPlaces(app: App, basemap: Basemap): void {
  app.get(
    '/api/basemap/places',
    {
      schema: {
        tags: ['base map'],
        summary: 'Places in the United States whose names begin with the given letters',
        querystring: placeSearchSchema,
        response: { 200: z.array(placeSchema) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'public, max-age=86400');
      return basemap.places(request.query.q, request.query.limit);
    },
  );
}
