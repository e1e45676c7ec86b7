import { randomBytes } from 'node:crypto';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { runLayers } from '@refugia/contract/habitat-patrol.ts';
import { type ConnectionKey, connectionKeySchema } from '@refugia/contract/my-runs.ts';
import { z } from 'zod';
import type { App } from '../../../platform/http/app.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { saveConnectionKey } from '../runs/owner-queries.ts';
import type { RunRow } from '../runs/queries.ts';
import {
  accountOrVisitor,
  ownerOnly,
  type RunContext,
  runIdSchema,
  tags,
} from '../runs/run-context.ts';
import { type KeyedTiles, keyedAddress } from './keyed-tile-routes.ts';

/**
 * Connection keys: addresses of a run's pictures for a GIS. They don't tell the run's id, and stop
 * working when the owner takes the key back.
 */
export function registerConnectionKeys(app: App, context: RunContext, tiles: KeyedTiles): void {
  const { platform, requireRun, requireDone, requireOwnRun } = context;
  const { config, database } = platform;
  const { orm } = database;

  const addressOf = (key: string, rest: string) => keyedAddress(config.publicUrl, key, rest);
  function describeKey({ connectionKey: key, connectionKeyCreatedAt }: RunRow): ConnectionKey {
    if (!key || !connectionKeyCreatedAt) {
      throw new ApiFailure(404, 'no_key', 'This analysis has no connection key.');
    }
    return {
      key,
      created_at: connectionKeyCreatedAt.toISOString(),
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
      return describeKey(await requireOwnRun(request, request.params.id));
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
      await requireDone(run.id);
      await saveConnectionKey(orm, run.id, randomBytes(16).toString('base64url'));
      if (run.connectionKey) tiles.forget(run.connectionKey);
      // Read again: of two keys that are made at once the later one works.
      return describeKey(await requireRun(run.id));
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
