import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { account } from './account.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * A file that is uploaded in pieces. The row is kept for a while after the upload is complete, for
 * clients that missed the last reply.
 */
export const resumableUpload = pgTable(
  'resumable_upload',
  {
    /** 128 random bits, base64url. */
    id: text().primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The upload's purpose, and the app's own identifier of its target. */
    purpose: text().notNull(),
    target: text().notNull(),
    filename: text().notNull(),
    /** The folder that stores the bytes, or null once the app has taken the file over. */
    folder: text(),
    size: bigint({ mode: 'number' }).notNull(),
    /** Bytes that are stored durably. */
    offset: bigint({ mode: 'number' }).notNull().default(0),
    /** State that the storage needs to continue, such as the id of a bucket's multipart upload. */
    storageState: jsonb('storage_state'),
    /** The app's answer after it took the complete file over. */
    result: jsonb(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When the last byte was stored. */
    movedAt: instant('moved_at').notNull().defaultNow(),
  },
  (table) => [
    index('resumable_upload_account').on(table.accountId),
    index('resumable_upload_moved').on(table.movedAt),
  ],
);
