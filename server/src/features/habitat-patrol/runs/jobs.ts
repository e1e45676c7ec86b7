import { randomUUID } from 'node:crypto';
import type { RunProgress } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { AnalysisFailure } from '@refugia/engine/failure/analysis-failure.ts';
import { centerOf } from '@refugia/engine/geo/bounds.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { analysisRun } from '../../../platform/database/schema/index.ts';
import { isDiskFull } from '../../../platform/http/disk-full.ts';
import { createProgressWriter } from '../../../platform/jobs/progress-writer.ts';
import {
  isInterrupted,
  JobAborted,
  type JobAttempt,
  type Queue,
} from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isKilled } from '../../../platform/processes/process-failure.ts';
import { BucketError } from '../../../platform/storage/bucket.ts';
import { countyAt } from '../../../services/basemap/embedded/county.ts';
import type { RunProgram } from '../engine/engine-main.ts';
import { runEngine } from '../engine/engine-process.ts';
import type { ImageryInUse } from '../engine/imagery.ts';
import type { ScenePreviews } from '../engine/scene-previews.ts';
import { type AnalysisJob, defineLanes } from './analysis-queue.ts';
import {
  beginRun,
  changeRun,
  endRun,
  findActiveLanes,
  findRun,
  type NewRun,
  type RunRow,
  saveProgress,
} from './queries.ts';
import { describeResult } from './run-description.ts';
import { keptName, scratchName, storedName } from './run-folders.ts';
import type { RunWatch } from './run-watch.ts';

/**
 * The longest time of a run. A run that takes longer hangs. The whole country is some hundred
 * places and ten gigabytes of imagery, which take long over a slow connection.
 */
export const longestRunSeconds = 4 * 3600;
const progressMilliseconds = 200;

export interface RunParts {
  readonly platform: Platform;
  readonly imagery: ImageryInUse;
  readonly watch: RunWatch;
  readonly previews: ScenePreviews;
  /** Does what follows a run that is done, in the transaction in which it ends. */
  readonly follow?: (transaction: Transaction, runId: string) => Promise<void>;
}

/** The runs with the queue in which they wait. */
export interface QueuedRuns extends RunParts {
  readonly queue: Queue<AnalysisJob>;
}

/** Does what belongs to a new run, in the transaction that adds it. */
export type AddedRun = (transaction: Transaction, runId: string) => Promise<void>;

/** Declares the queue of analyses and how this process works on them. */
export function defineAnalysisQueue(parts: RunParts): Queue<AnalysisJob> {
  return defineLanes(parts.platform.jobs, longestRunSeconds, (job) => workOn(job, parts));
}

/**
 * Adds a run and its job in one transaction.
 * @returns false when so many runs of visitors from its address wait or work that there is no room
 * for another
 */
export async function enqueueRun(
  { platform, queue }: QueuedRuns,
  run: NewRun,
  also?: AddedRun,
): Promise<boolean> {
  return await platform.database.orm.transaction(async (transaction) => {
    const { lane } = run.area;
    const underWay = run.address ? await findActiveLanes(transaction, run.address) : [];
    const large = underWay.filter((each) => each === 'large');
    const { queuedRunsPerAddress, largeRunsPerAddress } = platform.config.rateLimits;
    if (underWay.length >= queuedRunsPerAddress) return false;
    if (lane === 'large' && large.length >= largeRunsPerAddress) return false;
    await addRun(transaction, queue, run);
    await also?.(transaction, run.id);
    return true;
  });
}

/** Adds a run and its job within a transaction. */
export async function addRun(
  transaction: Transaction,
  queue: Queue<AnalysisJob>,
  run: NewRun,
): Promise<void> {
  const jobId = randomUUID();
  const lane = run.isWatched ? 'watched' : run.batchId ? 'batch' : run.area.lane;
  await transaction.insert(analysisRun).values({ ...run, jobId });
  await queue.enqueue({ runId: run.id, lane }, { id: jobId, transaction });
}

async function workOn(job: JobAttempt<AnalysisJob>, parts: RunParts): Promise<void> {
  const { platform, watch } = parts;
  const { orm } = platform.database;
  const { runId } = job.data;
  const run = await beginRun(orm, runId);
  if (!run) {
    // The run was cancelled while it waited, or removed. Files of earlier attempts of a removed run
    // are deleted.
    if (!(await findRun(orm, runId))) await platform.storage.removeFolder(storedName(runId));
    await platform.storage.removeScratch(keptName(runId));
    return;
  }
  const removed = new AbortController();
  // When an account is erased, perhaps by another process, the rows of its runs are deleted, too.
  const unfollow = watch.follow(runId, (state) => {
    if (!state) removed.abort(new JobAborted('cancelled'));
  });
  try {
    for (let attempt = 1; attempt < job.attempt; attempt++) {
      await platform.storage.removeScratch(scratchName(runId, attempt));
    }
    const signal = AbortSignal.any([job.signal, removed.signal]);
    await analyse(run, { ...job, signal }, parts);
  } catch (error) {
    if (isInterrupted(error, job)) throw error;
    await endRun(orm, runId, endingOf(error));
    if (!(error instanceof AnalysisFailure) && !(error instanceof JobAborted)) {
      platform.log.error({ err: error, run: runId }, 'analysis broke');
    }
  } finally {
    unfollow();
    await platform.storage.removeScratch(scratchName(runId, job.attempt));
  }
  await platform.storage.removeScratch(keptName(runId));
}

/** Runs the analysis in a scratch folder and stores the result. */
async function analyse(
  run: RunRow,
  { signal, attempt }: JobAttempt<AnalysisJob>,
  { platform, imagery, previews, follow }: RunParts,
): Promise<void> {
  const { database, storage, dataDirectory } = platform;
  const used = imagery.ofMode(run.imageryMode);
  const outputFolder = await storage.openScratch(scratchName(run.id, attempt));
  const keptFolder = await storage.keepScratch(keptName(run.id));
  const named = namePlace(run, platform);
  const startedAt = Date.now();
  const report = createProgressWriter<RunProgress>(
    (progress) => saveProgress(database.orm, run.id, progress),
    {
      intervalMilliseconds: progressMilliseconds,
      failed: (error) => platform.log.warn({ err: error, run: run.id }, 'saving progress'),
    },
  );
  const searched = previews.known(run, used)?.searched?.scenes;
  const request = {
    area: run.area.geometry,
    startDate: run.startDate,
    endDate: run.endDate,
    method: run.method,
    ...run.options,
    smallestChangeHectares: limits.habitatPatrol.smallestChangeHectares,
  };
  const result = await runEngine<RunProgram>(
    { kind: 'run', request, imagery: used, outputFolder, keptFolder, searched },
    {
      signal,
      compiledFolder: dataDirectory.compiled,
      onProgress: (progress) =>
        report.tell({ ...progress, elapsed_seconds: (Date.now() - startedAt) / 1000 }),
    },
  ).finally(() => report.finish());
  await named;
  const name = storedName(run.id);
  const resultBytes = await storage.putFolder(name, outputFolder, signal);
  const isKept = await database.orm.transaction(async (transaction) => {
    const isEnded = await endRun(transaction, run.id, {
      status: 'done',
      result: describeResult(run, result, used),
      resultBytes,
    });
    if (isEnded) await follow?.(transaction, run.id);
    return isEnded;
  });
  if (!isKept) await storage.removeFolder(name);
}

/**
 * Names a run by the county of its area's middle. Without a county its coordinates are its name.
 */
async function namePlace(run: RunRow, { database, log }: Platform): Promise<void> {
  try {
    const place = await countyAt(...centerOf(run.area.bounds));
    if (place) await changeRun(database.orm, run.id, { placeName: place });
  } catch (error) {
    log.warn({ err: error, run: run.id }, 'naming a run');
  }
}

function endingOf(error: unknown): Parameters<typeof endRun>[2] {
  if (error instanceof JobAborted) return { status: 'cancelled' };
  if (error instanceof AnalysisFailure) {
    return { status: 'failed', failureReason: error.fact, failureIsPermanent: error.permanent };
  }
  return { status: 'failed', failureReason: { code: faultOf(error) }, failureIsPermanent: false };
}

/** The part of an error that a person is shown. The error itself is in the administrators' log. */
function faultOf(error: unknown) {
  if (isDiskFull(error)) return 'disk-full';
  if (error instanceof DOMException) return 'too-slow';
  if (isKilled(error)) return 'killed';
  return error instanceof BucketError ? 'result-not-stored' : 'broken';
}

/**
 * Cancels a run for good, whichever process works on it.
 * @returns the run as it is then
 */
export async function cancelRun({ platform, queue }: QueuedRuns, run: RunRow): Promise<RunRow> {
  const { orm } = platform.database;
  if (await endRun(orm, run.id, { status: 'cancelled' })) await queue.cancel(run.jobId);
  return (await findRun(orm, run.id)) ?? run;
}
