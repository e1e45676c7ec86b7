import type { Database } from './database.ts';

/** Advisory locks by their numbers, which no other program in the same database may use. */
const locks = { migrations: 7_236_418, jobQueue: 7_236_419 };

/**
 * Runs a task of a start in one process at a time, of all that use the same server. An embedded
 * database has only one process.
 */
export async function inTurn(
  database: Database,
  lock: keyof typeof locks,
  task: () => Promise<unknown>,
): Promise<void> {
  if (database.isEmbedded) {
    await task();
    return;
  }
  const client = await database.pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [locks[lock]]);
    await task();
  } finally {
    client.release(true);
  }
}
