import type { BatchedRun, BatchList } from '@refugia/contract/habitat-patrol/batches.ts';
import { and, asc, count, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { finderOf, type Queryable, type Transaction } from '../../../platform/database/database.ts';
import { analysisBatch, analysisRun } from '../../../platform/database/schema/index.ts';
import { asListed, listedColumns } from '../runs/owner-queries.ts';
import { isActive } from '../runs/queries.ts';
import { summariseRun } from '../runs/run-description.ts';

export type BatchRow = typeof analysisBatch.$inferSelect;

/** Finds a batch by its id. */
export const findBatch = finderOf(analysisBatch, 'id');

/** Adds a batch without runs. */
export async function insertBatch(
  orm: Queryable,
  batch: typeof analysisBatch.$inferInsert,
): Promise<void> {
  await orm.insert(analysisBatch).values(batch);
}

/**
 * Whether runs of a batch of the account have not ended. Other transactions that ask for the same account
 * wait until this one has ended, so that the answer stays true.
 */
export async function hasActiveBatch(
  transaction: Transaction,
  accountId: number,
): Promise<boolean> {
  await transaction.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('analysis_batch', ${accountId}))`,
  );
  const isOfAccount = and(eq(analysisRun.accountId, accountId), isNotNull(analysisRun.batchId));
  return (await transaction.$count(analysisRun, and(isOfAccount, isActive))) > 0;
}

/** The runs of a batch by name, as its table shows them. */
export async function listBatchedRuns(
  orm: Queryable,
  id: string,
  retentionDays: number,
): Promise<BatchedRun[]> {
  const rows = await orm
    .select(listedColumns)
    .from(analysisRun)
    .where(eq(analysisRun.batchId, id))
    .orderBy(asc(analysisRun.areaName), asc(analysisRun.id));
  return rows.map((row) => {
    const run = asListed(row);
    return {
      ...summariseRun(run, retentionDays),
      clear_hectares: run.statistics?.clear_hectares ?? null,
      patch_count: run.statistics?.patch_count ?? null,
      kinds: run.statistics?.kinds ?? [],
    };
  });
}

/** The ids of the runs of a batch, and whether they have ended. */
export function findBatchedIds(orm: Queryable, id: string) {
  return orm
    .select({ id: analysisRun.id, isActive: sql<boolean>`${isActive}` })
    .from(analysisRun)
    .where(eq(analysisRun.batchId, id));
}

/** The batches of an account that have runs, the newest first. */
export async function listBatches(orm: Queryable, accountId: number): Promise<BatchList> {
  const rows = await orm
    .select({
      id: analysisBatch.id,
      name: analysisBatch.name,
      createdAt: analysisBatch.createdAt,
      run_count: count(),
      ended_count: sql<number>`(count(*) FILTER (WHERE NOT ${isActive}))::int`,
    })
    .from(analysisBatch)
    .innerJoin(analysisRun, eq(analysisRun.batchId, analysisBatch.id))
    .where(eq(analysisBatch.accountId, accountId))
    .groupBy(analysisBatch.id)
    .orderBy(desc(analysisBatch.createdAt), desc(analysisBatch.id));
  return rows.map(({ createdAt, ...batch }) => ({ ...batch, created_at: createdAt.toISOString() }));
}

/** Deletes a batch. Its runs stay, without it. */
export async function deleteBatch(orm: Queryable, id: string): Promise<void> {
  await orm.delete(analysisBatch).where(eq(analysisBatch.id, id));
}
