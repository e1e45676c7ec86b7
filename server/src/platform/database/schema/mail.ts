import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A message that the mail server has not taken yet. Its row is deleted once it has. */
export const mailMessage = pgTable(
  'mail_message',
  {
    /** This id is part of the Message-ID, by which a receiver recognizes a repeated message. */
    id: uuid().primaryKey(),
    /**
     * The encrypted message. Its links give access to accounts, so nobody may read them in the
     * database.
     */
    sealed: text().notNull(),
    /** Attempts that failed. */
    attempts: integer().notNull().default(0),
    /** The reason of the last failure, without addresses. */
    lastError: text('last_error'),
    /** Null while further attempts will follow. */
    failedAt: instant('failed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('mail_message_created').on(table.createdAt)],
);
