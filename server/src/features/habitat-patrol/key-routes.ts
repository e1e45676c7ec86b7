import { randomBytes } from 'node:crypto';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { runLayers } from '@refugia/contract/habitat-patrol.ts';
import {
  type ConnectionKey,
  connectionKeySchema,
  tileJsonSchema,
} from '@refugia/contract/my-runs.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '../../platform/http/app.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { RunRow } from './queries.ts';
import {
  accountOrVisitor,
  type RunContext,
  rememberMilliseconds,
  runIdSchema,
  tags,
} from './run-context.ts';
import { nameOf } from './run-description.ts';
import { findRunByKey, saveConnectionKey } from './run-records.ts';
import { ShortMemory } from './short-memory.ts';
import {
  createTileAnswer,
  layerNamed,
  noSuchTile,
  tileAddressSchema,
  tileQuerySchema,
  tileResponses,
} from './tile-routes.ts';

const ownerOnly = { 401: apiErrorSchema, 403: apiErrorSchema, 404: apiErrorSchema };
/** A GIS may keep tiles for a while; a key that was taken back then opens no new ones. */
const cacheControl = 'private, max-age=300';
/** Finer than the scenes' pixels of 10 m nothing more is to be seen: 256 pixels across 9.6 m at 14. */
const maxZoom = 15;

/** Maps on pages of other sites may show what a key opens: who has the key may see it anyway. */
function openToOtherSites(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*');
  reply.header('cross-origin-resource-policy', 'cross-origin');
}

/**
 * Connection keys: addresses of a run's pictures for a GIS. They don't tell the run's id, and stop
 * working when the owner takes the key back.
 */
export function registerConnectionKeys(app: App, context: RunContext): void {
  const { platform, requireResult, requireOwnRun } = context;
  const { config, database } = platform;
  const { orm } = database;
  const opened = new ShortMemory<RunRow>(rememberMilliseconds);
  const answer = createTileAnswer(context);
  async function requireByKey(key: string): Promise<RunRow> {
    const run = await opened.recall(key, () => findRunByKey(orm, key));
    if (run) return run;
    throw new ApiFailure(
      404,
      'tile_not_found',
      'There is no such picture: its connection key has been taken back or replaced, or its analysis has been removed.',
    );
  }

  const addressOf = (key: string, rest: string) => `${config.publicUrl}/tiles/keyed/${key}/${rest}`;
  function describeKey(key: string, createdAt: Date): ConnectionKey {
    return {
      key,
      created_at: createdAt.toISOString(),
      layers: runLayers.map((layer) => ({
        layer,
        xyz: addressOf(key, `${layer}/{z}/{x}/{y}.png`),
        tilejson: addressOf(key, `${layer}.json`),
      })),
    };
  }

  const keyUrl = '/api/changedetection/runs/:id/key';
  app.get(
    keyUrl,
    {
      schema: {
        tags,
        summary: 'The connection key of a run of your own',
        security: accountOrVisitor,
        params: runIdSchema,
        response: { 200: connectionKeySchema, ...ownerOnly },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const run = await requireOwnRun(request, request.params.id);
      if (run.connectionKey && run.connectionKeyCreatedAt) {
        return describeKey(run.connectionKey, run.connectionKeyCreatedAt);
      }
      throw new ApiFailure(404, 'no_key', 'This analysis has no connection key.');
    },
  );

  app.post(
    keyUrl,
    {
      schema: {
        tags,
        summary: 'Make a connection key for a run of your own; an earlier one stops working',
        security: accountOrVisitor,
        params: runIdSchema,
        response: { 200: connectionKeySchema, ...ownerOnly, 409: apiErrorSchema },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const run = await requireOwnRun(request, request.params.id);
      await requireResult(run.id);
      const key = randomBytes(16).toString('base64url');
      const createdAt = await saveConnectionKey(orm, run.id, key);
      if (run.connectionKey) opened.forget(run.connectionKey);
      return describeKey(key, createdAt ?? new Date());
    },
  );

  app.delete(
    keyUrl,
    {
      schema: {
        tags,
        summary: 'Take the connection key of a run of your own back',
        security: accountOrVisitor,
        params: runIdSchema,
        response: { 200: z.object({ id: z.string() }), ...ownerOnly },
      },
    },
    async (request) => {
      const run = await requireOwnRun(request, request.params.id);
      await saveConnectionKey(orm, run.id, null);
      if (run.connectionKey) opened.forget(run.connectionKey);
      return { id: run.id };
    },
  );

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
        findRun: async () => (await requireByKey(request.params.key)).id,
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
        tiles: [addressOf(key, `${layer}/{z}/{x}/{y}.png`)],
        minzoom: 0,
        maxzoom: maxZoom,
        bounds: [west, south, east, north],
        center: [(west + east) / 2, (south + north) / 2, 12],
      };
    },
  );
}
