import { apiErrorSchema } from '@refugia/contract/errors.ts';
import {
  type ConnectionKey,
  connectionKeySchema,
} from '@refugia/contract/habitat-patrol/my-runs.ts';
import { runLayers } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import { z } from 'zod';
import type { App } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { StoredKey } from '../../../services/keys/connection-keys.ts';
import { forAnybody, idSchema, ownerOnly, type RunContext } from '../runs/run-context.ts';
import { keyedAddress } from './keyed-tile-routes.ts';

/**
 * Registers connection keys: addresses of a run's pictures for a GIS. They don't reveal the run's
 * id and stop working when the owner revokes the key.
 */
export function registerConnectionKeys(app: App, context: RunContext): void {
  const { platform, keys, requireDone, requireOwnRun } = context;
  const { publicUrl } = platform.config;

  const addressOf = (key: string, path: string) => keyedAddress(publicUrl, key, path);
  function describeKey(stored: StoredKey | undefined): ConnectionKey {
    if (!stored) throw new ApiFailure(404, 'no_key', 'This analysis has no connection key.');
    const { key, createdAt } = stored;
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
    forAnybody('The connection key of a run of your own', {
      params: idSchema,
      response: { 200: connectionKeySchema, ...ownerOnly },
    }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { id } = await requireOwnRun(request, request.params.id);
      return describeKey(await keys.find({ kind: 'run', id }));
    },
  );

  app.post(
    keyUrl,
    forAnybody('Make a connection key for a run of your own; an earlier one stops working', {
      params: idSchema,
      response: { 200: connectionKeySchema, ...ownerOnly, 409: apiErrorSchema },
    }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { id } = await requireOwnRun(request, request.params.id);
      await requireDone(id);
      return describeKey(await keys.make({ kind: 'run', id }));
    },
  );

  app.delete(
    keyUrl,
    forAnybody('Take the connection key of a run of your own back', {
      params: idSchema,
      response: { 200: z.object({ id: z.string() }), ...ownerOnly },
    }),
    async (request) => {
      const { id } = await requireOwnRun(request, request.params.id);
      await keys.takeBack({ kind: 'run', id });
      return { id };
    },
  );
}
