import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/database.ts';

/** Active jobs, whose process is gone, wait for their next attempt again; those without one left have failed. */
export async function returnOrphans(orm: Queryable): Promise<void> {
  await orm.execute(sql`
    UPDATE jobs.job
    SET state = (CASE WHEN retry_count < retry_limit THEN 'retry' ELSE 'failed' END)::jobs.job_state,
        completed_on = CASE WHEN retry_count < retry_limit THEN NULL ELSE now() END,
        start_after = now(),
        heartbeat_on = NULL
    WHERE state = 'active'`);
}

/** Jobs that a shutdown interrupted wait again as if their last attempt had not begun. */
export async function takeBackAttempts(orm: Queryable, ids: readonly string[]): Promise<void> {
  await orm.execute(sql`
    UPDATE jobs.job
    SET state = 'created', started_on = NULL, completed_on = NULL, heartbeat_on = NULL,
        start_after = now()
    WHERE id = ANY(${sql.param(ids)}::uuid[]) AND state IN ('retry', 'failed')`);
}

/** Jobs of the queue that failed and wait for their next attempt may have it now. */
export async function hurryRetries(orm: Queryable, queue: string): Promise<void> {
  await orm.execute(
    sql`UPDATE jobs.job SET start_after = now() WHERE name = ${queue} AND state = 'retry'`,
  );
}

/** Those of the given jobs that were cancelled. */
export async function findCancelled(orm: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await orm.execute<{ id: string }>(
    sql`SELECT id FROM jobs.job WHERE id = ANY(${sql.param(ids)}::uuid[]) AND state = 'cancelled'`,
  );
  return rows.map(({ id }) => id);
}

/** Jobs of the queue that were there before a waiting one and are not ended; undefined when it does not wait. */
export async function countBefore(
  orm: Queryable,
  queue: string,
  id: string,
): Promise<number | undefined> {
  const { rows } = await orm.execute<{ before: number }>(sql`
    SELECT count(other.id)::int AS before
    FROM jobs.job AS own
    LEFT JOIN jobs.job AS other
      ON other.name = own.name AND other.state < 'completed'
      AND (other.created_on, other.id) < (own.created_on, own.id)
    WHERE own.name = ${queue} AND own.id = ${id} AND own.state < 'active'
    GROUP BY own.id`);
  return rows[0]?.before;
}
