import type { Run, RunProgress } from '@refugia/contract/habitat-patrol.ts';
import { hasEnded } from '@refugia/contract/run-status.ts';
import { CallFailedError } from '../../../lib/api-errors.ts';

export interface RunSource {
  /** @throws CallFailedError, RequestRefusedError */
  read(id: string, signal: AbortSignal): Promise<Run>;
  /**
   * Reports progress as it comes; resolves when the run has ended, or has to be asked where it stands.
   * @throws Error when the connection breaks
   */
  watch(
    id: string,
    onProgress: (progress: RunProgress) => void,
    signal: AbortSignal,
  ): Promise<void>;
}

export interface FollowOptions {
  onProgress: (progress: RunProgress) => void;
  /** The server did not answer; it is asked again after a pause. */
  onContactLost: () => void;
  signal: AbortSignal;
  sleep: Sleep;
}

/** Waits; rejects with the signal's reason when aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const firstPauseMilliseconds = 1_000;
const longestPauseMilliseconds = 10_000;

/**
 * Follows a run to its end, through broken connections and a restarted server: it watches the
 * events, asks where the run stands when they break off, and tries again after growing pauses. Where
 * events never come through (some proxies hold them back) that amounts to polling.
 *
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

/** Null when the server can't be reached just now. */
async function readOrNull(source: RunSource, id: string, signal: AbortSignal): Promise<Run | null> {
  try {
    return await source.read(id, signal);
  } catch (error) {
    if (error instanceof CallFailedError) return null;
    throw error;
  }
}
