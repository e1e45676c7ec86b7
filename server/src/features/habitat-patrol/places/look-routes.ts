import { writeArea } from '@refugia/contract/area.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { newLookSchema } from '@refugia/contract/habitat-patrol/places.ts';
import { utcDay } from '@refugia/contract/habitat-patrol/run-checks.ts';
import { failedAttemptSchema, runAcceptedSchema } from '@refugia/contract/habitat-patrol/runs.ts';
import { z } from 'zod';
import type { App } from '../../../platform/http/app.ts';
import { errorReplies } from '../../../platform/http/error-replies.ts';
import { newId } from '../../../platform/new-id.ts';
import { describeFailedAttempt, failedAttemptStatus } from '../runs/failed-attempt.ts';
import type { RunContext } from '../runs/run-context.ts';
import { startRun } from '../runs/run-start.ts';
import { addLook } from './place-queries.ts';
import { requireOwnPlace } from './sharing/access.ts';
import { yearBefore } from './watching/watch-dates.ts';

/** Registers the call by which the owner of a place looks at it now. */
export function registerLooks(app: App, context: RunContext): void {
  const { orm } = context.platform.database;

  app.post(
    '/api/places/:id/looks',
    {
      schema: {
        tags: ['places'],
        summary: 'Look at a place now',
        description:
          'Starts a run, or joins the one under way; GET /api/changedetection/runs/{id} and its events tell how it goes. Without dates, today is compared with the same day a year before.',
        security: [{ token: [] }],
        params: z.object({ id: z.string().max(64) }),
        body: newLookSchema,
        response: {
          202: runAcceptedSchema,
          409: apiErrorSchema,
          422: failedAttemptSchema,
          502: failedAttemptSchema,
          ...errorReplies(400, 401, 403, 404),
        },
      },
    },
    async (request, reply) => {
      const row = await requireOwnPlace(context.platform, request, request.params.id);
      const now = new Date();
      const runId = newId();
      const { endDate = utcDay(now), startDate = yearBefore(endDate) } = request.body;
      const attempt = await startRun(context, context.queue, {
        body: { coords: writeArea(row.area.geometry), startDate, endDate, areaName: row.name },
        owner: { accountId: row.accountId, visitorId: null },
        address: null,
        id: runId,
        now,
        also: (transaction) => addLook(transaction, row.id, runId),
      });
      if (attempt.kind === 'known failure') {
        const failure = { reason: attempt.reason, permanent: true };
        return reply.code(failedAttemptStatus(failure)).send(describeFailedAttempt(failure));
      }
      // A new run is noted already; one that was joined, or had finished, is noted here.
      await addLook(orm, row.id, attempt.id);
      return reply.code(202).send({ id: attempt.id });
    },
  );
}
