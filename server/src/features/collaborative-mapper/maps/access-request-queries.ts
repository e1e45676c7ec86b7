import { limits } from '@refugia/contract/limits.ts';
import { and, asc, eq, lt } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { account, mapAccessRequest } from '../../../platform/database/schema/index.ts';
import { findPermission } from './access.ts';
import { tellAccessChanged, tellOfMembership } from './announcements.ts';
import { findMap } from './map-queries.ts';
import { type PersonRow, personColumns } from './people.ts';

const { keptAccessRequestDays } = limits.collaborativeMapper;

/**
 * Asks the owner of a map to let an account in. Nothing is done when there is no such map, and for who
 * may read it, has asked already, or was declined.
 */
export async function askForAccess(
  transaction: Queryable,
  { mapId, accountId }: { readonly mapId: number; readonly accountId: number },
): Promise<void> {
  const map = await findMap(transaction, mapId);
  if (!map) return;
  const caller = { accountId, token: undefined, viewKey: undefined };
  if (await findPermission(transaction, map, caller)) return;
  const asked = await transaction
    .insert(mapAccessRequest)
    .values({ mapId, accountId })
    .onConflictDoNothing()
    .returning();
  if (asked.length === 0) return;
  await tellAccessChanged(transaction, mapId);
  await tellOfMembership(transaction, map, {
    kind: 'access-request',
    to: map.ownerId,
    by: accountId,
  });
}

/** The people who wait to be let in, the first to ask first. */
export function listAccessRequests(
  orm: Queryable,
  mapId: number,
): Promise<(PersonRow & { askedAt: Date })[]> {
  return orm
    .select({ ...personColumns, askedAt: mapAccessRequest.askedAt })
    .from(mapAccessRequest)
    .innerJoin(account, eq(account.id, mapAccessRequest.accountId))
    .where(and(eq(mapAccessRequest.mapId, mapId), eq(mapAccessRequest.isDeclined, false)))
    .orderBy(asc(mapAccessRequest.askedAt), asc(account.id))
    .limit(limits.collaborativeMapper.maxListedAccessRequests);
}

/** Declines a request, and keeps its row, so that asking again tells nobody. */
export async function declineAccessRequest(
  orm: Queryable,
  mapId: number,
  accountId: number,
): Promise<boolean> {
  const declined = await orm
    .update(mapAccessRequest)
    .set({ isDeclined: true })
    .where(
      and(
        eq(mapAccessRequest.mapId, mapId),
        eq(mapAccessRequest.accountId, accountId),
        eq(mapAccessRequest.isDeclined, false),
      ),
    )
    .returning();
  return declined.length > 0;
}

/** Removes requests that nobody needs any more. */
export async function removeOldAccessRequests(orm: Queryable, now: Date): Promise<void> {
  const last = new Date(now.getTime() - keptAccessRequestDays * 86_400_000);
  await orm.delete(mapAccessRequest).where(lt(mapAccessRequest.askedAt, last));
}
