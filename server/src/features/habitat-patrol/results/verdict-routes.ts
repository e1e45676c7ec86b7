import {
  type RunVerdicts,
  runVerdictsSchema,
  verdictChangeSchema,
} from '@refugia/contract/habitat-patrol/patch-verdicts.ts';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/database/database.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import { readVisitor } from '../../../platform/session/visitor.ts';
import { isOwner, type Owner } from '../../../services/owners/owner.ts';
import { type FinishedRun, forAnybody, idSchema, type RunContext } from '../runs/run-context.ts';
import {
  countedVerdicts,
  isJudgeOfPlace,
  listVerdicts,
  saveVerdict,
  sumVerdicts,
} from '../runs/verdict-queries.ts';
import { patchParamsSchema } from './chip-routes.ts';
import { requirePatch } from './stored-patches.ts';

/** Registers what people say of a run's patches: real, not real or unsure, and a note. */
export function registerVerdicts(app: App, context: RunContext): void {
  const { platform, requireResult } = context;
  const { database, storage } = platform;
  const limitVerdicts = createCallerLimitCheck(app, platform, 'verdictsPerMinute');

  app.get(
    '/api/changedetection/runs/:id/verdicts',
    forAnybody("What people said of a run's patches of change", {
      params: idSchema,
      response: { 200: runVerdictsSchema, ...errorReplies(404, 409) },
    }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return describe(platform, request, await requireResult(request.params.id));
    },
  );

  app.put(
    '/api/changedetection/runs/:id/patches/:number/verdict',
    forAnybody('Say whether a patch of change is real', {
      description:
        'One verdict and note a person and patch; null without a note takes them back. The owner of the run judges, others who are signed in where the owner lets them, and the judges of a place of the owner that the run looked at.',
      params: patchParamsSchema,
      body: verdictChangeSchema,
      response: { 200: runVerdictsSchema, ...errorReplies(400, 401, 403, 404, 409, 429) },
    }),
    async (request, reply) => {
      const { id, number } = request.params;
      const run = await requireResult(id);
      const by = await requireJudge(platform, request, run);
      await limitVerdicts(request, reply);
      const { hectares } = (await requirePatch(storage, id, number)).properties;
      await saveVerdict(database.orm, { runId: id, patch: number, by, hectares }, request.body);
      return describe(platform, request, run);
    },
  );
}

type Judging = Pick<Platform, 'sessions' | 'database'>;

/**
 * The caller as a judge of the run.
 * @throws {ApiFailure} 401 or 403 unless the caller may judge
 */
async function requireJudge(
  { sessions, database }: Judging,
  request: FastifyRequest,
  run: FinishedRun,
): Promise<Owner> {
  const account = await sessions.optional(request);
  const { accountId, visitorId } = run;
  if (await isOwner({ sessions, request }, run)) {
    return accountId === null
      ? { accountId, visitorId: visitorId ?? '' }
      : { accountId, visitorId: null };
  }
  const othersJudge = run.judges === 'signed_in';
  if (account && (await maySignedInJudge(database, run, account.id)))
    return { accountId: account.id, visitorId: null };
  if (account || (!othersJudge && accountId === null)) {
    throw new ApiFailure(
      403,
      'not_your_run',
      'Only the person who started this analysis may judge its patches.',
    );
  }
  throw new ApiFailure(
    401,
    'not_authenticated',
    'Please log in to judge the patches of this analysis.',
  );
}

async function maySignedInJudge(
  { orm }: Pick<Database, 'orm'>,
  run: FinishedRun,
  accountId: number,
): Promise<boolean> {
  return run.judges === 'signed_in' || (await isJudgeOfPlace(orm, run, accountId));
}

async function describe(
  { sessions, database }: Judging,
  request: FastifyRequest,
  run: FinishedRun,
): Promise<RunVerdicts> {
  const session = await sessions.read(request);
  const accountId = session?.isActivated ? session.account.id : null;
  const visitorId = readVisitor(request) ?? null;
  const verdicts = await listVerdicts(database.orm, run.id);
  const counted = countedVerdicts(verdicts, run);
  const isSignedInJudge = accountId !== null && (await maySignedInJudge(database, run, accountId));
  return {
    judges: run.judges,
    may_judge: isSignedInJudge || (await isOwner({ sessions, request }, run)),
    hectares: sumVerdicts(counted, run.result.statistics.changed_hectares),
    verdicts: verdicts.map((each) => ({
      patch: each.patch,
      verdict: each.verdict,
      note: each.note,
      by: each.username,
      is_own: each.accountId === null ? each.visitorId === visitorId : each.accountId === accountId,
      counts: counted.get(each.patch) === each,
      at: each.at.toISOString(),
    })),
  };
}
