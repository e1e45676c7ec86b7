import { limits } from '@refugia/contract/limits.ts';
import { and, asc, eq, isNull, lt, not, sum } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { analysisRun } from '../../../platform/database/schema/index.ts';
import { mostAttempts } from './analysis-queue.ts';
import { longestRunSeconds, type QueuedRuns } from './jobs.ts';
import { endRun, isActive } from './queries.ts';
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
export function keepHouse(runs: QueuedRuns): { stop(): void } {
  const { platform } = runs;
  const tidy = () =>
    tidyRuns(runs, new Date()).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'tidying runs'),
    );
  platform.jobs.onStart(async () => {
    await sweepPredecessor(platform).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'sweeping scratch folders'),
    );
    await tidy();
  });
  const timer = setInterval(tidy, minuteMilliseconds);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/**
 * Removes the scratch folders that an earlier process left. Only with an embedded database is it
 * certain that no other process still works in them. Kept folders are for the attempts that follow.
 */
async function sweepPredecessor({ database, storage }: QueuedRuns['platform']): Promise<void> {
  if (!database.isEmbedded) return;
  await storage.sweepScratch(new Date(performance.timeOrigin), (name) => !isKeptName(name));
}

/** One round of housekeeping, as of an instant. */
export async function tidyRuns(runs: QueuedRuns, now: Date): Promise<void> {
  await endLostRuns(runs, now);
  await removeExpired(runs, now);
  await keepToQuota(runs);
  await removeLeftRuns(runs);
  await runs.platform.storage.sweepScratch(new Date(now.getTime() - scratchMilliseconds));
}

/**
 * Ends runs whose job has failed for good. When each attempt killed the server, the job itself
 * could not end the run.
 */
async function endLostRuns({ platform, queue }: QueuedRuns, now: Date): Promise<void> {
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

async function removeExpired(runs: QueuedRuns, now: Date): Promise<void> {
  const { config, database } = runs.platform;
  const before = new Date(now.getTime() - config.runRetentionDays * dayMilliseconds);
  for (const { id } of await findExpired(database.orm, before)) await removeRun(runs, id);
}

/**
 * Removes visitors' results until they fit the limit, the oldest first. Results of accounts stay.
 */
async function keepToQuota(runs: QueuedRuns): Promise<void> {
  const { orm } = runs.platform.database;
  let excess = (await totalResultBytes(orm)) - limits.habitatPatrol.maxResultBytes;
  while (excess > 0) {
    const results = await findVisitorsResults(orm, resultsAtOnce);
    if (results.length === 0) return;
    for (const { id, resultBytes } of results) {
      if (excess <= 0) return;
      await removeRun(runs, id);
      excess -= resultBytes;
    }
  }
}

/** Unfinished runs that began before a time. Their job may be lost. */
export function findActiveBefore(orm: Queryable, before: Date) {
  return orm
    .select({ id: analysisRun.id, jobId: analysisRun.jobId })
    .from(analysisRun)
    .where(and(isActive, lt(analysisRun.createdAt, before)));
}

const isVisitors = isNull(analysisRun.accountId);

/** Ended runs of visitors that began before a time. */
export function findExpired(orm: Queryable, before: Date) {
  return orm
    .select({ id: analysisRun.id })
    .from(analysisRun)
    .where(and(isVisitors, not(isActive), lt(analysisRun.createdAt, before)));
}

/** Visitors' runs that hold files, the oldest first. */
export function findVisitorsResults(orm: Queryable, limit: number) {
  return orm
    .select({ id: analysisRun.id, resultBytes: analysisRun.resultBytes })
    .from(analysisRun)
    .where(and(isVisitors, eq(analysisRun.status, 'done')))
    .orderBy(asc(analysisRun.createdAt))
    .limit(limit);
}

/** The bytes of all stored results. */
export async function totalResultBytes(orm: Queryable): Promise<number> {
  const [row] = await orm.select({ bytes: sum(analysisRun.resultBytes) }).from(analysisRun);
  return Number(row?.bytes ?? 0);
}
