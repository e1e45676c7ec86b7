import { join } from 'node:path';
import type { Config } from './config.ts';
import type { DataDirectory } from './data-directory/data-directory.ts';
import type { Database } from './database/database.ts';
import { createJobs } from './jobs/jobs.ts';
import { createMailer } from './mail/mailer.ts';
import { Notices } from './notify/notices.ts';
import type { Platform } from './platform.ts';
import { deriveKeys } from './session/keys.ts';
import { createSessions } from './session/sessions.ts';
import { createBucketStorage } from './storage/bucket-storage.ts';
import { createLocalStorage } from './storage/local-storage.ts';
import { Uploads } from './uploads/uploads.ts';

/** Combines the parts of the platform on an open, migrated database. */
export function assemblePlatform(parts: {
  config: Config;
  database: Database;
  dataDirectory: DataDirectory;
  secretKey: string;
  log: Platform['log'];
}): Platform {
  const { config, database, dataDirectory, secretKey, log } = parts;
  const keys = deriveKeys(secretKey);
  const notices = new Notices(database, log);
  const jobs = createJobs({ database, notices }, log);
  const storage = config.bucket
    ? createBucketStorage(config.bucket, join(dataDirectory.storage, 'scratch'))
    : createLocalStorage(dataDirectory.storage);
  return {
    config,
    database,
    dataDirectory,
    jobs,
    keys,
    log,
    notices,
    mailer: createMailer({ jobs, database, keys, log }, { config, outbox: dataDirectory.outbox }),
    sessions: createSessions(database, keys),
    storage,
    uploads: new Uploads({ database, storage, log, config }),
  };
}
