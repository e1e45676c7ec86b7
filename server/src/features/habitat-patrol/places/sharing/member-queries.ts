import type { MemberRole } from '@refugia/contract/habitat-patrol/place-kinds.ts';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../../../platform/database/database.ts';
import { account, place, placeMember } from '../../../../platform/database/schema/index.ts';

/** Who shares a place. */
export interface MemberRow {
  readonly accountId: number;
  readonly username: string;
  readonly role: MemberRole;
  readonly since: Date;
}

/** The people who share a place, by name. */
export function listMembers(orm: Queryable, placeId: string): Promise<MemberRow[]> {
  const { accountId, role, since } = placeMember;
  return orm
    .select({ accountId, role, since, username: account.username })
    .from(placeMember)
    .innerJoin(account, eq(account.id, accountId))
    .where(eq(placeMember.placeId, placeId))
    .orderBy(asc(account.username));
}

/** Finds an activated account by its username, without regard to case. */
export async function findPerson(
  orm: Queryable,
  username: string,
): Promise<{ id: number; username: string } | undefined> {
  const isCalled = sql`lower(${account.username}) = ${username.toLowerCase()}`;
  const [person] = await orm
    .select({ id: account.id, username: account.username })
    .from(account)
    .where(and(isCalled, isNotNull(account.activatedAt)));
  return person;
}

/**
 * Shares a place with an account, or changes its role, unless too many share it. Two requests count
 * one after the other.
 * @returns what was done
 */
export async function putMember(
  transaction: Queryable,
  member: { placeId: string; accountId: number; role: MemberRole },
  most: number,
): Promise<'added' | 'changed' | 'too many'> {
  const { placeId, accountId, role } = member;
  await transaction.select({ id: place.id }).from(place).where(eq(place.id, placeId)).for('update');
  const changed = await transaction
    .update(placeMember)
    .set({ role })
    .where(and(eq(placeMember.placeId, placeId), eq(placeMember.accountId, accountId)))
    .returning({ role: placeMember.role });
  if (changed.length > 0) return 'changed';
  if ((await transaction.$count(placeMember, eq(placeMember.placeId, placeId))) >= most) {
    return 'too many';
  }
  await transaction.insert(placeMember).values(member);
  return 'added';
}

/** Stops sharing a place with an account. @returns whether it was shared */
export async function removeMember(
  orm: Queryable,
  placeId: string,
  accountId: number,
): Promise<boolean> {
  const removed = await orm
    .delete(placeMember)
    .where(and(eq(placeMember.placeId, placeId), eq(placeMember.accountId, accountId)))
    .returning({ accountId: placeMember.accountId });
  return removed.length > 0;
}
