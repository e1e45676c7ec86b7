import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A message that has not been handed over yet: whoever hands it over removes its row. */
export const mailMessage = pgTable(
  'mail_message',
  {
    /** Part of the Message-ID, so that a receiver knows a repeated message. */
    id: uuid().primaryKey(),
    /** The message, encrypted: its links open accounts, and nobody reads them in the database. */
    sealed: text().notNull(),
    /** Attempts that failed. */
    attempts: integer().notNull().default(0),
    /** What went wrong last, without addresses. */
    lastError: text('last_error'),
    /** Null while there will be another attempt. */
    failedAt: instant('failed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('mail_message_created').on(table.createdAt)],
);
