import type { AnalysisResult, RunProgress } from '@refugia/contract/habitat-patrol.ts';
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, sql, sum } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { analysisRun } from '../../platform/database/schema/index.ts';
import type { Owner } from './access.ts';
import { ownedBy } from './run-records.ts';

export type RunRow = typeof analysisRun.$inferSelect;
export type NewRun = Owner &
  Pick<
    RunRow,
    | 'id'
    | 'coords'
    | 'startDate'
    | 'endDate'
    | 'method'
    | 'options'
    | 'areaName'
    | 'requestKey'
    | 'imageryMode'
  > & { address: string };

/** A run that has not ended. */
const isActive = inArray(analysisRun.status, ['queued', 'running']);

/** Adds a run; throws the unique violation that `isSecondRun` knows when its owner has one already. */
export async function insertRun(orm: Queryable, run: NewRun & { jobId: string }): Promise<void> {
  await orm.insert(analysisRun).values(run);
}

/** Whether an insert failed because the owner has a run under way. */
export function isSecondRun(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  const { code, constraint } = (cause ?? error) as { code?: string; constraint?: string };
  return code === '23505' && (constraint?.startsWith('analysis_run_one_per_') ?? false);
}

export async function findRun(orm: Queryable, id: string): Promise<RunRow | undefined> {
  const [run] = await orm.select().from(analysisRun).where(eq(analysisRun.id, id));
  return run;
}

/** Every run of an account, the oldest first. */
export function findRunsOfAccount(orm: Queryable, accountId: number): Promise<RunRow[]> {
  return orm
    .select()
    .from(analysisRun)
    .where(eq(analysisRun.accountId, accountId))
    .orderBy(asc(analysisRun.createdAt));
}

/** Status and progress of some runs, without their results. */
export function findStates(orm: Queryable, ids: readonly string[]) {
  const { id, jobId, status, progress, createdAt } = analysisRun;
  return orm
    .select({ id, jobId, status, progress, createdAt })
    .from(analysisRun)
    .where(inArray(id, [...ids]));
}
export type RunState = Awaited<ReturnType<typeof findStates>>[number];

/** The run that its owner has under way. */
export async function findActiveRun(orm: Queryable, owner: Owner): Promise<RunRow | undefined> {
  const [run] = await orm
    .select()
    .from(analysisRun)
    .where(and(ownedBy(owner), isActive));
  return run;
}

/**
 * How many runs of an address have not ended. Others that count the same address wait until this
 * transaction has ended, so that what they count holds.
 */
export async function countActiveFrom(transaction: Transaction, address: string): Promise<number> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${address}, 0))`);
  const [row] = await transaction
    .select({ runs: count() })
    .from(analysisRun)
    .where(and(eq(analysisRun.address, address), isActive));
  return row?.runs ?? 0;
}

/** The newest failure of the same question since a time that would happen again. */
export async function findPermanentFailure(
  orm: Queryable,
  key: string,
  since: Date,
): Promise<string | undefined> {
  const [run] = await orm
    .select({ reason: analysisRun.failureReason })
    .from(analysisRun)
    .where(
      and(
        eq(analysisRun.requestKey, key),
        eq(analysisRun.failureIsPermanent, true),
        gt(analysisRun.createdAt, since),
      ),
    )
    .orderBy(desc(analysisRun.createdAt))
    .limit(1);
  return run?.reason ?? undefined;
}

/**
 * Marks a run as being worked on.
 * @returns undefined when it has ended, by a cancel for one
 */
export async function beginRun(orm: Queryable, id: string): Promise<RunRow | undefined> {
  const [run] = await orm
    .update(analysisRun)
    .set({ status: 'running', startedAt: sql`now()`, progress: null })
    .where(and(eq(analysisRun.id, id), isActive))
    .returning();
  return run;
}

export async function saveProgress(
  orm: Queryable,
  id: string,
  progress: RunProgress,
): Promise<void> {
  await orm
    .update(analysisRun)
    .set({ progress })
    .where(and(eq(analysisRun.id, id), isActive));
}

type Ending =
  | { status: 'done'; result: AnalysisResult; resultBytes: number }
  | { status: 'failed'; failureReason: string; failureIsPermanent: boolean }
  | { status: 'cancelled' };

/**
 * Ends a run. Its address is forgotten: it was kept only to count what waits.
 * @returns false when it had ended before
 */
export async function endRun(orm: Queryable, id: string, ending: Ending): Promise<boolean> {
  const ended = await orm
    .update(analysisRun)
    .set({ ...ending, progress: null, address: null, endedAt: sql`now()` })
    .where(and(eq(analysisRun.id, id), isActive))
    .returning({ id: analysisRun.id });
  return ended.length > 0;
}

/** Runs that began before a time and count as active: their job may be gone. */
export function findActiveBefore(orm: Queryable, before: Date) {
  return orm
    .select({ id: analysisRun.id, jobId: analysisRun.jobId })
    .from(analysisRun)
    .where(and(isActive, lt(analysisRun.createdAt, before)));
}

const isVisitors = isNull(analysisRun.accountId);

/** Ended runs of visitors that began before a time, the oldest first. */
export function findExpired(orm: Queryable, before: Date) {
  return orm
    .select({ id: analysisRun.id })
    .from(analysisRun)
    .where(and(isVisitors, sql`NOT (${isActive})`, lt(analysisRun.createdAt, before)));
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

export async function totalResultBytes(orm: Queryable): Promise<number> {
  const [row] = await orm.select({ bytes: sum(analysisRun.resultBytes) }).from(analysisRun);
  return Number(row?.bytes ?? 0);
}

export async function deleteRun(orm: Queryable, id: string): Promise<void> {
  await orm.delete(analysisRun).where(eq(analysisRun.id, id));
}
