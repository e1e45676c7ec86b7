import { customType, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** What was made of other services' replies, to be used again, and still when they are away. */
export const outboundReply = pgTable('outbound_reply', {
  /** The question, in the words of who asked it. */
  key: text().primaryKey(),
  body: bytes().notNull(),
  askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
});
