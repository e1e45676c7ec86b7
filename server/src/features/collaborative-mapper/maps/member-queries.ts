import type { MemberRole } from '@refugia/contract/collaborative-mapper/maps.ts';
import { and, asc, eq, ilike, isNotNull, notExists, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { account, mapAccessRequest, mapMember } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { containing, findMemberRole } from './map-queries.ts';
import { type PersonRow, personColumns } from './people.ts';

export type MemberRow = PersonRow & { readonly role: MemberRole };

/** Lists a map's collaborators in the order in which they were added. */
export function listMembers(orm: Queryable, mapId: number): Promise<MemberRow[]> {
  return orm
    .select({ ...personColumns, role: mapMember.role })
    .from(mapMember)
    .innerJoin(account, eq(account.id, mapMember.accountId))
    .where(eq(mapMember.mapId, mapId))
    .orderBy(asc(mapMember.addedAt), asc(account.id));
}

/**
 * Finds an activated account by its username, without regard to case.
 * @throws {ApiFailure} 404 when there is none
 */
export async function requirePerson(orm: Queryable, username: string): Promise<PersonRow> {
  const [person] = await orm
    .select(personColumns)
    .from(account)
    .where(
      and(
        sql`lower(${account.username}) = ${username.toLowerCase()}`,
        isNotNull(account.activatedAt),
      ),
    );
  if (person) return person;
  const sentence = `Nobody is called "${username}" here.`;
  throw new ApiFailure(404, 'user_not_found', sentence, { username: sentence });
}

/** Finds activated accounts whose username contains a text, and that have no role on the map. */
export function findAvailablePeople(
  orm: Queryable,
  map: { readonly id: number; readonly ownerId: number },
  search: { readonly text: string; readonly limit: number },
): Promise<PersonRow[]> {
  const isCollaborator = orm
    .select({ found: sql`1` })
    .from(mapMember)
    .where(and(eq(mapMember.mapId, map.id), eq(mapMember.accountId, account.id)));
  return orm
    .select(personColumns)
    .from(account)
    .where(
      and(
        ilike(account.username, containing(search.text)),
        isNotNull(account.activatedAt),
        sql`${account.id} <> ${map.ownerId}`,
        notExists(isCollaborator),
      ),
    )
    .orderBy(
      sql`lower(${account.username}) LIKE ${`${search.text.toLowerCase()}%`} DESC`,
      asc(account.username),
    )
    .limit(search.limit);
}

/**
 * Adds a collaborator, or gives a collaborator another role.
 * @param member.role default: editor, and a collaborator keeps the role that they have
 * @returns whether the account was no collaborator before
 */
export async function addMember(
  orm: Queryable,
  mapId: number,
  { accountId, role }: { readonly accountId: number; readonly role?: MemberRole | undefined },
): Promise<boolean> {
  const isNew = (await findMemberRole(orm, mapId, accountId)) === undefined;
  const addition = orm.insert(mapMember).values({ mapId, accountId, role });
  if (role === undefined) await addition.onConflictDoNothing();
  else {
    await addition.onConflictDoUpdate({
      target: [mapMember.mapId, mapMember.accountId],
      set: { role },
    });
  }
  // Who is on the map does not wait to be let in any more.
  await orm
    .delete(mapAccessRequest)
    .where(and(eq(mapAccessRequest.mapId, mapId), eq(mapAccessRequest.accountId, accountId)));
  return isNew;
}

/**
 * Removes a collaborator.
 * @returns false when the account was not a collaborator
 */
export async function removeMember(
  orm: Queryable,
  mapId: number,
  accountId: number,
): Promise<boolean> {
  const removed = await orm
    .delete(mapMember)
    .where(and(eq(mapMember.mapId, mapId), eq(mapMember.accountId, accountId)))
    .returning({ id: mapMember.accountId });
  return removed.length > 0;
}
