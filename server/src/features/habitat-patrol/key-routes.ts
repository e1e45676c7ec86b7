import { randomBytes } from 'node:crypto';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { runLayers } from '@refugia/contract/habitat-patrol.ts';
import { type ConnectionKey, connectionKeySchema } from '@refugia/contract/my-runs.ts';
import { z } from 'zod';
import type { App } from '../../platform/http/app.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import { type KeyedTiles, keyedAddress } from './keyed-tile-routes.ts';
import { saveConnectionKey } from './owner-queries.ts';
import { accountOrVisitor, ownerOnly, type RunContext, runIdSchema, tags } from './run-context.ts';

/**
 * Connection keys: addresses of a run's pictures for a GIS. They don't tell the run's id, and stop
 * working when the owner takes the key back.
 */
export function registerConnectionKeys(app: App, context: RunContext, tiles: KeyedTiles): void {
  const { platform, requireResult, requireOwnRun } = context;
  const { config, database } = platform;
  const { orm } = database;

  const addressOf = (key: string, rest: string) => keyedAddress(config.publicUrl, key, rest);
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
      if (run.connectionKey) tiles.forget(run.connectionKey);
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
      if (run.connectionKey) tiles.forget(run.connectionKey);
      return { id: run.id };
    },
  );
}
