import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { runSchema } from '@refugia/contract/habitat-patrol/runs.ts';
import { z } from 'zod';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { createEventStreams } from './events.ts';
import { cancelRun } from './jobs.ts';
import { forAnybody, idSchema, ownerOnly, type RunContext, withoutToken } from './run-context.ts';

/** Registers the routes of one run: its state, its progress, cancelling and deleting it. */
export function registerRuns(app: App, context: RunContext): void {
  const { platform, watch, requireRun, requireState, requireOwnRun, describe } = context;
  const events = createEventStreams(watch, platform.config.rateLimits.runStreamsPerAddress);
  app.addHook('preClose', async () => events.closeAll());

  app.get(
    '/api/changedetection/runs/:id',
    forAnybody('A run, whoever knows its id', {
      params: idSchema,
      response: { 200: runSchema, 404: apiErrorSchema },
    }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return describe(request, await requireRun(request.params.id));
    },
  );

  app.post(
    '/api/changedetection/runs/:id/cancel',
    forAnybody('Stop a run of your own', {
      params: idSchema,
      response: { 200: runSchema, ...ownerOnly },
    }),
    async (request) => {
      const run = await requireOwnRun(request, request.params.id);
      return describe(request, await cancelRun(context, run));
    },
  );

  app.get(
    '/api/changedetection/runs/:id/events',
    {
      exposeHeadRoute: false,
      ...withoutToken("A run's progress as server-sent events", {
        description:
          'Events "progress" (RunProgress) from the present state on, and one "end" ({ id, status }) as the last.',
        params: idSchema,
        response: {
          200: {
            description: 'The stream; it ends with the run.',
            content: { 'text/event-stream': { schema: z.string() } },
          },
          ...errorReplies(404, 503),
        },
      }),
    },
    async (request, reply) => {
      const { id } = await requireState(request.params.id);
      events.stream(request, reply, id);
      return reply;
    },
  );
}
