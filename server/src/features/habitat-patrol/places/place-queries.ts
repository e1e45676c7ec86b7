import type { Area } from '@refugia/contract/area.ts';
import { and, asc, count, desc, eq, type InferSelectModel } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';
import { account, analysisRun, place, placeLook } from '../../../platform/database/schema/index.ts';
import { asListed, type ListedRun, listedColumns } from '../runs/owner-queries.ts';

export type PlaceRow = InferSelectModel<typeof place>;

/**
 * Adds a place unless its account has too many.
 * @returns whether it was added
 */
export async function insertPlace(
  transaction: Transaction,
  row: Omit<PlaceRow, 'createdAt'>,
  most: number,
): Promise<boolean> {
  // Two requests of one account count one after the other.
  await transaction
    .select({ id: account.id })
    .from(account)
    .where(eq(account.id, row.accountId))
    .for('update');
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

/** An account's place, or undefined when it has none with this id. */
export async function findPlace(
  orm: Queryable,
  accountId: number,
  id: string,
): Promise<PlaceRow | undefined> {
  const [row] = await orm
    .select()
    .from(place)
    .where(and(eq(place.id, id), eq(place.accountId, accountId)));
  return row;
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

/** Adds a run to the looks at a place. */
export async function addLook(orm: Queryable, placeId: string, runId: string): Promise<void> {
  await orm.insert(placeLook).values({ placeId, runId }).onConflictDoNothing();
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

/** How many looks each of an account's places has, and the last one. */
export async function lastLooks(
  orm: Queryable,
  accountId: number,
): Promise<ReadonlyMap<string, { count: number; last: ListedRun }>> {
  const ofAccount = eq(place.accountId, accountId);
  const last = await orm
    .selectDistinctOn([placeLook.placeId], { placeId: placeLook.placeId, ...listedColumns })
    .from(placeLook)
    .innerJoin(place, eq(place.id, placeLook.placeId))
    .innerJoin(analysisRun, eq(analysisRun.id, placeLook.runId))
    .where(ofAccount)
    .orderBy(placeLook.placeId, desc(analysisRun.createdAt), desc(analysisRun.id));
  const counts = await orm
    .select({ placeId: placeLook.placeId, looks: count() })
    .from(placeLook)
    .innerJoin(place, eq(place.id, placeLook.placeId))
    .where(ofAccount)
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
