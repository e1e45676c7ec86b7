import type { BetaPreferences } from '@refugia/contract/site/beta-testing.ts';
import { contactSubjects } from '@refugia/contract/site/choices.ts';
import { index, integer, jsonb, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { account, accountReference } from './account.ts';
import { instant } from './columns.ts';

/** A message from the contact form. */
export const contactMessage = pgTable(
  'contact_message',
  {
    id: uuid().primaryKey(),
    /** The logged-in account, if any. The message is deleted with the account. */
    accountId: integer('account_id').references(() => account.id, { onDelete: 'cascade' }),
    email: varchar({ length: 50 }).notNull(),
    firstName: varchar('first_name', { length: 50 }).notNull(),
    lastName: varchar('last_name', { length: 50 }).notNull(),
    subject: text({ enum: contactSubjects }).notNull(),
    message: varchar({ length: 3000 }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('contact_message_account').on(table.accountId)],
);

/** An account's most recent answer about taking part in beta testing. */
export const betaTester = pgTable('beta_tester', {
  accountId: accountReference().primaryKey(),
  preferences: jsonb().$type<BetaPreferences>().notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});
