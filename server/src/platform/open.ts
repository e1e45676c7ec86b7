import type { Config } from './config.ts';
import {
  type DataDirectory,
  inspectCluster,
  openDataDirectory,
  readOwnSecretKey,
} from './data-directory/data-directory.ts';
import { claimDirectory } from './data-directory/single-process.ts';
import { type Database, openDatabase } from './database/database.ts';
import { migrateDatabase } from './database/migrate.ts';
import { createJobs } from './jobs/jobs.ts';
import { createLog } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import type { Platform } from './platform.ts';
import { deriveKeys } from './session/keys.ts';
import { createSessions } from './session/sessions.ts';
import { createLocalStorage } from './storage/storage.ts';

/** Connections that one process holds on a PostgreSQL server at most. */
const serverConnections = 10;

/** A platform that a whole process stands on. */
export interface OpenPlatform extends Platform {
  /** Says where the process listens, for others that ask who holds the data directory. */
  listensOn(address: string): void;
  /** Stops the jobs and closes everything, in the opposite order of opening. */
  close(): Promise<void>;
}

async function openAndMigrate(config: Config, directory: DataDirectory): Promise<Database> {
  const database = await openDatabase(
    config.databaseUrl === undefined
      ? {
          kind: 'directory',
          directory: directory.database,
          ...(await inspectCluster(directory.database)),
        }
      : { kind: 'server', url: config.databaseUrl, maxConnections: serverConnections },
  ).catch((error: Error) => {
    const which = config.databaseUrl === undefined ? directory.database : 'of DATABASE_URL';
    throw new Error(`The database ${which} can't be opened: ${error.message}.`, { cause: error });
  });
  try {
    await migrateDatabase(database, { backupDirectory: directory.backups });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Puts the platform's parts together on an open, migrated database. */
export function assemblePlatform(parts: {
  config: Config;
  database: Database;
  dataDirectory: DataDirectory;
  secretKey: string;
  log: Platform['log'];
}): Platform {
  const { config, database, dataDirectory, secretKey, log } = parts;
  const keys = deriveKeys(secretKey);
  const jobs = createJobs(database, log);
  return {
    config,
    database,
    dataDirectory,
    jobs,
    keys,
    log,
    mailer: createMailer(jobs, keys, { config, outbox: dataDirectory.outbox }),
    sessions: createSessions(database, keys),
    storage: createLocalStorage(dataDirectory.storage),
  };
}

/**
 * Opens everything that a process needs.
 * @throws with a sentence for the person who starts it
 */
export async function openPlatform(config: Config): Promise<OpenPlatform> {
  const dataDirectory = await openDataDirectory(config.dataDirectory);
  const startedAt = new Date().toISOString();
  let address: string | undefined;
  // Processes on one server may share a data directory; an embedded database has one process.
  const claim =
    config.databaseUrl === undefined
      ? await claimDirectory(dataDirectory.root, () => ({ pid: process.pid, address, startedAt }))
      : undefined;
  const secretKey = config.secretKey ?? (await readOwnSecretKey(dataDirectory.root));
  const database = await openAndMigrate(config, dataDirectory);
  const platform = assemblePlatform({
    config,
    database,
    dataDirectory,
    secretKey,
    log: createLog(),
  });
  return {
    ...platform,
    listensOn(where) {
      address = where;
    },
    async close() {
      await platform.jobs.stop();
      await database.close();
      await claim?.release();
    },
  };
}
