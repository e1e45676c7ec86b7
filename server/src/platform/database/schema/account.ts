import type { AreaUnits } from '@refugia/contract/area-units.ts';
import type { MailChoice } from '@refugia/contract/notifications.ts';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** A person. Names and addresses are unique without regard to case and kept as they were typed. */
export const account = pgTable(
  'account',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    username: varchar({ length: 20 }).notNull(),
    email: varchar({ length: 50 }).notNull(),
    /** The confirmed address, while `email` waits to be confirmed; null otherwise. */
    formerEmail: varchar('former_email', { length: 50 }),
    /** Since when `email` waits to be confirmed; null otherwise. */
    emailChangedAt: instant('email_changed_at'),
    passwordHash: text('password_hash').notNull(),
    firstName: varchar('first_name', { length: 50 }).notNull(),
    lastName: varchar('last_name', { length: 50 }).notNull(),
    organization: varchar({ length: 100 }).notNull().default(''),
    bio: varchar({ length: 1000 }).notNull().default(''),
    /** Path below /media/, or null. */
    photo: text(),
    emailSubscribed: boolean('email_subscribed').notNull().default(false),
    /** When the person is told by mail of what others did. */
    notificationMail: text('notification_mail').$type<MailChoice>().notNull().default('at once'),
    /** Null until the person chooses. */
    areaUnits: text('area_units').$type<AreaUnits>(),
    /** Null until the mailed link was followed. */
    activatedAt: instant('activated_at'),
    /** This number is part of every session token. Increasing it ends all sessions of the account. */
    sessionVersion: integer('session_version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('account_username_unique').on(sql`lower(${table.username})`),
    uniqueIndex('account_email_unique').on(sql`lower(${table.email})`),
    uniqueIndex('account_former_email_unique').on(sql`lower(${table.formerEmail})`),
    index('account_unactivated').on(table.createdAt).where(sql`activated_at IS NULL`),
    index('account_unconfirmed').on(table.emailChangedAt).where(sql`email_changed_at IS NOT NULL`),
  ],
);

/** The column of an account with which a row is deleted. */
export const accountReference = (name = 'account_id') =>
  integer(name)
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' });

/** A link that was mailed and works once. Only a hash of its token is stored. */
export const accountToken = pgTable(
  'account_token',
  {
    tokenHash: text('token_hash').primaryKey(),
    accountId: accountReference(),
    purpose: text({ enum: ['activation', 'reset', 'email'] }).notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When the link was followed; null while it still works. */
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('account_token_account').on(table.accountId)],
);

/** A session that was ended by logging out before its tokens expired. */
export const endedSession = pgTable(
  'ended_session',
  {
    /** The session id in its tokens. */
    id: text().primaryKey(),
    accountId: accountReference(),
    /** When the last of its tokens expires, after which the row is not needed. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('ended_session_account').on(table.accountId),
    index('ended_session_expiry').on(table.expiresAt),
  ],
);
