import { limits } from '@refugia/contract/limits.ts';
import { and, eq, gt, isNull, not, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { account, accountToken } from '../../platform/database/schema/index.ts';
import type { Account } from '../../platform/session/sessions.ts';

type NewAccount = typeof account.$inferInsert;

/** Which of two unique columns a new account would repeat. */
export type TakenField = 'username' | 'email';

const uniqueIndexes: Record<string, TakenField> = {
  account_username_unique: 'username',
  account_email_unique: 'email',
};

/** The account of a name, as it is written. */
export async function findByUsername(
  orm: Queryable,
  username: string,
): Promise<Account | undefined> {
  const [found] = await orm.select().from(account).where(eq(account.username, username));
  return found;
}

/** A registration whose link has ended: whoever signs up next may have its name and address. */
const isAbandoned = sql`(${account.activatedAt} IS NULL AND
  ${account.createdAt} < now() - make_interval(hours => ${limits.account.activationTokenHours}::int))`;

/** Whether any account has that name or address, in whatever case. */
export async function isTaken(orm: Queryable, field: TakenField, value: string): Promise<boolean> {
  const found = await orm
    .select({ id: account.id })
    .from(account)
    .where(and(eq(sql`lower(${account[field]})`, sql`lower(${value})`), not(isAbandoned)))
    .limit(1);
  return found.length > 0;
}

/** Forgets those who signed up and never followed their link. */
export async function deleteAbandoned(orm: Queryable): Promise<void> {
  await orm.delete(account).where(isAbandoned);
}

/** @returns what it was; undefined when there is no such account */
export async function deleteAccount(orm: Queryable, id: number): Promise<Account | undefined> {
  const [deleted] = await orm.delete(account).where(eq(account.id, id)).returning();
  return deleted;
}

/** @throws what {@link takenFieldOf} understands when name or address is taken */
export async function insertAccount(orm: Queryable, values: NewAccount): Promise<Account> {
  const [created] = await orm.insert(account).values(values).returning();
  if (!created) throw new Error('the new account was not returned');
  return created;
}

/** The field whose uniqueness a failed insert would have broken; undefined for any other error. */
export function takenFieldOf(error: unknown): TakenField | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === '23505' ? uniqueIndexes[constraint ?? ''] : undefined;
}

/** Keeps the hash of a token that was mailed. */
export async function insertToken(
  orm: Queryable,
  values: typeof accountToken.$inferInsert,
): Promise<void> {
  await orm.insert(accountToken).values(values);
}

/**
 * Uses up an activation token and activates its account, in one transaction.
 * @returns undefined when there is no such token for that account any more
 */
export async function activateWithToken(
  orm: Queryable,
  token: { accountId: number; tokenHash: string },
): Promise<Account | undefined> {
  return await orm.transaction(async (transaction) => {
    const used = await transaction
      .delete(accountToken)
      .where(
        and(
          eq(accountToken.tokenHash, token.tokenHash),
          eq(accountToken.accountId, token.accountId),
          eq(accountToken.purpose, 'activation'),
          gt(accountToken.expiresAt, sql`now()`),
        ),
      )
      .returning({ accountId: accountToken.accountId });
    if (used.length === 0) return undefined;
    const [activated] = await transaction
      .update(account)
      .set({ activatedAt: sql`now()` })
      .where(and(eq(account.id, token.accountId), isNull(account.activatedAt)))
      .returning();
    return activated;
  });
}
