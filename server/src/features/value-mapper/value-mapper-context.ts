import { apiErrorSchema } from '@refugia/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import type { Account } from '../../platform/session/sessions.ts';
import { removeLeftFolders } from '../../platform/storage/removed-folders.ts';
import { createRasters } from '../../services/rasters/rasters.ts';
import type { Tiles } from '../../services/tiles/tiles.ts';
import { type ProcessingQueues, queueNames, queueOptions } from './processing/queues.ts';
import { workOnRaster } from './processing/raster-job.ts';
import { type StepWatch, watchSteps } from './processing/step-watch.ts';
import { workOnValued } from './processing/valued-job.ts';

/** Where the API's document lists every call of the app. */
export const tags = ['value mapper'];
export const security = [{ token: [] }];

/** How every call refuses: what is somebody else's is not there. */
export const refusals = {
  400: apiErrorSchema,
  401: apiErrorSchema,
  404: apiErrorSchema,
} as const;

/** What the routes of the Value Mapper share. */
export interface ValueMapperContext {
  readonly platform: Platform;
  readonly tiles: Tiles;
  readonly queues: ProcessingQueues;
  readonly watch: StepWatch;
  /** Who asks. @throws {ApiFailure} 401 for a visitor */
  accountOf(request: FastifyRequest): Promise<Account>;
  /** Stops the work on what was deleted, and removes its files. */
  removeLeft(): Promise<void>;
}

export function createValueMapperContext(platform: Platform, tiles: Tiles): ValueMapperContext {
  const { sessions, log, jobs, dataDirectory } = platform;
  const rasters = createRasters({ compiledFolder: dataDirectory.compiled });
  const parts = { platform, rasters };
  const queues: ProcessingQueues = {
    rasters: jobs.define(queueNames.rasters, queueOptions, (job) =>
      workOnRaster(job, parts, removeLeft),
    ),
    valued: jobs.define(queueNames.valued, queueOptions, (job) =>
      workOnValued(job, parts, removeLeft),
    ),
  };
  async function removeLeft(): Promise<void> {
    const byName = { [queueNames.rasters]: queues.rasters, [queueNames.valued]: queues.valued };
    // What can't be removed now is removed by the next round: the rows are gone already.
    await removeLeftFolders(platform, byName).catch((error: unknown) =>
      log.warn({ err: error }, 'removing files of the Value Mapper'),
    );
  }
  return {
    platform,
    tiles,
    queues,
    watch: watchSteps(platform),
    accountOf: (request) => sessions.require(request),
    removeLeft,
  };
}
