import { createHash, randomBytes } from 'node:crypto';
import { type MemberRole, memberRoles } from '@refugia/contract/collaborative-mapper/maps.ts';
import { limits } from '@refugia/contract/limits.ts';
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import {
  finderOf,
  type Queryable,
  type Transaction,
  theRow,
} from '../../../platform/database/database.ts';
import {
  account,
  collaborativeMap,
  mapInvitation,
} from '../../../platform/database/schema/index.ts';
import { mapAddress, tellAccessChanged, tellOfMembership } from './announcements.ts';
import { findMemberRole, isThere, lockMap, type MapRow } from './map-queries.ts';
import { addMember } from './member-queries.ts';

const { invitationDays, endedInvitationDays } = limits.collaborativeMapper;
const dayMilliseconds = 86_400_000;

export type InvitationRow = typeof mapInvitation.$inferSelect;
/** An account, as far as an invitation is meant for it. */
export interface Invited {
  readonly id: number;
  readonly email: string;
  readonly formerEmail: string | null;
}

/** Only this hash is stored, so that nobody who reads the database can use a link. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const isFor = (address: string) => eq(sql`lower(${mapInvitation.address})`, sql`lower(${address})`);
const isWaiting = eq(mapInvitation.status, 'waiting');

/** Lists the invitations of a map that wait or have expired lately, the oldest first. */
export function listInvitations(orm: Queryable, mapId: number): Promise<InvitationRow[]> {
  return orm
    .select()
    .from(mapInvitation)
    .where(and(eq(mapInvitation.mapId, mapId), isWaiting))
    .orderBy(asc(mapInvitation.createdAt), asc(mapInvitation.id));
}

export function countInvitations(orm: Queryable, mapId: number): Promise<number> {
  return orm.$count(mapInvitation, and(eq(mapInvitation.mapId, mapId), isWaiting));
}

/**
 * Invites an address to a map, or invites it anew with another link.
 * @returns the invitation with the token of its link; undefined when the map is gone
 */
export async function insertInvitation(
  transaction: Transaction,
  values: Pick<InvitationRow, 'mapId' | 'inviterId' | 'role'> & { readonly address: string },
): Promise<{ invitation: InvitationRow; token: string } | undefined> {
  if (!(await lockMap(transaction, values.mapId))) return undefined;
  const token = randomBytes(32).toString('base64url');
  const link = {
    ...values,
    tokenHash: hashOf(token),
    expiresAt: new Date(Date.now() + invitationDays * dayMilliseconds),
  };
  const [renewed] = await transaction
    .update(mapInvitation)
    .set(link)
    .where(and(eq(mapInvitation.mapId, values.mapId), isFor(values.address)))
    .returning();
  if (renewed) return { invitation: renewed, token };
  const inserted = await transaction.insert(mapInvitation).values(link).returning();
  return { invitation: theRow(inserted), token };
}

export const findInvitation = finderOf(mapInvitation, 'id');

/** Finds the invitation of a mailed link, with its map, if that is there, and who invites. */
export async function findMailedInvitation(
  orm: Queryable,
  token: string,
): Promise<{ invitation: InvitationRow; map: MapRow | null; inviter: string } | undefined> {
  const [found] = await orm
    .select({ invitation: mapInvitation, map: collaborativeMap, inviter: account.username })
    .from(mapInvitation)
    .innerJoin(account, eq(account.id, mapInvitation.inviterId))
    .leftJoin(collaborativeMap, and(eq(collaborativeMap.id, mapInvitation.mapId), isThere))
    .where(eq(mapInvitation.tokenHash, hashOf(token)));
  return found;
}

/** Whether an account has confirmed the address of an invitation. */
export function isAddressOf({ email, formerEmail }: Invited, address: string | null): boolean {
  return address !== null && (formerEmail ?? email).toLowerCase() === address.toLowerCase();
}

/**
 * Ends an invitation and forgets its address. When two requests do so at the same time, the second one
 * finds it ended.
 * @returns whether the invitation was waiting
 */
export async function endInvitation(
  orm: Queryable,
  id: string,
  status: 'accepted' | 'withdrawn',
): Promise<boolean> {
  const ended = await orm
    .update(mapInvitation)
    .set({ status, address: null, expiresAt: new Date() })
    .where(and(eq(mapInvitation.id, id), isWaiting))
    .returning({ id: mapInvitation.id });
  return ended.length > 0;
}

/**
 * Gives an account the role of an invitation, or leaves it a higher one that it has. Both sides are told.
 * @returns whether the invitation was waiting
 */
export async function acceptInvitation(
  transaction: Queryable,
  { invitation, map }: { readonly invitation: InvitationRow; readonly map: MapRow },
  accountId: number,
): Promise<boolean> {
  if (!(await endInvitation(transaction, invitation.id, 'accepted'))) return false;
  if (accountId === map.ownerId) return true;
  const former = await findMemberRole(transaction, map.id, accountId);
  await addMember(transaction, map.id, { accountId, role: higherOf(former, invitation.role) });
  await tellAccessChanged(transaction, map.id);
  await tellOfMembership(transaction, map, {
    kind: 'joined',
    to: invitation.inviterId,
    by: accountId,
  });
  return true;
}

function higherOf(former: MemberRole | undefined, invited: MemberRole): MemberRole {
  return memberRoles.find((role) => role === former || role === invited) ?? invited;
}

/**
 * Gives a person who has just confirmed an address the roles of all invitations that wait for it.
 * @returns the path of the map that was shared last; undefined when nothing waits
 */
export async function acceptInvitationsTo(
  transaction: Queryable,
  person: Invited,
): Promise<string | undefined> {
  const waiting = await transaction
    .select({ invitation: mapInvitation, map: collaborativeMap })
    .from(mapInvitation)
    .innerJoin(collaborativeMap, and(eq(collaborativeMap.id, mapInvitation.mapId), isThere))
    .where(and(isFor(person.email), isWaiting, gt(mapInvitation.expiresAt, new Date())))
    .orderBy(asc(mapInvitation.createdAt));
  let opens: string | undefined;
  for (const each of waiting) {
    if (!(await acceptInvitation(transaction, each, person.id))) continue;
    const news = { kind: 'invitation', to: person.id, by: each.invitation.inviterId } as const;
    await tellOfMembership(transaction, each.map, news);
    opens = mapAddress(each.map.id);
  }
  return opens;
}

/** Removes invitations some days after they were accepted, were withdrawn or expired. */
export async function removeEndedInvitations(orm: Queryable, now: Date): Promise<void> {
  const last = new Date(now.getTime() - endedInvitationDays * dayMilliseconds);
  await orm.delete(mapInvitation).where(lt(mapInvitation.expiresAt, last));
}
