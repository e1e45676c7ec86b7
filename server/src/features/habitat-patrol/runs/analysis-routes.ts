import { normalizeIP } from '@fastify/rate-limit';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { codeOf } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { hasEnded } from '@refugia/contract/habitat-patrol/run-status.ts';
import {
  analysisRequestSchema,
  analysisResultSchema,
  failedAttemptSchema,
  runAcceptedSchema,
} from '@refugia/contract/habitat-patrol/runs.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { diskFullFailure } from '../../../platform/http/disk-full.ts';
import { onLeaving } from '../../../platform/http/leaving.ts';
import { identifyOwner } from '../../../services/owners/owner.ts';
import { answerFailedAttempt } from './failed-attempt.ts';
import { findRun, type RunRow } from './queries.ts';
import { forAnybody, type RunContext } from './run-context.ts';
import { tellResult } from './run-description.ts';
import { startRun } from './run-start.ts';

/** Registers the routes that start an analysis and wait for it. */
export function registerAnalysis(app: App, context: RunContext): void {
  const { platform, orm, watch } = context;
  const { sessions } = platform;

  /** Waits until the run has ended; undefined when the caller has left before. */
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
    forAnybody('Compare an area between two dates', {
      description:
        'Answers when the run is done, or at once with 202 and its id for "Prefer: respond-async". The run goes on when the caller leaves; the same request joins it, and is answered at once when it is done.',
      body: analysisRequestSchema,
      response: {
        200: analysisResultSchema,
        202: runAcceptedSchema,
        ...errorReplies(400, 401, 409),
        422: failedAttemptSchema,
        429: apiErrorSchema,
        502: failedAttemptSchema,
      },
    }),
    async (request, reply) => {
      const owner = await identifyOwner(sessions, request, reply);
      const attempt = await startRun(context, {
        body: request.body,
        owner,
        // An account has one run at a time, so its network address need not be counted.
        address: owner.accountId === null ? normalizeIP(request.ip) : null,
        now: new Date(),
      });
      if (attempt.kind === 'known failure')
        return answerFailedAttempt(reply, { reason: attempt.reason, permanent: true });
      const { id } = attempt;
      reply.header('location', `/api/changedetection/runs/${id}`);
      if (prefersAsync(request)) {
        return reply.code(202).header('preference-applied', 'respond-async').send({ id });
      }
      const run = await waitForEnd(id, reply);
      // The caller has disconnected, so nobody reads this reply.
      if (!run) return reply.code(202).send({ id });
      return answerEnd(reply, run);
    },
  );
}

function prefersAsync(request: FastifyRequest): boolean {
  return /(?:^|,)\s*respond-async\s*(?:[,;]|$)/i.test(String(request.headers.prefer ?? ''));
}

/** The reply to a caller who waited for a run. */
function answerEnd(reply: FastifyReply, run: RunRow) {
  switch (run.status) {
    case 'done':
      return reply.send(run.result && tellResult(run.result));
    case 'failed':
      if (run.failureReason && codeOf(run.failureReason) === 'disk-full') throw diskFullFailure();
      return answerFailedAttempt(reply, {
        id: run.id,
        reason: run.failureReason ?? '',
        permanent: run.failureIsPermanent ?? false,
      });
    default:
      return reply.code(409).send({ error: 'The analysis was cancelled.', code: 'run_cancelled' });
  }
}
