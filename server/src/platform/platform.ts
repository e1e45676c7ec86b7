import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { DataDirectory } from './data-directory/data-directory.ts';
import type { Database, Queryable } from './database/database.ts';
import type { App } from './http/api.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Notices } from './notify/notices.ts';
import type { Keys } from './session/keys.ts';
import type { Sessions } from './session/sessions.ts';
import type { Storage } from './storage/storage.ts';
import type { Uploads } from './uploads/uploads.ts';

/** What every feature uses. Whoever starts the product opens it and closes it. */
export interface Platform {
  readonly config: Config;
  readonly dataDirectory: DataDirectory;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly notices: Notices;
  readonly keys: Keys;
  readonly sessions: Sessions;
  readonly storage: Storage;
  readonly uploads: Uploads;
  readonly log: Logger;
}

/** A part of the product: it declares its queues, then its routes, on the platform. */
export type Feature = (app: App, platform: Platform) => void | Promise<void>;

/**
 * Is told in the transaction in which an account confirms an address, by its activation or later.
 * @returns the path of what others shared with that address; undefined when there is nothing
 */
export type AddressConfirmed = (
  transaction: Queryable,
  account: { readonly id: number; readonly email: string; readonly formerEmail: string | null },
) => Promise<string | undefined>;

/**
 * The data that one part of the product stores about accounts, for people who ask for a copy. When
 * an account is erased, rows that refer to it are deleted with it.
 */
export interface PersonalDataHolder {
  /** The key of this part in an export. */
  readonly name: string;
  /** How many entries are stored about an account. */
  count(accountId: number): Promise<number>;
  /**
   * Everything that is stored about an account, ready to be written as JSON. It is one value, or
   * the entries of a list one after the other where the list may not fit into memory.
   */
  collect(accountId: number): Promise<unknown> | AsyncIterable<unknown>;
}
