import { writeArea } from '@refugia/contract/area.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import {
  newLookSchema,
  placeFindingsSchema,
  placeKeyQuerySchema,
} from '@refugia/contract/habitat-patrol/places.ts';
import { utcDay } from '@refugia/contract/habitat-patrol/run-checks.ts';
import { failedAttemptSchema, runAcceptedSchema } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import type { Platform } from '../../../platform/platform.ts';
import { answerFailedAttempt } from '../runs/failed-attempt.ts';
import { idSchema, type RunContext } from '../runs/run-context.ts';
import { startRun } from '../runs/run-start.ts';
import { addLook } from './place-queries.ts';
import { forAccounts, forAnybody, readPlace, requireOwnPlace } from './sharing/access.ts';
import { listFindings } from './watching/finding-queries.ts';
import { yearBefore } from './watching/watch-dates.ts';

/** Registers the call by which the owner of a place looks at it now. */
export function registerLooks(app: App, context: RunContext): void {
  const { orm } = context;

  app.post(
    '/api/places/:id/looks',
    forAccounts('Look at a place now', {
      description:
        'Starts a run, or joins the one under way; GET /api/changedetection/runs/{id} and its events tell how it goes. Without dates, today is compared with the same day a year before.',
      params: idSchema,
      body: newLookSchema,
      response: {
        202: runAcceptedSchema,
        409: apiErrorSchema,
        422: failedAttemptSchema,
        502: failedAttemptSchema,
        ...errorReplies(400, 401, 403, 404),
      },
    }),
    async (request, reply) => {
      const row = await requireOwnPlace(context.platform, request, request.params.id);
      const now = new Date();
      const { endDate = utcDay(now), startDate = yearBefore(endDate) } = request.body;
      const attempt = await startRun(context, {
        body: { coords: writeArea(row.area.geometry), startDate, endDate, areaName: row.name },
        owner: { accountId: row.accountId, visitorId: null },
        address: null,
        now,
        also: (transaction, runId) => addLook(transaction, row.id, runId),
      });
      if (attempt.kind === 'known failure')
        return answerFailedAttempt(reply, { reason: attempt.reason, permanent: true });
      // A new run is noted already; one that was joined, or had finished, is noted here.
      await addLook(orm, row.id, attempt.id);
      return reply.code(202).send({ id: attempt.id });
    },
  );
}

/** Registers the findings of a place, for everybody who may read it. */
export function registerFindings(app: App, platform: Platform): void {
  app.get(
    '/api/places/:id/findings',
    forAnybody('What watched looks at a place have found, the latest first', {
      description:
        'A finding is one patch of change, however many looks saw it: seen once, confirmed by a look with newer scenes, or gone. People are told of each once.',
      params: idSchema,
      querystring: placeKeyQuerySchema,
      response: { 200: placeFindingsSchema, ...errorReplies(400, 401, 404) },
    }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { row } = await readPlace(platform, request, request.params.id);
      const { maxListedFindings } = limits.habitatPatrol;
      return { findings: await listFindings(platform.database.orm, row.id, maxListedFindings) };
    },
  );
}
