import type { Area } from '@refugia/contract/area.ts';
import type { MemberRole } from '@refugia/contract/habitat-patrol/place-kinds.ts';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  type InferSelectModel,
  inArray,
} from 'drizzle-orm';
import {
  lockAccount,
  type Queryable,
  type Transaction,
} from '../../../platform/database/database.ts';
import {
  account,
  analysisRun,
  place,
  placeLook,
  placeMember,
} from '../../../platform/database/schema/index.ts';
import { asListed, type ListedRun, listedColumns } from '../runs/owner-queries.ts';

export type PlaceRow = InferSelectModel<typeof place>;
/** A place with its owner's username. */
export type SharedPlaceRow = PlaceRow & { readonly owner: string };

/**
 * Adds a place unless its account has too many.
 * @returns whether it was added
 */
export async function insertPlace(
  transaction: Transaction,
  row: Omit<PlaceRow, 'createdAt' | 'lastOutcome' | 'newestSceneAt'>,
  most: number,
): Promise<boolean> {
  // Two requests of one account count one after the other.
  await lockAccount(transaction, row.accountId);
  if ((await countPlaces(transaction, row.accountId)) >= most) return false;
  await transaction.insert(place).values(row);
  return true;
}

export function countPlaces(orm: Queryable, accountId: number): Promise<number> {
  return orm.$count(place, eq(place.accountId, accountId));
}

/** An account's places, by name. */
export function listPlaces(orm: Queryable, accountId: number): Promise<PlaceRow[]> {
  return orm
    .select()
    .from(place)
    .where(eq(place.accountId, accountId))
    .orderBy(asc(place.name), asc(place.id));
}

const withOwner = { ...getTableColumns(place), owner: account.username };

/** The places that others share with an account, by name, with what it may do there. */
export function listSharedPlaces(
  orm: Queryable,
  accountId: number,
): Promise<(SharedPlaceRow & { role: MemberRole })[]> {
  return orm
    .select({ ...withOwner, role: placeMember.role })
    .from(placeMember)
    .innerJoin(place, eq(place.id, placeMember.placeId))
    .innerJoin(account, eq(account.id, place.accountId))
    .where(eq(placeMember.accountId, accountId))
    .orderBy(asc(place.name), asc(place.id));
}

/** A place of anybody. The caller checks who may read it. */
export async function findPlace(orm: Queryable, id: string): Promise<SharedPlaceRow | undefined> {
  const [row] = await orm
    .select(withOwner)
    .from(place)
    .innerJoin(account, eq(account.id, place.accountId))
    .where(eq(place.id, id));
  return row;
}

/** What an account may do at a place that is shared with it. */
export async function findMemberRole(
  orm: Queryable,
  placeId: string,
  accountId: number,
): Promise<MemberRole | undefined> {
  const [row] = await orm
    .select({ role: placeMember.role })
    .from(placeMember)
    .where(and(eq(placeMember.placeId, placeId), eq(placeMember.accountId, accountId)));
  return row?.role;
}

export async function changePlace(
  orm: Queryable,
  id: string,
  changes: { name: string | undefined; note: string | undefined; area: Area | undefined },
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await orm.update(place).set(changes).where(eq(place.id, id));
}

export async function deletePlace(orm: Queryable, id: string): Promise<void> {
  await orm.delete(place).where(eq(place.id, id));
}

/**
 * Adds a run to the looks at a place.
 * @param newestSceneAt of a watched look: the acquisition of its newest scene
 */
export async function addLook(
  orm: Queryable,
  placeId: string,
  runId: string,
  newestSceneAt?: Date,
): Promise<void> {
  const isToGather = newestSceneAt !== undefined;
  await orm
    .insert(placeLook)
    .values({ placeId, runId, newestSceneAt, isToGather })
    .onConflictDoNothing();
}

/** The looks at a place, the newest first. */
export async function listLooks(orm: Queryable, placeId: string): Promise<ListedRun[]> {
  const runs = await orm
    .select(listedColumns)
    .from(placeLook)
    .innerJoin(analysisRun, eq(analysisRun.id, placeLook.runId))
    .where(eq(placeLook.placeId, placeId))
    .orderBy(desc(analysisRun.createdAt), desc(analysisRun.id));
  return runs.map(asListed);
}

/** How many looks each of some places has, and the last one. */
export async function lastLooks(
  orm: Queryable,
  placeIds: readonly string[],
): Promise<ReadonlyMap<string, { count: number; last: ListedRun }>> {
  const ofPlaces = inArray(placeLook.placeId, [...placeIds]);
  const last = await orm
    .selectDistinctOn([placeLook.placeId], { placeId: placeLook.placeId, ...listedColumns })
    .from(placeLook)
    .innerJoin(analysisRun, eq(analysisRun.id, placeLook.runId))
    .where(ofPlaces)
    .orderBy(placeLook.placeId, desc(analysisRun.createdAt), desc(analysisRun.id));
  const counts = await orm
    .select({ placeId: placeLook.placeId, looks: count() })
    .from(placeLook)
    .where(ofPlaces)
    .groupBy(placeLook.placeId);
  const countOf = new Map(counts.map(({ placeId, looks }) => [placeId, looks]));
  return new Map(
    last.map(({ placeId, ...run }) => [
      placeId,
      { count: countOf.get(placeId) ?? 1, last: asListed(run) },
    ]),
  );
}

/** The ids of the runs of each of an account's places. */
export async function lookIds(orm: Queryable, placeId: string): Promise<string[]> {
  const rows = await orm
    .select({ runId: placeLook.runId })
    .from(placeLook)
    .where(eq(placeLook.placeId, placeId))
    .orderBy(asc(placeLook.runId));
  return rows.map(({ runId }) => runId);
}
