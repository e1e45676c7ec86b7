import { areaOf, middleText, parseArea } from '@refugia/contract/area.ts';
import { endedRunStatuses } from '@refugia/contract/habitat-patrol/run-status.ts';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { analysisRun } from '../../../platform/database/schema/index.ts';
import type { Owner } from '../../../services/owners/owner.ts';
import { ownedBy } from './queries.ts';
import { claimVerdicts } from './verdict-queries.ts';

/**
 * The columns that a list shows. It does not read areas and results, which may be a megabyte each.
 */
export const listedColumns = {
  id: analysisRun.id,
  accountId: analysisRun.accountId,
  name: analysisRun.name,
  areaName: analysisRun.areaName,
  placeName: analysisRun.placeName,
  /** The text of the area, where an earlier version stored a run that has no name. */
  coords: sql<string | null>`CASE
    WHEN coalesce(${analysisRun.name}, ${analysisRun.areaName}, ${analysisRun.placeName}) IS NULL
    THEN ${analysisRun.coords} END`,
  imageryMode: analysisRun.imageryMode,
  status: analysisRun.status,
  startDate: analysisRun.startDate,
  endDate: analysisRun.endDate,
  method: analysisRun.method,
  createdAt: analysisRun.createdAt,
  changeOccurred: analysisRun.changeOccurred,
  statistics: analysisRun.statistics,
};

const selectListed = (orm: Queryable) => orm.select(listedColumns).from(analysisRun);

/** A row of those columns with the name of its place. */
export function asListed({ coords, ...run }: Awaited<ReturnType<typeof selectListed>>[number]) {
  return { ...run, placeName: run.placeName ?? (coords && middleText(areaOf(parseArea(coords)))) };
}
export type ListedRun = ReturnType<typeof asListed>;

/** A run's name and dates by its id, without its area and result. */
export async function findNamed(orm: Queryable, id: string): Promise<ListedRun | undefined> {
  const [run] = await selectListed(orm).where(eq(analysisRun.id, id));
  return run && asListed(run);
}

/** Lists a page of an owner's runs, the newest first, and counts all of them. */
export async function listRuns(
  orm: Queryable,
  owner: Owner,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; runs: ListedRun[] }> {
  const runs = await selectListed(orm)
    .where(ownedBy(owner))
    .orderBy(desc(analysisRun.createdAt), desc(analysisRun.id))
    .limit(limit)
    .offset(offset);
  return { total: await orm.$count(analysisRun, ownedBy(owner)), runs: runs.map(asListed) };
}

/** A visitor's runs that can be moved into an account, which are those that have ended. */
const isClaimable = (visitorId: string) =>
  and(
    isNull(analysisRun.accountId),
    eq(analysisRun.visitorId, visitorId),
    inArray(analysisRun.status, endedRunStatuses),
  );

/** Counts a visitor's runs that can be moved into an account. */
export const countClaimable = (orm: Queryable, visitorId: string): Promise<number> =>
  orm.$count(analysisRun, isClaimable(visitorId));

/**
 * Moves a visitor's ended runs into an account, with what the visitor said of their patches.
 * @returns how many runs were moved
 */
export async function claimRuns(
  { orm }: Pick<Database, 'orm'>,
  visitorId: string,
  accountId: number,
): Promise<number> {
  return await orm.transaction(async (transaction) => {
    const claimed = await transaction
      .update(analysisRun)
      .set({ accountId, visitorId: null })
      .where(isClaimable(visitorId))
      .returning({ id: analysisRun.id });
    const ids = claimed.map(({ id }) => id);
    if (ids.length > 0) await claimVerdicts(transaction, ids, accountId);
    return ids.length;
  });
}
