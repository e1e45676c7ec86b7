import { limits } from '@refugia/contract/limits.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { type AnalysisJob, mostAttempts } from './analysis-queue.ts';
import { longestRunSeconds, type RunParts } from './jobs.ts';
import { endRun } from './queries.ts';
import {
  findActiveBefore,
  findExpired,
  findVisitorsResults,
  totalResultBytes,
} from './removal-queries.ts';
import { isKeptName, keptName, scratchName } from './run-folders.ts';
import { removeLeftRuns, removeRun } from './run-removal.ts';

const minuteMilliseconds = 60_000;
const dayMilliseconds = 24 * 60 * minuteMilliseconds;
/**
 * A job is added together with its run. A run of this age without a waiting or active job has lost
 * it.
 */
const lostAfterMilliseconds = 2 * minuteMilliseconds;
/**
 * No run still uses a scratch folder of this age: the longest duration of a run, with time to store
 * its result.
 */
const scratchMilliseconds = longestRunSeconds * 1000 + 60 * minuteMilliseconds;
const resultsAtOnce = 20;

/** At the start and every minute ends runs whose job is lost and removes results that have expired. */
export function keepHouse(
  parts: RunParts,
  queue: Queue<AnalysisJob>,
  intervalMilliseconds = minuteMilliseconds,
): { stop(): void } {
  const tidy = () =>
    tidyRuns(parts, queue, new Date()).catch((error: unknown) =>
      parts.platform.log.warn({ err: error }, 'tidying runs'),
    );
  parts.platform.jobs.onStart(async () => {
    await sweepPredecessor(parts.platform).catch((error: unknown) =>
      parts.platform.log.warn({ err: error }, 'sweeping scratch folders'),
    );
    await tidy();
  });
  const timer = setInterval(tidy, intervalMilliseconds);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/**
 * Removes the scratch folders that an earlier process left. Only with an embedded database is it
 * certain that no other process still works in them. Kept folders are for the attempts that follow.
 */
async function sweepPredecessor({ database, storage }: RunParts['platform']): Promise<void> {
  if (!database.isEmbedded) return;
  await storage.sweepScratch(new Date(performance.timeOrigin), (name) => !isKeptName(name));
}

/** One round of housekeeping, as of an instant. */
export async function tidyRuns(
  parts: RunParts,
  queue: Queue<AnalysisJob>,
  now: Date,
): Promise<void> {
  await endLostRuns(parts, queue, now);
  await removeExpired(parts, queue, now);
  await keepToQuota(parts, queue);
  await removeLeftRuns(parts.platform, queue);
  await parts.platform.storage.sweepScratch(new Date(now.getTime() - scratchMilliseconds));
}

/**
 * Ends runs whose job has failed for good. When each attempt killed the server, the job itself
 * could not end the run.
 */
async function endLostRuns(
  { platform }: RunParts,
  queue: Queue<AnalysisJob>,
  now: Date,
): Promise<void> {
  const { orm } = platform.database;
  const before = new Date(now.getTime() - lostAfterMilliseconds);
  for (const { id, jobId } of await findActiveBefore(orm, before)) {
    const state = await queue.state(jobId);
    if (state === 'waiting' || state === 'active') continue;
    await endRun(orm, id, {
      status: 'failed',
      failureReason: { code: 'server-stopped' },
      failureIsPermanent: false,
    });
    const attempts = Array.from({ length: mostAttempts }, (_, index) => index + 1);
    const names = [keptName(id), ...attempts.map((attempt) => scratchName(id, attempt))];
    for (const name of names) await platform.storage.removeScratch(name);
  }
}

async function removeExpired(
  { platform }: RunParts,
  queue: Queue<AnalysisJob>,
  now: Date,
): Promise<void> {
  const { config, database } = platform;
  const before = new Date(now.getTime() - config.runRetentionDays * dayMilliseconds);
  for (const { id } of await findExpired(database.orm, before))
    await removeRun(platform, queue, id);
}

/**
 * Removes visitors' results until they fit the limit, the oldest first. Results of accounts stay.
 */
async function keepToQuota({ platform }: RunParts, queue: Queue<AnalysisJob>): Promise<void> {
  const { orm } = platform.database;
  let excess = (await totalResultBytes(orm)) - limits.habitatPatrol.maxResultBytes;
  while (excess > 0) {
    const results = await findVisitorsResults(orm, resultsAtOnce);
    if (results.length === 0) return;
    for (const { id, resultBytes } of results) {
      if (excess <= 0) return;
      await removeRun(platform, queue, id);
      excess -= resultBytes;
    }
  }
}
