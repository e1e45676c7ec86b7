import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { runDatingSchema } from '@refugia/contract/habitat-patrol/run-dating.ts';
import type { App } from '../../../../platform/http/app.ts';
import { findDating } from '../../runs/dating-queries.ts';
import { type RunContext, runIdSchema, tags } from '../../runs/run-context.ts';

/** Registers the call for when a run's patches changed, which is found out after the run. */
export function registerDating(app: App, { platform, requireDone }: RunContext): void {
  app.get(
    '/api/changedetection/runs/:id/dates',
    {
      schema: {
        tags,
        summary: 'When the largest patches of a run changed, as far as that is known',
        description:
          'Found out after the run, by reading the scenes between both dates in coarse pixels.',
        params: runIdSchema,
        response: { 200: runDatingSchema, 404: apiErrorSchema, 409: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await requireDone(id);
      reply.header('cache-control', 'no-store');
      return findDating(platform.database.orm, id);
    },
  );
}
