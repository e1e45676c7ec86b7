import { writeArea } from '@refugia/contract/area.ts';
import { utcDay } from '@refugia/contract/habitat-patrol/run-checks.ts';
import { limits } from '@refugia/contract/limits.ts';
import { type CandidateScene, previewOf } from '@refugia/engine/analysis/preview/scene-preview.ts';
import { newId } from '../../../../platform/new-id.ts';
import { checkRequest, runOf } from '../../engine/run-request.ts';
import { ScenePreviews } from '../../engine/scene-previews.ts';
import { addRun } from '../../runs/jobs.ts';
import type { RunContext } from '../../runs/run-context.ts';
import { addLook, type PlaceRow } from '../place-queries.ts';
import { gatherLook } from './gather-look.ts';
import { lookAfter, searchAfter, yearBefore } from './watch-dates.ts';
import { closeTurn, countWatchedLooks, listDue, listToGather } from './watch-queries.ts';

/** Scenes are new enough for a look if they show at least this share of the area clearly. */
const leastNewShare = 0.5;

type WatchContext = Pick<RunContext, 'platform' | 'imagery' | 'queue'> & {
  /** Searches of watched looks, apart from those of people. */
  readonly searches: ScenePreviews;
  readonly hour: number;
};

const intervalMilliseconds = 60_000;
const { maxWatchedLooks } = limits.habitatPatrol;

/**
 * Watches places, once a minute until it is stopped. Several processes may do so on one database.
 * Looks that have ended are gathered even where places are not watched any more.
 */
export function keepPlacesWatched(context: RunContext): { stop(): void } {
  const { platform } = context;
  const searches = new ScenePreviews(platform);
  const stopping = new AbortController();
  const { placeWatchHour: hour } = platform.config;
  let isWatching = false;
  const watch = async () => {
    if (isWatching) return;
    isWatching = true;
    await watchPlaces(
      { ...context, searches, hour: hour ?? 0 },
      { now: new Date(), signal: stopping.signal, isOffered: hour !== null },
    ).catch((error: unknown) => {
      if (!stopping.signal.aborted) platform.log.warn({ err: error }, 'watching places');
    });
    isWatching = false;
  };
  const timer = setInterval(watch, intervalMilliseconds);
  timer.unref();
  return {
    stop() {
      stopping.abort();
      clearInterval(timer);
    },
  };
}

interface Round {
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Whether new looks begin. */
  readonly isOffered: boolean;
}

/** One round of watching: gathers looks that have ended, then starts those that are due. */
export async function watchPlaces(
  context: WatchContext,
  { now, signal, isOffered }: Round,
): Promise<void> {
  const { platform, hour } = context;
  const { orm } = platform.database;
  for (const look of await listToGather(orm, maxWatchedLooks)) {
    if (signal.aborted) return;
    await gatherLook(platform, look, now);
  }
  const room = maxWatchedLooks - (await countWatchedLooks(orm));
  if (!isOffered || room <= 0) return;
  for (const due of await listDue(orm, now, room)) {
    if (signal.aborted) return;
    const { every } = due.watch;
    if (every === 'off') continue;
    try {
      await startDueLook(context, due, { now, signal });
    } catch (error) {
      if (signal.aborted) return;
      platform.log.warn({ err: error, place: due.id }, 'starting a watched look');
      const nextLookAt = lookAfter(now, every, hour);
      await closeTurn(orm, due, { nextLookAt, lastOutcome: 'failed' });
    }
  }
}

/**
 * Starts the look that a watched place is due for, if there are new clear scenes since the last
 * one. The run, its job, the look and the place's next time are written in one transaction.
 */
async function startDueLook(
  context: WatchContext,
  due: PlaceRow,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const { platform, queue, hour } = context;
  const { orm } = platform.database;
  const { every } = due.watch;
  if (every === 'off') return;
  const endDate = utcDay(now);
  const coords = writeArea(due.area.geometry);
  const body = { coords, startDate: yearBefore(endDate), endDate, areaName: due.name };
  const request = checkRequest(body, now);
  const imagery = await context.imagery.current();
  const views = await context.searches.follow(request, imagery, { signal });
  const { scenes } = (await previewOf(views, undefined)).after;
  const newestSceneAt = newestClear(scenes, due.newestSceneAt);
  if (newestSceneAt === undefined) {
    await closeTurn(orm, due, {
      nextLookAt: searchAfter(now, hour),
      lastOutcome: 'no new scenes',
    });
    return;
  }
  const id = newId();
  await orm.transaction(async (transaction) => {
    const nextLookAt = lookAfter(now, every, hour);
    if (!(await closeTurn(transaction, due, { nextLookAt, newestSceneAt }))) return;
    await addRun(transaction, queue, {
      ...runOf(request, imagery),
      ...{ id, accountId: due.accountId, visitorId: null, address: null, isWatched: true },
    });
    await addLook(transaction, due.id, id, newestSceneAt);
  });
}

/**
 * The acquisition of the newest scene that a run would use, unless too little of the area is newly
 * seen.
 * @param since the newest scene of the last look, if there was one
 */
export function newestClear(
  scenes: readonly Pick<CandidateScene, 'datetime' | 'shareUsed'>[],
  since: Date | null,
): Date | undefined {
  const used = scenes
    .filter(({ shareUsed }) => shareUsed > 0)
    .map(({ datetime, shareUsed }) => ({ at: new Date(datetime), shareUsed }))
    .filter(({ at }) => since === null || at > since);
  const newShare = used.reduce((sum, { shareUsed }) => sum + shareUsed, 0);
  if (used.length === 0 || newShare < leastNewShare) return undefined;
  return new Date(Math.max(...used.map(({ at }) => at.getTime())));
}
