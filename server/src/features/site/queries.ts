import { randomUUID } from 'node:crypto';
import type { BetaPreferences } from '@refugia/contract/site/beta-testing.ts';
import type { Contact } from '@refugia/contract/site/contact.ts';
import { asc, eq, sql } from 'drizzle-orm';
import { type Queryable, theRow } from '../../platform/database/database.ts';
import { betaTester, contactMessage } from '../../platform/database/schema/index.ts';
import type { PersonalDataHolder, Platform } from '../../platform/platform.ts';

export type ContactMessage = typeof contactMessage.$inferSelect;

/**
 * Stores a contact message.
 * @param accountId the logged-in account, if any
 */
export async function insertContactMessage(
  orm: Queryable,
  contact: Contact,
  accountId: number | undefined,
): Promise<ContactMessage> {
  const rows = await orm
    .insert(contactMessage)
    .values({ id: randomUUID(), accountId, ...contact })
    .returning();
  return theRow(rows);
}

/** Stores an account's most recent answer about beta testing. */
export async function saveBetaPreferences(
  orm: Queryable,
  accountId: number,
  preferences: BetaPreferences,
): Promise<void> {
  await orm
    .insert(betaTester)
    .values({ accountId, preferences })
    .onConflictDoUpdate({
      target: betaTester.accountId,
      set: { preferences, updatedAt: sql`now()` },
    });
}

/** The contact messages that an account wrote while it was logged in. */
export function contactMessagesOfAccounts({
  database: { orm },
}: Pick<Platform, 'database'>): PersonalDataHolder {
  return {
    name: 'contact_messages',
    count: (accountId) => orm.$count(contactMessage, eq(contactMessage.accountId, accountId)),
    async collect(accountId) {
      const written = await orm
        .select()
        .from(contactMessage)
        .where(eq(contactMessage.accountId, accountId))
        .orderBy(asc(contactMessage.createdAt));
      return written.map(({ accountId: _, firstName, lastName, createdAt, ...others }) => ({
        ...others,
        first_name: firstName,
        last_name: lastName,
        created_at: createdAt,
      }));
    },
  };
}

/** An account's answer about beta testing, or null when it never answered. */
export function betaTestingOfAccounts({
  database: { orm },
}: Pick<Platform, 'database'>): PersonalDataHolder {
  return {
    name: 'beta_testing',
    count: (accountId) => orm.$count(betaTester, eq(betaTester.accountId, accountId)),
    async collect(accountId) {
      const [kept] = await orm.select().from(betaTester).where(eq(betaTester.accountId, accountId));
      return kept ? { ...kept.preferences, updated_at: kept.updatedAt } : null;
    },
  };
}
