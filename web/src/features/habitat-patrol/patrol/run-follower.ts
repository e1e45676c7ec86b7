import { hasEnded } from '@refugia/contract/habitat-patrol/run-status.ts';
import type { Run, RunProgress } from '@refugia/contract/habitat-patrol/runs.ts';
import { CallFailedError } from '../../../lib/api-errors.ts';

export interface RunSource {
  /** @throws CallFailedError, RequestRefusedError */
  read(id: string, signal: AbortSignal): Promise<Run>;
  /**
   * Reports progress when it arrives. Resolves when the run has ended or its state has to be read.
   * @throws Error when the connection breaks
   */
  watch(
    id: string,
    onProgress: (progress: RunProgress) => void,
    signal: AbortSignal,
  ): Promise<void>;
}

interface FollowOptions {
  onProgress: (progress: RunProgress) => void;
  /** Called when the server did not answer. It is asked again after a pause. */
  onContactLost: () => void;
  signal: AbortSignal;
  sleep: Sleep;
}

/** Waits; rejects with the signal's reason when aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const firstPauseMilliseconds = 1_000;
const longestPauseMilliseconds = 10_000;

/**
 * Follows a run to its end, through broken connections and restarts of the server. It listens to
 * the run's events, reads the run's state when they stop, and tries again after growing pauses.
 * Where events never arrive, because some proxies hold them back, this amounts to polling.
 * @throws RequestRefusedError when there is no such run (any more); the signal's reason when aborted
 */
export async function followRun(
  source: RunSource,
  id: string,
  { onProgress, onContactLost, signal, sleep }: FollowOptions,
): Promise<Run> {
  let pauseMilliseconds = firstPauseMilliseconds;
  const reportAndRelax = (progress: RunProgress) => {
    pauseMilliseconds = firstPauseMilliseconds;
    onProgress(progress);
  };
  for (;;) {
    await source.watch(id, reportAndRelax, signal).catch(() => signal.throwIfAborted());
    const run = await readOrNull(source, id, signal);
    if (run !== null && hasEnded(run)) return run;
    if (run === null) onContactLost();
    else if (run.progress) onProgress(run.progress);
    await sleep(pauseMilliseconds, signal);
    pauseMilliseconds = Math.min(longestPauseMilliseconds, pauseMilliseconds * 2);
  }
}

async function readOrNull(source: RunSource, id: string, signal: AbortSignal): Promise<Run | null> {
  try {
    return await source.read(id, signal);
  } catch (error) {
    if (error instanceof CallFailedError) return null;
    throw error;
  }
}

/**
 * After this time without an event the connection counts as broken, because one that was lost in a
 * tunnel or behind a closed lid reports nothing.
 */
const longestSilenceMilliseconds = 30_000;

/**
 * Listens to a run's events at an address. Resolves when the run has ended, or when its state has
 * to be read: nothing came for long, or this device has gone offline or come back.
 * @throws Error when the connection breaks; the signal's reason when aborted
 */
export function watchRunEvents(
  address: string,
  onProgress: (progress: RunProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const source = new EventSource(address);
  const watching = new AbortController();
  const whileWatching = { signal: watching.signal };
  const end = () => resolve();
  let timer = setTimeout(end, longestSilenceMilliseconds);
  signal.addEventListener('abort', () => reject(signal.reason), whileWatching);
  window.addEventListener('offline', end, whileWatching);
  window.addEventListener('online', end, whileWatching);
  source.addEventListener('progress', (event) => {
    clearTimeout(timer);
    timer = setTimeout(end, longestSilenceMilliseconds);
    onProgress(JSON.parse(event.data));
  });
  source.addEventListener('end', end);
  // The browser's own reconnection has its own timing and does not ask for the state of the run.
  source.addEventListener('error', () => {
    reject(new Error('The connection to the run has broken off.'));
  });
  return promise.finally(() => {
    source.close();
    clearTimeout(timer);
    watching.abort();
  });
}
