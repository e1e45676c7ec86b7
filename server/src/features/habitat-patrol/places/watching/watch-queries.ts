import type { Watch } from '@refugia/contract/habitat-patrol/places.ts';
import { activeRunStatuses } from '@refugia/contract/habitat-patrol/run-status.ts';
import { and, asc, eq, inArray, lte, notInArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../../platform/database/database.ts';
import { analysisRun, place, placeLook } from '../../../../platform/database/schema/index.ts';
import type { PlaceRow } from '../place-queries.ts';

/** The watched places whose time has come, those that wait longest first. */
export function listDue(orm: Queryable, now: Date, most: number): Promise<PlaceRow[]> {
  return orm
    .select()
    .from(place)
    .where(lte(place.nextLookAt, now))
    .orderBy(asc(place.nextLookAt), asc(place.id))
    .limit(most);
}

/** The number of watched looks that wait or work. */
export function countWatchedLooks(orm: Queryable): Promise<number> {
  const isActive = inArray(analysisRun.status, activeRunStatuses);
  return orm.$count(analysisRun, and(analysisRun.isWatched, isActive));
}

/**
 * Closes the turn of a place that was due. Of several processes that try to, one does.
 * @returns whether this one did
 */
export async function closeTurn(
  transaction: Queryable,
  due: PlaceRow,
  outcome: Partial<Pick<PlaceRow, 'nextLookAt' | 'lastOutcome' | 'newestSceneAt'>>,
): Promise<boolean> {
  if (due.nextLookAt === null) return false;
  const closed = await transaction
    .update(place)
    .set(outcome)
    .where(and(eq(place.id, due.id), eq(place.nextLookAt, due.nextLookAt)))
    .returning({ id: place.id });
  return closed.length > 0;
}

/** Changes how a place is watched. A place whose interval is changed is due at once. */
export async function changeWatch(
  orm: Queryable,
  row: Pick<PlaceRow, 'id' | 'watch'>,
  watch: Watch,
  now: Date,
): Promise<void> {
  const isSameInterval = watch.every === row.watch.every;
  await orm
    .update(place)
    .set({ watch, ...(!isSameInterval && { nextLookAt: firstLookAt(watch, now) }) })
    .where(eq(place.id, row.id));
}

/** When a place is looked at first: at once. */
export const firstLookAt = ({ every }: Watch, now: Date) => (every === 'off' ? null : now);

export interface EndedLook {
  readonly placeId: string;
  readonly runId: string;
  readonly status: 'done' | 'failed' | 'cancelled';
}

/** The watched looks that have ended and whose patches are still to become findings. */
export async function listToGather(orm: Queryable, most: number): Promise<EndedLook[]> {
  const rows = await orm
    .select({ placeId: placeLook.placeId, runId: placeLook.runId, status: analysisRun.status })
    .from(placeLook)
    .innerJoin(analysisRun, eq(analysisRun.id, placeLook.runId))
    .where(and(placeLook.isToGather, notInArray(analysisRun.status, [...activeRunStatuses])))
    .orderBy(asc(analysisRun.createdAt))
    .limit(most);
  return rows as EndedLook[];
}

/**
 * Locks a place and one of its looks that is still to be gathered, until the transaction ends.
 * @returns undefined when another process has gathered it, or it is gone
 */
export async function lockToGather(
  transaction: Transaction,
  { placeId, runId }: EndedLook,
): Promise<{ place: PlaceRow; newestSceneAt: Date } | undefined> {
  const [row] = await transaction.select().from(place).where(eq(place.id, placeId)).for('update');
  const [look] = await transaction
    .select({ newestSceneAt: placeLook.newestSceneAt })
    .from(placeLook)
    .where(and(eq(placeLook.placeId, placeId), eq(placeLook.runId, runId), placeLook.isToGather));
  return row && look?.newestSceneAt ? { place: row, newestSceneAt: look.newestSceneAt } : undefined;
}

/** Notes that a look's patches have become findings, and how the look ended. */
export async function noteGathered(
  transaction: Transaction,
  { placeId, runId }: EndedLook,
  lastOutcome: NonNullable<PlaceRow['lastOutcome']>,
): Promise<void> {
  await transaction
    .update(placeLook)
    .set({ isToGather: false })
    .where(and(eq(placeLook.placeId, placeId), eq(placeLook.runId, runId)));
  await transaction.update(place).set({ lastOutcome }).where(eq(place.id, placeId));
}
