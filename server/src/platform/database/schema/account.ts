import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A person. Names and addresses are unique without regard to case and kept as they were typed. */
export const account = pgTable(
  'account',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    username: varchar({ length: 20 }).notNull(),
    email: varchar({ length: 50 }).notNull(),
    passwordHash: text('password_hash').notNull(),
    firstName: varchar('first_name', { length: 50 }).notNull(),
    lastName: varchar('last_name', { length: 50 }).notNull(),
    organization: varchar({ length: 100 }).notNull().default(''),
    bio: varchar({ length: 1000 }).notNull().default(''),
    /** Path below /media, or null. */
    photo: text(),
    emailSubscribed: boolean('email_subscribed').notNull().default(false),
    /** Null until the mailed link was followed. */
    activatedAt: instant('activated_at'),
    /** Part of every session token: raising it ends all sessions. */
    sessionVersion: integer('session_version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('account_username_unique').on(sql`lower(${table.username})`),
    uniqueIndex('account_email_unique').on(sql`lower(${table.email})`),
  ],
);

/** A link that was mailed. Only a hash of its token is kept; following it once uses it up. */
export const accountToken = pgTable(
  'account_token',
  {
    tokenHash: text('token_hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['activation'] }).notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('account_token_account').on(table.accountId)],
);
