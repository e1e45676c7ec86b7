import { randomUUID } from 'node:crypto';
import type { BetaPreferences } from '@refugia/contract/site/beta-testing.ts';
import type { Contact } from '@refugia/contract/site/contact.ts';
import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
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
  const [created] = await orm
    .insert(contactMessage)
    .values({ id: randomUUID(), accountId: accountId ?? null, ...contact })
    .returning();
  if (!created) throw new Error('the new contact message was not returned');
  return created;
}

/** Lists an account's contact messages, the oldest first. */
async function findContactMessages(orm: Queryable, accountId: number): Promise<ContactMessage[]> {
  return await orm
    .select()
    .from(contactMessage)
    .where(eq(contactMessage.accountId, accountId))
    .orderBy(asc(contactMessage.createdAt));
}

/** Counts an account's contact messages. */
function countContactMessages(orm: Queryable, accountId: number): Promise<number> {
  return orm.$count(contactMessage, eq(contactMessage.accountId, accountId));
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

/** Finds an account's answer about beta testing, or undefined when it never answered. */
async function findBetaPreferences(
  orm: Queryable,
  accountId: number,
): Promise<typeof betaTester.$inferSelect | undefined> {
  const [found] = await orm.select().from(betaTester).where(eq(betaTester.accountId, accountId));
  return found;
}

/** The contact messages that an account wrote while it was logged in. */
export function contactMessagesOfAccounts({
  database: { orm },
}: Pick<Platform, 'database'>): PersonalDataHolder {
  return {
    name: 'contact_messages',
    count: (accountId) => countContactMessages(orm, accountId),
    async collect(accountId) {
      const written = await findContactMessages(orm, accountId);
      return written.map(({ accountId: _, firstName, lastName, createdAt, ...rest }) => ({
        ...rest,
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
    count: async (accountId) => ((await findBetaPreferences(orm, accountId)) ? 1 : 0),
    async collect(accountId) {
      const kept = await findBetaPreferences(orm, accountId);
      return kept ? { ...kept.preferences, updated_at: kept.updatedAt } : null;
    },
  };
}
