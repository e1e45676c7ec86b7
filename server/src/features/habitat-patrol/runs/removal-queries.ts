import { and, asc, eq, isNull, lt, not, sum } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { analysisRun } from '../../../platform/database/schema/index.ts';
import { isActive } from './queries.ts';

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
