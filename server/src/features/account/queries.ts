import { limits } from '@refugia/contract/limits.ts';
import { and, eq, isNotNull, isNull, ne, not, or, sql } from 'drizzle-orm';
import { changerOf, finderOf, type Queryable, theRow } from '../../platform/database/database.ts';
import { account } from '../../platform/database/schema/index.ts';
import type { Account } from '../../platform/session/sessions.ts';
import { brokenConstraint } from '../../platform/thrown.ts';

type NewAccount = typeof account.$inferInsert;

/** The unique fields of an account. */
export type TakenField = 'username' | 'email';

const uniqueIndexes: Record<string, TakenField> = {
  account_username_unique: 'username',
  account_email_unique: 'email',
  account_former_email_unique: 'email',
};

/** Finds the account with exactly this username, case included. */
export async function findByUsername(
  orm: Queryable,
  username: string,
): Promise<Account | undefined> {
  // The index is on lower-case names.
  const isSameName = eq(sql`lower(${account.username})`, sql`lower(${username})`);
  const [found] = await orm
    .select()
    .from(account)
    .where(and(isSameName, eq(account.username, username)));
  return found;
}

export const findById = finderOf(account, 'id');

const isSame = (column: typeof account.email | typeof account.formerEmail, email: string) =>
  eq(sql`lower(${column})`, sql`lower(${email})`);

/**
 * Finds the account that receives mail to an address: it has confirmed the address, or its
 * activation there is pending. A changed address that is not confirmed yet belongs to nobody.
 */
export async function findIdByReachableEmail(
  orm: Queryable,
  email: string,
): Promise<number | undefined> {
  const [found] = await orm
    .select({ id: account.id })
    .from(account)
    .where(
      or(
        isSame(account.formerEmail, email),
        and(isNull(account.formerEmail), isSame(account.email, email)),
      ),
    );
  return found?.id;
}

/** A registration whose link has expired. Its name and address are free for others. */
const isAbandoned = sql`(${account.activatedAt} IS NULL AND
  ${account.createdAt} < now() - make_interval(hours => ${limits.account.activationTokenHours}::int))`;

/** A changed address whose confirmation link has expired. It is free for others. */
const isLapsed = sql`(${account.emailChangedAt} IS NOT NULL AND
  ${account.emailChangedAt} < now() - make_interval(hours => ${limits.account.emailTokenHours}::int))`;

/**
 * Whether any account has that name or address, without regard to case.
 * @param exceptId an account that may have it: its own
 */
export async function isTaken(
  orm: Queryable,
  field: TakenField,
  value: string,
  exceptId = 0,
): Promise<boolean> {
  const holdsIt =
    field === 'username'
      ? eq(sql`lower(${account.username})`, sql`lower(${value})`)
      : or(and(isSame(account.email, value), not(isLapsed)), isSame(account.formerEmail, value));
  const found = await orm
    .select({ id: account.id })
    .from(account)
    .where(and(holdsIt, not(isAbandoned), ne(account.id, exceptId)))
    .limit(1);
  return found.length > 0;
}

/**
 * Deletes accounts that were never activated in time, and restores the confirmed address of
 * accounts that did not confirm a change in time.
 */
export async function releaseUnconfirmed(orm: Queryable): Promise<void> {
  await orm.delete(account).where(isAbandoned);
  await orm
    .update(account)
    .set({ email: sql`${account.formerEmail}`, formerEmail: null, emailChangedAt: null })
    .where(and(isLapsed, isNotNull(account.formerEmail)));
}

/** Deletes an account and returns what it was. */
export async function deleteAccount(orm: Queryable, id: number): Promise<Account | undefined> {
  const [deleted] = await orm.delete(account).where(eq(account.id, id)).returning();
  return deleted;
}

/**
 * Adds an account.
 * @throws an error that {@link takenFieldOf} understands when the name or address is taken
 */
export async function insertAccount(orm: Queryable, values: NewAccount): Promise<Account> {
  return theRow(await orm.insert(account).values(values).returning());
}

/**
 * Changes an account.
 * @throws an error that {@link takenFieldOf} understands when the name or address is taken
 */
export const changeAccount = changerOf(account, 'id');

export async function endSessions(orm: Queryable, id: number): Promise<void> {
  await orm
    .update(account)
    .set({ sessionVersion: sql`${account.sessionVersion} + 1` })
    .where(eq(account.id, id));
}

/** Marks an account as activated. Undefined when it is activated already. */
export async function activate(orm: Queryable, id: number): Promise<Account | undefined> {
  const [activated] = await orm
    .update(account)
    .set({ activatedAt: sql`now()` })
    .where(and(eq(account.id, id), isNull(account.activatedAt)))
    .returning();
  return activated;
}

/** The unique field that a failed write would have duplicated, or undefined for any other error. */
export function takenFieldOf(error: unknown): TakenField | undefined {
  return uniqueIndexes[brokenConstraint(error, '23505') ?? ''];
}
