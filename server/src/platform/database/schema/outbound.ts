import { customType, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Results made from the replies of other services. They are reused, and they stand in when a
 * service is not available.
 */
export const outboundReply = pgTable('outbound_reply', {
  /** A key that the caller made from the question. */
  key: text().primaryKey(),
  body: bytes().notNull(),
  askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
});
