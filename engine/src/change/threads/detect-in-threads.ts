import { runInThread } from '../../threads/thread-pool.ts';
import { detectChange } from '../detection/detect.ts';
import type { ScatteredDetection } from '../detection/detect-scattered.ts';
import type { BandStack, ChangeDetection, ChangeMethod, DetectOptions } from '../options.ts';
import { MissingBandsError } from '../pair/named-bands.ts';
import type { ScatteredPair } from '../pair/pair-raster.ts';
import { isWorthThreads } from './row-threads.ts';

/**
 * Runs `detectChange` in a thread of its own, with as many helpers as the picture is worth. A small
 * picture is compared in the calling thread. The result is the same. Bands in shared memory are not
 * copied and must not be altered until the promise settles. Rejects with what `detectChange`
 * throws, or with the signal's reason after the threads have ended.
 */
export async function detectChangeInThreads(
  pair: RasterPair,
  options: DetectOptions & { method: ChangeMethod },
  signal?: AbortSignal,
): Promise<ChangeDetection> {
  signal?.throwIfAborted();
  const { before, after, inside } = pair;
  if (!isWorthThreads(before)) return detectChange(before, after, options, { inside });
  return inThread({ pair, options }, signal);
}

/** Runs `detectScattered` in threads as `detectChangeInThreads` does, even for a small area. */
export async function detectScatteredInThreads(
  pair: ScatteredPair,
  options: DetectOptions & { method: ChangeMethod },
  signal?: AbortSignal,
): Promise<ScatteredDetection> {
  signal?.throwIfAborted();
  return inThread({ pair, options }, signal);
}

async function inThread<Detection>(
  task: DetectionTask,
  signal: AbortSignal | undefined,
): Promise<Detection> {
  const url = new URL('./detection-worker.ts', import.meta.url);
  try {
    // A detection computes without a pause, so only the end of its thread stops it.
    return await runInThread<DetectionTask, Detection>(url, task, { signal, whenAborted: 'end' });
  } catch (error) {
    signal?.throwIfAborted();
    // It comes from the thread with its name and fields, but without its class.
    if (!(error instanceof Error && error.name === 'MissingBandsError')) throw error;
    const { method, missing } = error as MissingBandsError;
    throw new MissingBandsError(method, missing, task.pair.before.names);
  }
}

/** Two dates of one raster. */
interface RasterPair {
  readonly before: BandStack;
  readonly after: BandStack;
  /** 0 outside of the pictured area, where missing values are not clouds. */
  readonly inside?: Uint8Array | undefined;
}

/** What the thread of a detection is asked to do. */
export interface DetectionTask {
  readonly pair: RasterPair | ScatteredPair;
  readonly options: DetectOptions;
}
