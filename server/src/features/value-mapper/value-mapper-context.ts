import type { FastifyRequest } from 'fastify';
import type { Orm } from '../../platform/database/database.ts';
import { describeCalls } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Account } from '../../platform/session/sessions.ts';
import { removeLeftFolders } from '../../platform/storage/removed-folders.ts';
import { keyOf } from '../../services/keys/keys.ts';
import { createRasters, type Rasters } from '../../services/rasters/rasters.ts';
import type { Tiles } from '../../services/tiles/tiles.ts';
import { openProject, type Reader, type Require } from './access.ts';

import { attemptWork, type ProcessingProgram } from './processing/attempt.ts';
import { type StepWatch, watchSteps } from './processing/await-step.ts';
import { combinedProgram } from './processing/combined-job.ts';
import { rasterProgram } from './processing/raster-job.ts';
import { selectionProgram } from './processing/selection-job.ts';
import { valuedProgram } from './processing/valued-job.ts';
import {
  type ProcessingJob,
  type ProcessingKind,
  type ProcessingQueues,
  processingKinds,
  queueNames,
  queueOptions,
  rasterQueueOptions,
  scratchNameOf,
} from './processing/work.ts';

const tag = 'value mapper';
/** Describes a call of an account. A row of another account is answered like one that does not exist. */
export const { forAccounts } = describeCalls(tag, 400, 401, 404);
/** Describes a call by a key for a GIS. */
export const { withoutToken } = describeCalls(tag);

/** What the routes of the Value Mapper share. */
export interface ValueMapperContext {
  readonly platform: Platform;
  readonly orm: Orm;
  readonly tiles: Tiles;
  readonly rasters: Rasters;
  readonly queues: ProcessingQueues;
  readonly watch: StepWatch;
  /**
   * The account that makes the call.
   * @throws {ApiFailure} 401 for a visitor
   */
  accountOf(request: FastifyRequest): Promise<Account>;
  /**
   * Who reads: the account that makes the call, or whom a view-only link lets see one project. No call that
   * changes something may ask this.
   * @throws {ApiFailure} 401 for a visitor, 404 for a link that opens nothing
   */
  readerOf(request: FastifyRequest): Promise<Reader>;
  /**
   * Finds a row of the account that makes the call.
   * @throws {ApiFailure} 401 for a visitor, 404 for a row of others
   */
  requireOwn<Row>(request: FastifyRequest, require: Require<Row>, id: number): Promise<Row>;
  /** The same of a row that `readerOf` the call may read. */
  requireReadable<Row>(request: FastifyRequest, require: Require<Row>, id: number): Promise<Row>;
  /** Stops the work on deleted rows, and removes their files. */
  removeLeft(): Promise<void>;
}

/** Creates the context of the routes on an open platform, and declares the queues. */
export function createValueMapperContext(platform: Platform, tiles: Tiles): ValueMapperContext {
  const { sessions, log, jobs, dataDirectory, storage, database } = platform;
  const rasters = createRasters({ compiledFolder: dataDirectory.compiled });
  const parts = { platform, rasters, removeLeft };
  function define<Row extends { readonly folder: string }>(
    program: ProcessingProgram<Row>,
    options = queueOptions,
  ) {
    return jobs.define<ProcessingJob>(queueNames[program.kind], options, (job) =>
      attemptWork(program, job, parts),
    );
  }
  const queues: ProcessingQueues = {
    raster: define(rasterProgram, rasterQueueOptions),
    valued: define(valuedProgram),
    combined: define(combinedProgram),
    selection: define(selectionProgram),
  };
  const cancelling = (kind: ProcessingKind) => ({
    async cancel(jobId: string): Promise<void> {
      await queues[kind].cancel(jobId);
      // A job that is under way removes its scratch folder when it has stopped. One that waits since
      // its server was killed has no other moment to do so.
      await storage.removeScratch(scratchNameOf(kind, jobId)).catch(() => {});
    },
  });
  async function removeLeft(): Promise<void> {
    const byName = Object.fromEntries(
      processingKinds.map((kind) => [queueNames[kind], cancelling(kind)]),
    );
    // The rows are gone already. If a file can't be removed now, the next round removes it.
    await removeLeftFolders(platform, byName).catch((error: unknown) =>
      log.warn({ err: error }, 'removing files of the Value Mapper'),
    );
  }
  const accountOf = (request: FastifyRequest) => sessions.require(request);
  async function readerOf(request: FastifyRequest): Promise<Reader> {
    const key = keyOf(request);
    if (key === undefined) return await accountOf(request);
    const { id, accountId } = await openProject(platform, key, 'view');
    return { id: accountId, onlyProjectId: id };
  }
  const { orm } = database;
  return {
    platform,
    orm,
    tiles,
    rasters,
    queues,
    watch: watchSteps(platform),
    accountOf,
    readerOf,
    requireOwn: async (request, require, id) => require(orm, await accountOf(request), id),
    requireReadable: async (request, require, id) => require(orm, await readerOf(request), id),
    removeLeft,
  };
}
