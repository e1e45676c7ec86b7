import { and, asc, eq, ilike, isNotNull, notExists, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { account, mapMember } from '../../../platform/database/schema/index.ts';
import { containing } from './map-queries.ts';
import { type PersonRow, personColumns } from './people.ts';

/** A map's collaborators, those who were added first before the others. */
export function listMembers(orm: Queryable, mapId: number): Promise<PersonRow[]> {
  return orm
    .select(personColumns)
    .from(mapMember)
    .innerJoin(account, eq(account.id, mapMember.accountId))
    .where(eq(mapMember.mapId, mapId))
    .orderBy(asc(mapMember.addedAt), asc(account.id));
}

/** An activated account by its name, without regard to case. */
export async function findPerson(orm: Queryable, username: string): Promise<PersonRow | undefined> {
  const [person] = await orm
    .select(personColumns)
    .from(account)
    .where(
      and(
        sql`lower(${account.username}) = ${username.toLowerCase()}`,
        isNotNull(account.activatedAt),
      ),
    );
  return person;
}

/** Activated accounts whose name has a text in it, and that neither own nor edit the map. */
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

/** One who is added again stays as they are. */
export async function addMember(orm: Queryable, mapId: number, accountId: number): Promise<void> {
  await orm.insert(mapMember).values({ mapId, accountId }).onConflictDoNothing();
}

/** @returns false when they were no collaborator */
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
