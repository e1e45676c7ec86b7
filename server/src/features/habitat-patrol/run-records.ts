import { and, count, desc, eq, getTableColumns, inArray, isNull, not, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { analysisRun, removedRun } from '../../platform/database/schema/index.ts';
import type { Owner } from './access.ts';
import type { RunRow } from './queries.ts';

const hasEnded = inArray(analysisRun.status, ['done', 'failed', 'cancelled']);

export function ownedBy(owner: Owner) {
  return owner.accountId === null
    ? and(isNull(analysisRun.accountId), eq(analysisRun.visitorId, owner.visitorId))
    : eq(analysisRun.accountId, owner.accountId);
}

/** An owner's runs, the newest first, and how many there are in all. */
export async function listRuns(
  orm: Queryable,
  owner: Owner,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; runs: RunRow[] }> {
  const runs = await orm
    .select(getTableColumns(analysisRun))
    .from(analysisRun)
    .where(ownedBy(owner))
    .orderBy(desc(analysisRun.createdAt), desc(analysisRun.id))
    .limit(limit)
    .offset(offset);
  const [row] = await orm.select({ total: count() }).from(analysisRun).where(ownedBy(owner));
  return { total: row?.total ?? 0, runs };
}

/** A visitor's runs that can be moved into an account: those that have ended. */
const isClaimable = (visitorId: string) =>
  and(isNull(analysisRun.accountId), eq(analysisRun.visitorId, visitorId), hasEnded);

export async function countClaimable(orm: Queryable, visitorId: string): Promise<number> {
  const [row] = await orm.select({ runs: count() }).from(analysisRun).where(isClaimable(visitorId));
  return row?.runs ?? 0;
}

/** @returns how many runs belong to the account from now on */
export async function claimRuns(
  orm: Queryable,
  visitorId: string,
  accountId: number,
): Promise<number> {
  const claimed = await orm
    .update(analysisRun)
    .set({ accountId, visitorId: null })
    .where(isClaimable(visitorId))
    .returning({ id: analysisRun.id });
  return claimed.length;
}

export async function renameRun(orm: Queryable, id: string, name: string): Promise<void> {
  await orm.update(analysisRun).set({ name }).where(eq(analysisRun.id, id));
}

export async function savePlaceName(orm: Queryable, id: string, placeName: string): Promise<void> {
  await orm.update(analysisRun).set({ placeName }).where(eq(analysisRun.id, id));
}

/** Gives a run a key, or takes it back with null. */
export async function saveConnectionKey(
  orm: Queryable,
  id: string,
  key: string | null,
): Promise<Date | null> {
  const [row] = await orm
    .update(analysisRun)
    .set({ connectionKey: key, connectionKeyCreatedAt: key === null ? null : sql`now()` })
    .where(eq(analysisRun.id, id))
    .returning({ createdAt: analysisRun.connectionKeyCreatedAt });
  return row?.createdAt ?? null;
}

/** The finished run that a connection key opens. */
export async function findRunByKey(orm: Queryable, key: string): Promise<RunRow | undefined> {
  const [run] = await orm
    .select()
    .from(analysisRun)
    .where(and(eq(analysisRun.connectionKey, key), eq(analysisRun.status, 'done')));
  return run;
}

/** Whether there is such a run, and it has a result. */
export async function isDone(orm: Queryable, id: string): Promise<boolean> {
  const [row] = await orm
    .select({ id: analysisRun.id })
    .from(analysisRun)
    .where(and(eq(analysisRun.id, id), eq(analysisRun.status, 'done')));
  return row !== undefined;
}

/** Runs whose rows are gone and whose files, or the job of one under way, may still be there. */
export function findRemoved(
  orm: Queryable,
  limit: number,
): Promise<{ id: string; jobId: string | null }[]> {
  return orm
    .select({ id: removedRun.id, jobId: removedRun.jobId })
    .from(removedRun)
    .where(not(sql`EXISTS (SELECT FROM ${analysisRun} WHERE ${analysisRun.id} = ${removedRun.id})`))
    .orderBy(removedRun.removedAt)
    .limit(limit);
}

export async function forgetRemoved(orm: Queryable, id: string): Promise<void> {
  await orm.delete(removedRun).where(eq(removedRun.id, id));
}
