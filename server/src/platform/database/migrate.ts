import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { inTurn } from './advisory-lock.ts';
import type { Database } from './database.ts';

const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/** When the newest migration was made that was applied to the database; 0 if there is none. */
async function readAppliedAt(database: Database): Promise<number> {
  const { rows } = await database.pool.query(
    "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists",
  );
  if (!rows[0].exists) return 0;
  const newest = await database.pool.query(
    'SELECT coalesce(max(created_at), 0)::float8 AS applied_at FROM drizzle.__drizzle_migrations',
  );
  return newest.rows[0].applied_at;
}

const newestKnown = (): number =>
  Math.max(...readMigrationFiles({ migrationsFolder }).map((each) => each.folderMillis));

/** Whether the database has exactly the tables that this version knows. */
export async function isMigrated(database: Database): Promise<boolean> {
  return (await readAppliedAt(database)) === newestKnown();
}

/**
 * Applies the pending migrations. An embedded database that holds data is dumped first. Processes
 * that start at the same time on one server take turns.
 * @param backupDirectory where dumps go
 * @throws when the database has had migrations that this version does not know
 */
export async function migrateDatabase(database: Database, backupDirectory: string): Promise<void> {
  const newest = newestKnown();
  const appliedAt = await readAppliedAt(database);
  if (appliedAt === newest) return;
  if (appliedAt > newest) {
    throw new Error(
      'The database was written by a newer version of this program: start that version, or restore a backup.',
    );
  }
  if (database.isEmbedded && appliedAt > 0) {
    const stamp = new Date().toISOString().replace(/[:.]/g, '-');
    await database.backup(join(backupDirectory, `before-migration-${stamp}.tar.gz`));
  }
  await inTurn(database, 'migrations', () => migrate(database.orm, { migrationsFolder }));
}
