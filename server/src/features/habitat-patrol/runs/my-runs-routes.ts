import { apiErrorSchema } from '@refugia/contract/errors.ts';
import {
  runChangesSchema,
  runDeletedSchema,
  runListQuerySchema,
  runPageSchema,
  runsClaimedSchema,
} from '@refugia/contract/habitat-patrol/my-runs.ts';
import { runSchema } from '@refugia/contract/habitat-patrol/runs.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { readVisitor } from '../../../platform/session/visitor.ts';
import type { Owner } from '../../../services/owners/owner.ts';
import { cancelRun } from './jobs.ts';
import { claimRuns, countClaimable, listRuns } from './owner-queries.ts';
import { changeRun } from './queries.ts';
import { forAccounts, forAnybody, idSchema, ownerOnly, type RunContext } from './run-context.ts';
import { summariseRun } from './run-description.ts';
import { removeRun } from './run-removal.ts';

/**
 * Registers the routes for the caller's own runs, those of an account or of a visitor's browser.
 */
export function registerMyRuns(app: App, context: RunContext): void {
  const { platform, orm } = context;
  const { config, sessions } = platform;

  app.get(
    '/api/changedetection/runs',
    forAnybody('Your own runs, the newest first', {
      querystring: runListQuerySchema,
      response: { 200: runPageSchema, ...errorReplies(400, 401) },
    }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const account = await sessions.optional(request);
      const visitorId = readVisitor(request);
      const owner: Owner | undefined = account
        ? { accountId: account.id, visitorId: null }
        : visitorId === undefined
          ? undefined
          : { accountId: null, visitorId };
      if (!owner) return { total: 0, runs: [], claimable: 0 };
      const { total, runs } = await listRuns(orm, owner, request.query);
      return {
        total,
        runs: runs.map((run) => summariseRun(run, config.runRetentionDays)),
        claimable: account && visitorId ? await countClaimable(orm, visitorId) : 0,
      };
    },
  );

  app.post(
    '/api/changedetection/runs/claim',
    forAccounts('Move what this browser ran before its person logged in into the account', {
      response: { 200: runsClaimedSchema, 401: apiErrorSchema },
    }),
    async (request) => {
      const account = await sessions.require(request);
      const visitorId = readVisitor(request);
      return { claimed: visitorId ? await claimRuns(platform.database, visitorId, account.id) : 0 };
    },
  );

  registerRunChanges(app, context);
}

function registerRunChanges(app: App, context: RunContext): void {
  const { orm, requireRun, requireOwnRun, describe } = context;

  app.patch(
    '/api/changedetection/runs/:id',
    forAnybody('Name a run of your own, or say who may judge its patches', {
      params: idSchema,
      body: runChangesSchema,
      response: { 200: runSchema, 400: apiErrorSchema, ...ownerOnly },
    }),
    async (request) => {
      const { id } = await requireOwnRun(request, request.params.id);
      await changeRun(orm, id, request.body);
      return describe(request, await requireRun(id));
    },
  );

  app.delete(
    '/api/changedetection/runs/:id',
    forAnybody('Remove a run of your own with its result; one under way is stopped', {
      params: idSchema,
      response: { 200: runDeletedSchema, ...ownerOnly },
    }),
    async (request) => {
      const run = await requireOwnRun(request, request.params.id);
      await cancelRun(context, run);
      await removeRun(context, run.id);
      context.doneRuns.forget(run.id);
      return { id: run.id };
    },
  );
}
