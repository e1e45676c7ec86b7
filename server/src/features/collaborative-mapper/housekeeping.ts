import { limits } from '@refugia/contract/limits.ts';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Orm } from '../../platform/database/database.ts';
import {
  collaborativeMap,
  mapFeature,
  mapLayer,
  mapRequest,
} from '../../platform/database/schema/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeLeftFolders } from '../../platform/storage/removed-folders.ts';
import { discardLayer, removeFeatures } from './layers/layer-queries.ts';
import { removeOldAccessRequests } from './maps/access-request-queries.ts';
import { removeEndedInvitations } from './maps/invitation-queries.ts';

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;
/** An import or copy of this age is unfinished because its process has ended. */
const unfinishedMilliseconds = 6 * hourMilliseconds;
/** A call that is repeated at all is repeated within this time. */
const requestMilliseconds = 7 * dayMilliseconds;

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);

/**
 * Starts hourly housekeeping: it deletes maps that can't be restored any more, and what interrupted
 * imports have left.
 */
export function keepMapsTidy(platform: Platform): { stop(): void } {
  const tidy = () =>
    tidyMaps(platform, new Date()).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'tidying maps'),
    );
  const timer = setInterval(tidy, hourMilliseconds);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Runs one round of housekeeping. */
export async function tidyMaps(
  platform: Pick<Platform, 'database' | 'storage' | 'log'>,
  now: Date,
): Promise<void> {
  const { orm } = platform.database;
  await removeDeletedMaps(orm, now);
  await removeUnfinishedLayers(orm, now);
  await removeEndedInvitations(orm, now);
  await removeOldAccessRequests(orm, now);
  await orm.delete(mapRequest).where(lt(mapRequest.createdAt, before(now, requestMilliseconds)));
  await removeLeftFolders(platform);
}

async function removeDeletedMaps(orm: Orm, now: Date): Promise<void> {
  const { restorationDays } = limits.collaborativeMapper;
  const maps = await orm
    .select({ id: collaborativeMap.id })
    .from(collaborativeMap)
    .where(
      or(
        lt(collaborativeMap.deletedAt, before(now, restorationDays * dayMilliseconds)),
        and(
          eq(collaborativeMap.isComplete, false),
          lt(collaborativeMap.createdAt, before(now, unfinishedMilliseconds)),
        ),
      ),
    );
  for (const { id } of maps) {
    await removeFeatures(orm, eq(mapFeature.mapId, id));
    await orm.delete(collaborativeMap).where(eq(collaborativeMap.id, id));
  }
}

async function removeUnfinishedLayers(orm: Orm, now: Date): Promise<void> {
  const layers = await orm
    .select({ id: mapLayer.id })
    .from(mapLayer)
    .where(
      and(
        isNull(mapLayer.appearedSeq),
        lt(mapLayer.createdAt, before(now, unfinishedMilliseconds)),
      ),
    );
  for (const { id } of layers) await discardLayer(orm, id);
}
