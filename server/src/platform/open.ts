import type { Config } from './config.ts';
import {
  type DataDirectory,
  inspectCluster,
  openDataDirectory,
  readOwnSecretKey,
} from './data-directory/data-directory.ts';
import { claimDirectory } from './data-directory/single-process.ts';
import type { Database, DatabaseSource } from './database/database.ts';
import { startEmbeddedPostgres } from './database/embedded.ts';
import type { Platform } from './platform.ts';
import { requireBucket } from './storage/bucket-storage.ts';

/** Connections that one process holds on a PostgreSQL server at most. */
const serverConnections = 10;

/** The platform of a whole process. */
export interface OpenPlatform extends Platform {
  /** Tells others that ask who holds the data directory on which address this process listens. */
  listensOn(address: string): void;
  /** Stops the jobs and closes everything, in the opposite order of opening. */
  close(): Promise<void>;
}

/** Starts the embedded database's thread before this one loads the modules that use it. */
async function beginDatabase(config: Config, directory: DataDirectory): Promise<DatabaseSource> {
  if (config.databaseUrl !== undefined) {
    return { kind: 'server', url: config.databaseUrl, maxConnections: serverConnections };
  }
  const { isNew } = await inspectCluster(directory.database);
  const source = { kind: 'directory', directory: directory.database, isNew } as const;
  const postgres = startEmbeddedPostgres(source);
  // The failure reaches whoever awaits the promise later. Until then it must not count as
  // unhandled.
  postgres.catch(() => {});
  return { kind: 'embedded', postgres };
}

async function openAndMigrate(source: DatabaseSource, directory: DataDirectory): Promise<Database> {
  const { openDatabase } = await import('./database/database.ts');
  const { migrateDatabase } = await import('./database/migrate.ts');
  const database = await openDatabase(source).catch((error: Error) => {
    const which = source.kind === 'server' ? 'of DATABASE_URL' : directory.database;
    throw new Error(`The database ${which} can't be opened: ${error.message}.`, { cause: error });
  });
  try {
    await migrateDatabase(database, directory.backups);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Opens everything that a process needs.
 * @throws with a sentence for the person who starts it
 */
export async function openPlatform(config: Config): Promise<OpenPlatform> {
  const dataDirectory = await openDataDirectory(config.dataDirectory);
  if (config.bucket) await requireBucket(config.bucket);
  const startedAt = new Date().toISOString();
  let address: string | undefined;
  // Processes that use a PostgreSQL server may share a data directory. Only one process may use an
  // embedded database.
  const claim =
    config.databaseUrl === undefined
      ? await claimDirectory(dataDirectory.root, () => ({ pid: process.pid, address, startedAt }))
      : undefined;
  const secretKey = config.secretKey ?? (await readOwnSecretKey(dataDirectory.root));
  const source = await beginDatabase(config, dataDirectory);
  const [database, { assemblePlatform }, { createLog }] = await Promise.all([
    openAndMigrate(source, dataDirectory),
    import('./assemble.ts'),
    import('./log.ts'),
  ]);
  const log = createLog();
  const platform = assemblePlatform({ config, database, dataDirectory, secretKey, log });
  return {
    ...platform,
    listensOn(where) {
      address = where;
    },
    async close() {
      await platform.jobs.stop();
      await platform.notices.close();
      await database.close();
      await claim?.release();
    },
  };
}
