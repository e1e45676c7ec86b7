import { randomUUID } from 'node:crypto';
import { asc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { finderOf, type Queryable } from '../database/database.ts';
import { mailMessage } from '../database/schema/index.ts';

export type StoredMail = typeof mailMessage.$inferSelect;

/** How long undelivered messages are kept for an administrator to see. */
const keepFailedDays = 30;

/** Stores a sealed message, returns its id, and deletes messages that failed long ago. */
export async function insertMail(orm: Queryable, sealed: string): Promise<string> {
  await orm
    .delete(mailMessage)
    .where(lt(mailMessage.failedAt, sql`now() - make_interval(days => ${keepFailedDays}::int)`));
  const id = randomUUID();
  await orm.insert(mailMessage).values({ id, sealed });
  return id;
}

export const findMail = finderOf(mailMessage, 'id');

/** Lists every message that was not delivered, the oldest first. */
export async function listMail(orm: Queryable): Promise<StoredMail[]> {
  return await orm.select().from(mailMessage).orderBy(asc(mailMessage.createdAt));
}

/** Returns whether there was such a message. */
export async function removeMail(orm: Queryable, id: string): Promise<boolean> {
  const removed = await orm
    .delete(mailMessage)
    .where(eq(mailMessage.id, id))
    .returning({ id: mailMessage.id });
  return removed.length > 0;
}

/** Stores a failed attempt. After a final one the message is given up. */
export async function noteFailure(
  orm: Queryable,
  id: string,
  { reason, isFinal }: { reason: string; isFinal: boolean },
): Promise<void> {
  await orm
    .update(mailMessage)
    .set({
      attempts: sql`${mailMessage.attempts} + 1`,
      lastError: reason,
      failedAt: isFinal ? sql`now()` : null,
    })
    .where(eq(mailMessage.id, id));
}

/** Makes given-up messages wait for another attempt, and returns their ids. */
export async function reviveFailed(orm: Queryable): Promise<string[]> {
  const revived = await orm
    .update(mailMessage)
    .set({ failedAt: null })
    .where(isNotNull(mailMessage.failedAt))
    .returning({ id: mailMessage.id });
  return revived.map(({ id }) => id);
}
