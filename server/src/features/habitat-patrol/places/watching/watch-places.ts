import { limits } from '@refugia/contract/limits.ts';
import { ScenePreviews } from '../../engine/scene-previews.ts';
import type { RunContext } from '../../runs/run-context.ts';
import { gatherLook } from './gather-look.ts';
import { startDueLook, type WatchContext } from './start-look.ts';
import { lookAfter } from './watch-dates.ts';
import { closeTurn, countWatchedLooks, listDue, listToGather } from './watch-queries.ts';

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
