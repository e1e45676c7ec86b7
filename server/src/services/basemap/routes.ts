import { createHash } from 'node:crypto';
import {
  type BaseLayerName,
  baseLayerNames,
  placeSchema,
  placeSearchSchema,
} from '@refugia/contract/basemap.ts';
import { latestMosaicYear } from '@refugia/simulation/index.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { BasemapConfig } from '../../platform/config.ts';
import type { App } from '../../platform/http/app.ts';
import { answerNotModified, isKnown } from '../../platform/http/conditional.ts';
import { whileWanted } from '../../platform/http/leaving.ts';
import { readTileAddress, type TileIndices } from '../tiles/tile-answer.ts';
import { Basemap, tileVersion } from './basemap.ts';
import { pictureNames } from './pictures.ts';
import { mayUseNationalMap, nationalMap, type ProviderTiles, providerTiles } from './providers.ts';
import { Reachability } from './reachability.ts';
import { buildStyle } from './style.ts';

const tileKinds = ['vector', ...pictureNames] as const;

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

type TileParameters = { Params: TileIndices };

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
  registerStyles(app, options);
  registerPlaces(app, basemap);

  for (const kind of tileKinds) {
    app.get<TileParameters>(
      `/basemap/tiles/${tileVersion}/${kind}/:z/:x/:y`,
      { schema: { hide: true } },
      async (request, reply) => {
        const etag = `"${tileVersion}-${kind}-${Object.values(request.params).join('-')}"`;
        if (isKnown(request, etag)) return answerNotModified(reply.header('etag', etag));
        const tile = await basemap.tile(kind, readTileAddress(request.params));
        if (tile === null) return noSuchTile(reply);
        if (kind === 'vector') reply.header('content-encoding', 'gzip');
        return sendTile(reply, tile, { etag, type: typeOf(kind) });
      },
    );
  }
  registerScenes(app, basemap);
}

function registerStyles(app: App, { config, isDemonstration }: BasemapOptions): void {
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
        const sceneYear = latestMosaicYear(new Date());
        const body = JSON.stringify(buildStyle(name, { provider: provider(), sceneYear }));
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

function registerScenes(app: App, basemap: Basemap): void {
  app.get<{ Params: TileParameters['Params'] & { year: string } }>(
    `/basemap/tiles/${tileVersion}/scenes/:year/:z/:x/:y`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { year, ...indices } = request.params;
      // The styles use one summer only. Tiles of other years would fill the store.
      if (Number(year) !== latestMosaicYear(new Date())) return noSuchTile(reply);
      const etag = `"${tileVersion}-scenes-${year}-${Object.values(indices).join('-')}"`;
      if (isKnown(request, etag)) return answerNotModified(reply.header('etag', etag));
      const address = readTileAddress(indices);
      const tile = await basemap.sceneTile(Number(year), address, whileWanted(reply));
      if (tile === null) return noSuchTile(reply);
      return sendTile(reply, tile, { etag, type: 'image/webp' });
    },
  );
}

function typeOf(kind: (typeof tileKinds)[number]): string {
  return kind === 'vector' ? 'application/vnd.mapbox-vector-tile' : 'image/webp';
}

function sendTile(reply: FastifyReply, tile: Uint8Array, head: { etag: string; type: string }) {
  return reply
    .header('cache-control', tileCacheControl)
    .header('etag', head.etag)
    .type(head.type)
    .send(tile);
}

function noSuchTile(reply: FastifyReply) {
  return reply.code(404).send({ error: 'The base map has no such tile.', code: 'tile_not_found' });
}
