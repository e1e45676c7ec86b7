import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { patchPageSchema, patchQuerySchema } from '@refugia/contract/run-patches.ts';
import { readPatches } from '@refugia/engine/analysis/patch-files.ts';
import { resultFileNames } from '@refugia/engine/analysis/types.ts';
import type { App } from '../../platform/http/app.ts';
import { streamText } from '../../platform/storage/stored-source.ts';
import { storedName } from './jobs.ts';
import { type RunContext, runIdSchema, tags } from './run-context.ts';

/** The patches of change that a run found. */
export function registerPatches(app: App, { platform, requireResult }: RunContext): void {
  app.get(
    '/api/changedetection/runs/:id/patches',
    {
      schema: {
        tags,
        summary: "A run's patches of change, the largest first",
        params: runIdSchema,
        querystring: patchQuerySchema,
        response: {
          200: patchPageSchema,
          400: apiErrorSchema,
          404: apiErrorSchema,
          409: apiErrorSchema,
        },
      },
    },
    async (request, reply) => {
      const run = await requireResult(request.params.id);
      const location = platform.storage.locate(storedName(run.id), resultFileNames.patches);
      const features = await readPatches(streamText(location), request.query);
      reply.header('cache-control', 'no-cache');
      return {
        total: run.result.statistics.listed_patch_count,
        patches: features.map(({ bbox, properties }) => {
          const { id, kind, hectares, longitude, latitude } = properties;
          return { id, kind, hectares, bbox, centroid: [longitude, latitude] as [number, number] };
        }),
      };
    },
  );
}
