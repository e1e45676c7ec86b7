import type { Run } from '@refugia/contract/habitat-patrol/runs.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Orm } from '../../../platform/database/database.ts';
import { describeCalls, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { ShortMemory } from '../../../platform/short-memory.ts';
import {
  type ConnectionKeys,
  createConnectionKeys,
} from '../../../services/keys/connection-keys.ts';
import { isOwner, requireOwner } from '../../../services/owners/owner.ts';
import type { Tiles } from '../../../services/tiles/tiles.ts';
import type { QueuedRuns } from './jobs.ts';
import { findRun, findStates, type RunRow, type StoredState } from './queries.ts';
import { describeRun, progressOf } from './run-description.ts';

/** Describes calls; a visitor's cookie is what takes the place of a token. */
export const { forAccounts, forAnybody, withoutToken } = describeCalls('habitat patrol');
/** The id in the address of a run, a batch or a place. */
export const idSchema = z.object({ id: z.string().max(64) });
/** The refusals of `requireOwnRun`. */
export const ownerOnly = errorReplies(401, 403, 404);

/** A run that another process removed is still served by this one for up to this long. */
export const rememberMilliseconds = 10_000;

/** What all routes about runs use. */
export interface RunContext extends QueuedRuns {
  readonly orm: Orm;
  readonly tiles: Tiles;
  /** Ids of finished runs that were asked for in the last seconds. */
  readonly doneRuns: ShortMemory<true>;
  readonly keys: ConnectionKeys;
  /** @throws {ApiFailure} 404 */
  requireRun(id: string): Promise<RunRow>;
  /** @throws {ApiFailure} 404, and 409 while the run has no result */
  requireResult(id: string): Promise<FinishedRun>;
  /** Without the area and the result. @throws {ApiFailure} 404 */
  requireState(id: string): Promise<StoredState>;
  /** Like `requireResult`, for callers that only need the files. */
  requireDone(id: string): Promise<void>;
  /** @throws {ApiFailure} 404, and 401 or 403 unless the run is the caller's own */
  requireOwnRun(request: FastifyRequest, id: string): Promise<RunRow>;
  describe(request: FastifyRequest, run: RunRow): Promise<Run>;
}

export type FinishedRun = RunRow & { readonly result: NonNullable<RunRow['result']> };

/** The messages for callers who do not own the run. */
const notYours = {
  code: 'not_your_run',
  loggedOut: 'Please log in: only the account that started this analysis may do this.',
  loggedIn: 'Only the person who started this analysis may do this.',
};

function noSuchRun(): ApiFailure {
  return new ApiFailure(
    404,
    'run_not_found',
    'There is no such analysis, or its result has been removed.',
  );
}

function withoutResult(): ApiFailure {
  return new ApiFailure(
    409,
    'run_without_result',
    'This analysis has no result: it is not done yet, or it did not succeed.',
  );
}

/** Creates the context of all routes about runs. */
export function createRunContext(parts: QueuedRuns, tiles: Tiles): RunContext {
  const { queue, platform } = parts;
  const { config, database, sessions } = platform;
  const { orm } = database;

  async function requireRun(id: string): Promise<RunRow> {
    const run = await findRun(orm, id);
    if (run) return run;
    throw noSuchRun();
  }

  async function requireState(id: string): Promise<StoredState> {
    const [state] = await findStates(orm, [id]);
    if (state) return state;
    throw noSuchRun();
  }

  return {
    ...parts,
    orm,
    keys: createConnectionKeys(database),
    tiles,
    doneRuns: new ShortMemory(rememberMilliseconds),
    requireRun,
    async requireResult(id) {
      const run = await requireRun(id);
      if (run.result) return { ...run, result: run.result };
      throw withoutResult();
    },
    requireState,
    async requireDone(id) {
      const { status } = await requireState(id);
      if (status !== 'done') throw withoutResult();
    },
    async requireOwnRun(request, id) {
      const run = await requireRun(id);
      await requireOwner({ sessions, request }, run, notYours);
      return run;
    },
    async describe(request, run) {
      const positions = run.status === 'queued' ? await queue.positions([run.jobId]) : undefined;
      return describeRun(run, {
        progress: progressOf({ ...run, queuePosition: positions?.get(run.jobId) }),
        isOwner: await isOwner({ sessions, request }, run),
        retentionDays: config.runRetentionDays,
      });
    },
  };
}
