import { randomUUID } from 'node:crypto';
import type { BetaPreferences } from '@refugia/contract/beta-testing.ts';
import type { Contact } from '@refugia/contract/contact.ts';
import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { betaTester, contactMessage } from '../../platform/database/schema/index.ts';

export type ContactMessage = typeof contactMessage.$inferSelect;

/** @param accountId who was logged in, if anybody */
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

/** What an account wrote by the contact form, the oldest first. */
export async function findContactMessages(
  orm: Queryable,
  accountId: number,
): Promise<ContactMessage[]> {
  return await orm
    .select()
    .from(contactMessage)
    .where(eq(contactMessage.accountId, accountId))
    .orderBy(asc(contactMessage.createdAt));
}

export function countContactMessages(orm: Queryable, accountId: number): Promise<number> {
  return orm.$count(contactMessage, eq(contactMessage.accountId, accountId));
}

/** Keeps what an account says last. */
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

export async function findBetaPreferences(
  orm: Queryable,
  accountId: number,
): Promise<typeof betaTester.$inferSelect | undefined> {
  const [found] = await orm.select().from(betaTester).where(eq(betaTester.accountId, accountId));
  return found;
}
