import { type Area, areaOf, middleText, parseArea } from '@refugia/contract/area.ts';
import type { StoredFact } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { activeRunStatuses } from '@refugia/contract/habitat-patrol/run-status.ts';
import type { RunProgress, RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import type { RunFact } from '@refugia/engine/facts/run-facts.ts';
import { and, desc, eq, gt, inArray, isNull, not, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';
import { analysisRun, type StoredResult } from '../../../platform/database/schema/index.ts';
import { brokenConstraint } from '../../../platform/thrown.ts';
import type { Owner } from '../../../services/owners/owner.ts';

type StoredRun = typeof analysisRun.$inferSelect;

/** A run, whichever version stored it. */
export type RunRow = Omit<StoredRun, 'area' | 'coords' | 'placeName'> & {
  readonly area: Area;
  readonly placeName: string;
};

/** Earlier versions stored the text of the area, and the first ones named no place. */
function asRun({ area: stored, coords, placeName, ...run }: StoredRun): RunRow {
  const area = stored ?? areaOf(parseArea(coords ?? ''));
  return { ...run, area, placeName: placeName ?? middleText(area) };
}

export type NewRun = Owner &
  Pick<
    RunRow,
    | 'id'
    | 'area'
    | 'startDate'
    | 'endDate'
    | 'method'
    | 'options'
    | 'areaName'
    | 'placeName'
    | 'requestKey'
    | 'imageryMode'
  > & {
    address: string | null;
    /** Whether it is a look at a watched place. Default false. */
    isWatched?: boolean;
    /** The batch that it belongs to, which is worked on behind what people wait for. Default none. */
    batchId?: string;
  };

/** Selects the runs of one owner. */
export function ownedBy(owner: Owner) {
  return owner.accountId === null
    ? and(isNull(analysisRun.accountId), eq(analysisRun.visitorId, owner.visitorId))
    : eq(analysisRun.accountId, owner.accountId);
}

/** A run that has not ended. */
export const isActive = inArray(analysisRun.status, activeRunStatuses);

/** Whether a run was not added because its owner has one under way. */
export function isSecondRun(error: unknown): boolean {
  return brokenConstraint(error, '23505')?.startsWith('analysis_run_one_per_') ?? false;
}

/** Finds a run by its id. */
export async function findRun(orm: Queryable, id: string): Promise<RunRow | undefined> {
  const [run] = await orm.select().from(analysisRun).where(eq(analysisRun.id, id));
  return run && asRun(run);
}

/** Status and progress of some runs, without their results. */
export function findStates(orm: Queryable, ids: readonly string[]) {
  const { id, jobId, status, progress, createdAt } = analysisRun;
  return orm
    .select({ id, jobId, status, progress, createdAt })
    .from(analysisRun)
    .where(inArray(id, [...ids]));
}
export type StoredState = Awaited<ReturnType<typeof findStates>>[number];

/** The bounds of a run's result, which may be a megabyte itself. */
export async function findResultBounds(
  orm: Queryable,
  id: string,
): Promise<RunResult['bbox'] | undefined> {
  const [run] = await orm
    .select({ bbox: sql<RunResult['bbox'] | null>`${analysisRun.result} -> 'bbox'` })
    .from(analysisRun)
    .where(eq(analysisRun.id, id));
  return run?.bbox ?? undefined;
}

/** The owner's run that has not ended, apart from looks at watched places and from batches. */
export async function findActiveRun(orm: Queryable, owner: Owner): Promise<RunRow | undefined> {
  const [run] = await orm
    .select()
    .from(analysisRun)
    .where(and(ownedBy(owner), isActive, not(analysisRun.isWatched), isNull(analysisRun.batchId)));
  return run && asRun(run);
}

/**
 * The lanes of an address's runs that have not ended. Other transactions that ask for the same
 * address wait until this one has ended, so that what they count stays true.
 */
export async function findActiveLanes(
  transaction: Transaction,
  address: string,
): Promise<(Area['lane'] | null)[]> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${address}, 0))`);
  const rows = await transaction
    .select({ lane: sql<Area['lane'] | null>`${analysisRun.area} ->> 'lane'` })
    .from(analysisRun)
    .where(and(eq(analysisRun.address, address), isActive));
  return rows.map(({ lane }) => lane);
}

/** The owner's newest run of the same request that has a result. */
export async function findFinishedRun(
  orm: Queryable,
  owner: Owner,
  key: string,
): Promise<RunRow | undefined> {
  const [run] = await orm
    .select()
    .from(analysisRun)
    .where(and(ownedBy(owner), eq(analysisRun.requestKey, key), eq(analysisRun.status, 'done')))
    .orderBy(desc(analysisRun.createdAt))
    .limit(1);
  return run && asRun(run);
}

/** Changes what a run is called, by its owner, its area or its place, and who may judge its patches. */
export async function changeRun(
  orm: Queryable,
  id: string,
  changes: Partial<Pick<StoredRun, 'name' | 'areaName' | 'placeName' | 'judges'>>,
): Promise<void> {
  await orm.update(analysisRun).set(changes).where(eq(analysisRun.id, id));
}

/** The newest permanent failure of the same request since a time. */
export async function findPermanentFailure(
  orm: Queryable,
  key: string,
  since: Date,
): Promise<StoredFact | undefined> {
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
 * @returns undefined when it has ended, for example by a cancel
 */
export async function beginRun(orm: Queryable, id: string): Promise<RunRow | undefined> {
  const [run] = await orm
    .update(analysisRun)
    .set({ status: 'running', startedAt: sql`now()`, progress: null })
    .where(and(eq(analysisRun.id, id), isActive))
    .returning();
  return run && asRun(run);
}

/** Stores the progress of a run unless it has ended. */
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
  | { status: 'done'; result: StoredResult; resultBytes: number }
  | { status: 'failed'; failureReason: RunFact; failureIsPermanent: boolean }
  | { status: 'cancelled' };

/**
 * Ends a run and deletes its network address, which is stored only to count waiting runs.
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

/** Whether the run exists and has a result. */
export async function isDone(orm: Queryable, id: string): Promise<boolean> {
  const [row] = await orm
    .select({ id: analysisRun.id })
    .from(analysisRun)
    .where(and(eq(analysisRun.id, id), eq(analysisRun.status, 'done')));
  return row !== undefined;
}
