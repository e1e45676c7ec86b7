import { randomBytes } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import { writeArea } from '@refugia/contract/area.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import {
  analysisRequestSchema,
  analysisResultSchema,
  failedAttemptSchema,
  imagerySchema,
  runAcceptedSchema,
  runSchema,
} from '@refugia/contract/habitat-patrol.ts';
import { messages } from '@refugia/contract/messages.ts';
import { simulationExamples } from '@refugia/engine/simulation/catalogue.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../platform/http/app.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTiles } from '../../services/tiles/tiles.ts';
import { identifyOwner, requireOwner } from './access.ts';
import { createEventStreams, hasEnded, progressOf } from './events.ts';
import { keepHouse } from './housekeeping.ts';
import { chooseImagery, coverageOf } from './imagery.ts';
import { cancelRun, defineAnalysisQueue, type RunParts } from './jobs.ts';
import { onLeaving } from './leaving.ts';
import { findRun, type RunRow } from './queries.ts';
import { describeRun } from './run-description.ts';
import { startRun } from './run-start.ts';
import { watchRuns } from './run-watch.ts';
import { registerTiles } from './tile-routes.ts';

const tags = ['habitat patrol'];
const runIdSchema = z.object({ id: z.string().max(64) });

/** Comparing satellite pictures: runs, their progress and results, and their map tiles. */
export function registerHabitatPatrol(app: App, platform: Platform): void {
  const { config, database, sessions, log } = platform;
  const { orm } = database;
  const imagery = chooseImagery(config);
  const watch = watchRuns(orm, log);
  const parts: RunParts = { platform, imagery, watch };
  const queue = defineAnalysisQueue(parts);
  const events = createEventStreams(watch, queue);
  const tiles = createTiles();
  const house = config.role === 'api' ? undefined : keepHouse(parts, queue);
  app.addHook('preClose', async () => events.closeAll());
  app.addHook('onClose', async () => {
    house?.stop();
    imagery.close();
    watch.close();
    await tiles.close();
  });
  registerTiles(app, platform, tiles);

  async function requireRun(id: string): Promise<RunRow> {
    const run = await findRun(orm, id);
    if (run) return run;
    throw new ApiFailure(
      404,
      'run_not_found',
      'There is no such analysis, or its result has been removed.',
    );
  }

  const describe = async (run: RunRow) => describeRun(run, await progressOf(run, queue));

  /** The run once it has ended; undefined when the caller has gone before. */
  function waitForEnd(id: string, reply: FastifyReply): Promise<RunRow | undefined> {
    return new Promise((resolve, reject) => {
      const unfollow = watch.follow(id, (state) => {
        if (state && !hasEnded(state)) return;
        unfollow();
        findRun(orm, id).then(resolve, reject);
      });
      onLeaving(reply, () => {
        unfollow();
        resolve(undefined);
      });
    });
  }

  app.post(
    '/api/changedetection/analysis',
    {
      schema: {
        tags,
        summary: 'Compare an area between two dates',
        description:
          'Answers when the run is done, or at once with 202 and its id for "Prefer: respond-async". The run goes on when the caller leaves; the same request joins it.',
        security: [{ token: [] }, {}],
        body: analysisRequestSchema,
        response: {
          200: analysisResultSchema,
          202: runAcceptedSchema,
          400: apiErrorSchema,
          401: apiErrorSchema,
          409: apiErrorSchema,
          422: failedAttemptSchema,
          429: apiErrorSchema,
          502: failedAttemptSchema,
        },
      },
    },
    async (request, reply) => {
      const owner = await identifyOwner(sessions, request, reply);
      const attempt = await startRun(parts, queue, {
        body: request.body,
        owner,
        address: normalizeIP(request.ip),
        id: randomBytes(16).toString('base64url'),
        now: new Date(),
      });
      if (attempt.kind === 'known failure')
        return answerFailure(reply, { reason: attempt.reason, permanent: true });
      const { id } = attempt;
      reply.header('location', `/api/changedetection/runs/${id}`);
      if (prefersAsync(request)) {
        return reply.code(202).header('preference-applied', 'respond-async').send({ id });
      }
      const run = await waitForEnd(id, reply);
      // Nobody reads this reply any more.
      if (!run) return reply.code(202).send({ id });
      return answerEnd(reply, run);
    },
  );

  app.get(
    '/api/changedetection/runs/:id',
    {
      schema: {
        tags,
        summary: 'A run, whoever knows its id',
        params: runIdSchema,
        response: { 200: runSchema, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return describe(await requireRun(request.params.id));
    },
  );

  app.post(
    '/api/changedetection/runs/:id/cancel',
    {
      schema: {
        tags,
        summary: 'Stop a run of your own',
        security: [{ token: [] }, {}],
        params: runIdSchema,
        response: {
          200: runSchema,
          401: apiErrorSchema,
          403: apiErrorSchema,
          404: apiErrorSchema,
        },
      },
    },
    async (request) => {
      const run = await requireRun(request.params.id);
      await requireOwner(sessions, request, run);
      return describe(await cancelRun(parts, queue, run));
    },
  );

  app.get(
    '/api/changedetection/runs/:id/events',
    {
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: "A run's progress as server-sent events",
        description:
          'Events "progress" (RunProgress) from the present state on, and one "end" ({ id, status }) as the last.',
        params: runIdSchema,
        response: {
          200: {
            description: 'The stream; it ends with the run.',
            content: { 'text/event-stream': { schema: z.string() } },
          },
          404: apiErrorSchema,
          503: apiErrorSchema,
        },
      },
    },
    async (request, reply) => {
      const { id } = await requireRun(request.params.id);
      events.stream(request, reply, id);
      return reply;
    },
  );

  app.get(
    '/api/changedetection/imagery',
    {
      schema: {
        tags,
        summary: 'Which imagery is in use, and examples to try',
        response: { 200: imagerySchema },
      },
    },
    async () => {
      const used = await imagery.current();
      const { bbox, earliest, latest } = coverageOf(used, new Date());
      const examples = used.mode === 'demo' ? simulationExamples : [];
      return {
        mode: used.mode,
        label: used.label,
        bbox: [...bbox] as [number, number, number, number],
        earliest,
        latest,
        examples: examples.map(({ name, area, startDate, endDate, expectedChange }) => ({
          name,
          coords: writeArea(area),
          startDate,
          endDate,
          expected_change: expectedChange,
        })),
      };
    },
  );
}

function prefersAsync(request: FastifyRequest): boolean {
  return /(?:^|,)\s*respond-async\s*(?:[,;]|$)/i.test(String(request.headers.prefer ?? ''));
}

/** The reply to who waited for a run. */
function answerEnd(reply: FastifyReply, run: RunRow) {
  switch (run.status) {
    case 'done':
      return reply.send(run.result);
    case 'failed':
      return answerFailure(reply, {
        id: run.id,
        reason: run.failureReason ?? '',
        permanent: run.failureIsPermanent ?? false,
      });
    default:
      return reply.code(409).send({ error: 'The analysis was cancelled.', code: 'run_cancelled' });
  }
}

/** An attempt that failed: the specification's sentence, and beside it what happened. */
function answerFailure(
  reply: FastifyReply,
  { id, reason, permanent }: { id?: string; reason: string; permanent: boolean },
) {
  return reply.code(permanent ? 422 : 502).send({
    error: messages.habitatPatrol.attemptFailed,
    code: permanent ? 'attempt_would_fail_again' : 'attempt_failed',
    reason,
    permanent,
    ...(id && { id }),
  });
}
