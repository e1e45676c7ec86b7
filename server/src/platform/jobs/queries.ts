import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/database.ts';

/** Returns active jobs of an ended process to their queue, or fails those without an attempt left. */
export async function returnOrphans(orm: Queryable): Promise<void> {
  await orm.execute(sql`
    UPDATE jobs.job
    SET state = (CASE WHEN retry_count < retry_limit THEN 'retry' ELSE 'failed' END)::jobs.job_state,
        completed_on = CASE WHEN retry_count < retry_limit THEN NULL ELSE now() END,
        start_after = now(),
        heartbeat_on = NULL
    WHERE state = 'active'`);
}

/** Returns jobs that a shutdown interrupted to their queue and does not count their last attempt. */
export async function takeBackAttempts(orm: Queryable, ids: readonly string[]): Promise<void> {
  await orm.execute(sql`
    UPDATE jobs.job
    SET state = 'created', started_on = NULL, completed_on = NULL, heartbeat_on = NULL,
        start_after = now()
    WHERE id = ANY(${sql.param(ids)}::uuid[]) AND state IN ('retry', 'failed')`);
}

/** Makes jobs that wait for a retry due now. */
export async function retryWaiting(orm: Queryable, queue: string): Promise<void> {
  await orm.execute(
    sql`UPDATE jobs.job SET start_after = now() WHERE name = ${queue} AND state = 'retry'`,
  );
}

/** Returns the ids of the given jobs that were cancelled. */
export async function findCancelled(orm: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await orm.execute<{ id: string }>(
    sql`SELECT id FROM jobs.job WHERE id = ANY(${sql.param(ids)}::uuid[]) AND state = 'cancelled'`,
  );
  return rows.map(({ id }) => id);
}

/** For each of the given jobs that waits, counts the earlier jobs of the queue that have not ended. */
export async function countBefore(
  orm: Queryable,
  queue: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await orm.execute<{ id: string; before: number }>(sql`
    SELECT id, before
    FROM (
      SELECT id, state, (row_number() OVER (ORDER BY created_on, id) - 1)::int AS before
      FROM jobs.job
      WHERE name = ${queue} AND state < 'completed'
    ) AS lined_up
    WHERE id = ANY(${sql.param(ids)}::uuid[]) AND state < 'active'`);
  return new Map(rows.map(({ id, before }) => [id, before]));
}
