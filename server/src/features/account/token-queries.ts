import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { account, accountToken } from '../../platform/database/schema/index.ts';

/** What a mailed link does when it is followed. */
export type LinkPurpose = 'activation' | 'reset' | 'email';

/** For this long, a used link can be distinguished from an expired one. */
const usedDays = 90;
const isForgotten = sql`coalesce(${accountToken.usedAt} + make_interval(days => ${usedDays}::int), ${accountToken.expiresAt}) < now()`;

/** Stores the hash of a token that was mailed. */
export async function insertToken(
  orm: Queryable,
  values: typeof accountToken.$inferInsert,
): Promise<void> {
  await orm.delete(accountToken).where(isForgotten);
  await orm.insert(accountToken).values(values);
}

/** The links of an hour that are mailed without a pause before them. */
const freeLinks = 2;
/** The pause after them. It doubles with each further link. */
const firstPauseMinutes = 2;

/**
 * Whether another link of this kind may be mailed to an account. Anybody can ask for one, so the more
 * of the last hour still work, the longer the next has to wait. It never waits so long that the newest
 * one, which the account's owner has in the mail, would have expired.
 */
export async function isLinkDue(
  orm: Queryable,
  accountId: number,
  purpose: LinkPurpose,
): Promise<boolean> {
  const pause = sql`${firstPauseMinutes} * interval '1 minute' * power(2, count(*) - ${freeLinks})`;
  const [found] = await orm
    .select({
      isDue: sql<boolean>`count(*) < ${freeLinks} OR max(${accountToken.createdAt}) + ${pause} <= now()`,
    })
    .from(accountToken)
    .where(
      and(
        eq(accountToken.accountId, accountId),
        eq(accountToken.purpose, purpose),
        isNull(accountToken.usedAt),
        gt(accountToken.expiresAt, sql`now()`),
        gt(accountToken.createdAt, sql`now() - interval '1 hour'`),
      ),
    );
  return found?.isDue ?? true;
}

const isValid = (tokenHash: string, purpose: LinkPurpose) =>
  and(
    eq(accountToken.tokenHash, tokenHash),
    eq(accountToken.purpose, purpose),
    isNull(accountToken.usedAt),
    gt(accountToken.expiresAt, sql`now()`),
  );

/**
 * Uses a token up. When two requests use it at the same time, the second waits for the first one's
 * transaction.
 * @returns false when there is no such token for that account any more
 */
export async function takeToken(
  transaction: Queryable,
  token: { accountId: number; tokenHash: string; purpose: LinkPurpose },
): Promise<boolean> {
  const used = await transaction
    .update(accountToken)
    .set({ usedAt: sql`now()` })
    .where(
      and(isValid(token.tokenHash, token.purpose), eq(accountToken.accountId, token.accountId)),
    )
    .returning({ accountId: accountToken.accountId });
  return used.length > 0;
}

/** Whether a link of this kind was used. Only who holds the link can ask. */
export async function isTokenUsed(
  orm: Queryable,
  tokenHash: string,
  purpose: LinkPurpose,
): Promise<boolean> {
  const found = await orm
    .select({ usedAt: accountToken.usedAt })
    .from(accountToken)
    .where(
      and(
        eq(accountToken.tokenHash, tokenHash),
        eq(accountToken.purpose, purpose),
        isNotNull(accountToken.usedAt),
      ),
    );
  return found.length > 0;
}

/** Finds the account of a valid reset token without using the token up. */
export async function findResetToken(
  orm: Queryable,
  tokenHash: string,
): Promise<{ accountId: number; username: string } | undefined> {
  const [found] = await orm
    .select({ accountId: account.id, username: account.username })
    .from(accountToken)
    .innerJoin(account, eq(account.id, accountToken.accountId))
    .where(isValid(tokenHash, 'reset'));
  return found;
}

/** Ends every link of these kinds that was mailed to an account and not used. */
export async function deleteTokens(
  orm: Queryable,
  accountId: number,
  purposes: readonly LinkPurpose[],
): Promise<void> {
  await orm
    .delete(accountToken)
    .where(
      and(
        eq(accountToken.accountId, accountId),
        inArray(accountToken.purpose, [...purposes]),
        isNull(accountToken.usedAt),
      ),
    );
}
