import { randomUUID } from 'node:crypto';
import { parseArea } from '@refugia/contract/area.ts';
import { areaBounds, wrapLongitude } from '@refugia/contract/area-measures.ts';
import { limits } from '@refugia/contract/limits.ts';
import { AnalysisFailure } from '@refugia/engine/analysis/types.ts';
import { JobAborted, type JobAttempt } from '../../../platform/jobs/attempt.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { BucketError } from '../../../platform/storage/bucket.ts';
import { countyAt } from '../../../services/basemap/county.ts';
import type { ImageryInUse } from '../engine/imagery.ts';
import { createLocalEngine } from '../engine/local-engine.ts';
import type { SceneLooks } from '../engine/scene-looks.ts';
import { reportProgress } from './progress-reporter.ts';
import {
  beginRun,
  countActiveFrom,
  endRun,
  findRun,
  insertRun,
  type NewRun,
  type RunRow,
  savePlaceName,
} from './queries.ts';
import { describeResult } from './run-description.ts';
import { keptName, scratchName, storedName } from './run-folders.ts';
import type { RunWatch } from './run-watch.ts';

export interface AnalysisJob {
  readonly runId: string;
}

/**
 * Longer than this no run takes, unless something hangs: the whole country is some hundred places and
 * ten gigabytes of imagery, which take their time over a slow line.
 */
export const longestRunSeconds = 4 * 3600;
/** A server may die twice in the middle of a run. */
const retries = 2;

export interface RunParts {
  readonly platform: Platform;
  readonly imagery: ImageryInUse;
  readonly watch: RunWatch;
  readonly looks: SceneLooks;
}

/** Declares the queue of analyses and how this process works on them. */
export function defineAnalysisQueue(parts: RunParts): Queue<AnalysisJob> {
  const { concurrentRuns } = limits.habitatPatrol;
  return parts.platform.jobs.define<AnalysisJob>(
    'analysis',
    { concurrency: concurrentRuns, retries, expireSeconds: longestRunSeconds },
    (job) => workOn(job, parts),
  );
}

/**
 * Adds a run with its job: both, or neither.
 * @returns false when so many runs of its address wait or work that there is no room for another
 */
export async function enqueueRun(
  { platform }: RunParts,
  queue: Queue<AnalysisJob>,
  run: NewRun,
): Promise<boolean> {
  const jobId = randomUUID();
  return await platform.database.orm.transaction(async (transaction) => {
    const underWay = await countActiveFrom(transaction, run.address);
    if (underWay >= limits.habitatPatrol.maxQueuedRunsPerAddress) return false;
    await insertRun(transaction, { ...run, jobId });
    await queue.enqueue({ runId: run.id }, { id: jobId, transaction });
    return true;
  });
}

async function workOn(job: JobAttempt<AnalysisJob>, parts: RunParts): Promise<void> {
  const { platform, watch } = parts;
  const { orm } = platform.database;
  const { runId } = job.data;
  const run = await beginRun(orm, runId);
  if (!run) {
    // Cancelled while it waited, or removed: then nothing of an earlier attempt stays.
    if (!(await findRun(orm, runId))) await platform.storage.removeFolder(storedName(runId));
    await platform.storage.removeScratch(keptName(runId));
    return;
  }
  watch.look(runId);
  const removed = new AbortController();
  // An account that is erased takes its runs' rows along, in whichever process.
  const unfollow = watch.follow(runId, (state) => {
    if (!state) removed.abort(new JobAborted('cancelled'));
  });
  try {
    for (let attempt = 1; attempt < job.attempt; attempt += 1) {
      await platform.storage.removeScratch(scratchName(runId, attempt));
    }
    const signal = AbortSignal.any([job.signal, removed.signal]);
    await analyse(run, { ...job, signal }, parts);
  } catch (error) {
    // A run that a shutdown interrupts goes back to its queue.
    if (error instanceof JobAborted && error.reason === 'shutdown') throw error;
    await endRun(orm, runId, endingOf(error));
    if (!(error instanceof AnalysisFailure) && !(error instanceof JobAborted)) {
      platform.log.error({ err: error, run: runId }, 'analysis broke');
    }
  } finally {
    unfollow();
    await platform.storage.removeScratch(scratchName(runId, job.attempt));
    watch.look(runId);
  }
  await platform.storage.removeScratch(keptName(runId));
}

/** From the scratch folder to the stored result. */
async function analyse(
  run: RunRow,
  { signal, attempt }: JobAttempt<AnalysisJob>,
  { platform, imagery, watch, looks }: RunParts,
): Promise<void> {
  const { database, storage } = platform;
  const used = imagery.ofMode(run.imageryMode);
  const outputFolder = await storage.openScratch(scratchName(run.id, attempt));
  const keptFolder = await storage.keepScratch(keptName(run.id));
  const named = namePlace(run, platform);
  const report = reportProgress(run.id, { platform, watch });
  const area = parseArea(run.coords);
  const searched = looks.known({ ...run, area }, used)?.searched?.scenes;
  const result = await createLocalEngine(used, platform.dataDirectory)
    .run(
      {
        area,
        beforeDate: run.startDate,
        afterDate: run.endDate,
        method: run.method,
        ...run.options,
        smallestChangeHectares: limits.habitatPatrol.smallestChangeHectares,
      },
      { outputFolder, keptFolder, searched, signal, onProgress: report.tell },
    )
    .finally(() => report.finish());
  await named;
  const name = storedName(run.id);
  const resultBytes = await storage.putFolder(name, outputFolder, signal);
  const isKept = await endRun(database.orm, run.id, {
    status: 'done',
    result: describeResult(run, result, used),
    resultBytes,
  });
  if (!isKept) await storage.removeFolder(name);
}

/** The county of the area's middle names a run; without it the coordinates do. */
async function namePlace(run: RunRow, { database, log }: Platform): Promise<void> {
  try {
    const [west, south, east, north] = areaBounds(parseArea(run.coords));
    const place = await countyAt(wrapLongitude((west + east) / 2), (south + north) / 2);
    if (place) await savePlaceName(database.orm, run.id, place);
  } catch (error) {
    log.warn({ err: error, run: run.id }, 'naming a run');
  }
}

function endingOf(error: unknown): Parameters<typeof endRun>[2] {
  if (error instanceof JobAborted) return { status: 'cancelled' };
  if (error instanceof AnalysisFailure) {
    return { status: 'failed', failureReason: error.message, failureIsPermanent: error.permanent };
  }
  return { status: 'failed', failureReason: reasonOf(error), failureIsPermanent: false };
}

/** What the person is told whose run broke; the administrators' log has the error itself. */
function reasonOf(error: unknown): string {
  if (error instanceof DOMException) return 'The analysis took too long and was stopped.';
  if (error instanceof BucketError)
    return "The analysis is done, but its result can't be stored at this moment. Please try again.";
  if (error instanceof Error && /^(ENOSPC|EDQUOT):/.test(error.message))
    return 'The server has no room left for results: its administrators have to make some.';
  return 'Something went wrong inside the analysis. The administrators can read what in the log.';
}

/**
 * Stops a run for good, in whichever process it is.
 * @returns the run as it is then
 */
export async function cancelRun(
  { platform, watch }: RunParts,
  queue: Queue<AnalysisJob>,
  run: RunRow,
): Promise<RunRow> {
  const { orm } = platform.database;
  if (await endRun(orm, run.id, { status: 'cancelled' })) await queue.cancel(run.jobId);
  watch.look(run.id);
  return (await findRun(orm, run.id)) ?? run;
}
