import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { detectChange } from './detect.ts';
import type { ScatteredDetection } from './detect-scattered.ts';
import { MissingBandsError } from './named-bands.ts';
import type { BandStack, ChangeDetection, ChangeMethod, DetectOptions } from './options.ts';
import type { ScatteredPair } from './pair-raster.ts';
import { isWorthThreads } from './row-threads.ts';

/** Two dates of one raster. */
export interface RasterPair {
  readonly before: BandStack;
  readonly after: BandStack;
  /** 0 where a pixel lies outside of what was pictured: there it is no cloud that hides the ground. */
  readonly inside?: Uint8Array | undefined;
}

/** What the thread of a detection is given. */
export interface DetectionOrder {
  readonly pair: RasterPair | ScatteredPair;
  readonly options: DetectOptions;
}

export type DetectionReply<Detection> =
  | { readonly detection: Detection }
  | {
      readonly failure: unknown;
      /** Of a MissingBandsError, which arrives as a plain one. */
      readonly missing?: Pick<MissingBandsError, 'method' | 'missing'>;
    };

/**
 * `detectChange` in a thread of its own, and as many beside it as the picture is worth; a small one in
 * the calling thread. The result is the same. Bands in shared memory aren't copied, and must not be
 * altered meanwhile. Rejects as `detectChange` throws, and with the signal's reason once the threads
 * have ended.
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

/** `detectScattered` in threads, as `detectChangeInThreads`, however small the area is. */
export async function detectScatteredInThreads(
  pair: ScatteredPair,
  options: DetectOptions & { method: ChangeMethod },
  signal?: AbortSignal,
): Promise<ScatteredDetection> {
  signal?.throwIfAborted();
  return inThread({ pair, options }, signal);
}

async function inThread<Detection>(
  order: DetectionOrder,
  signal: AbortSignal | undefined,
): Promise<Detection> {
  const worker = new Worker(new URL('./detection-worker.ts', import.meta.url), {
    workerData: order,
  });
  try {
    const [reply] = (await once(worker, 'message', { signal })) as [DetectionReply<Detection>];
    if ('detection' in reply) return reply.detection;
    if (!reply.missing) throw reply.failure;
    const { names } = order.pair.before;
    throw new MissingBandsError(reply.missing.method, reply.missing.missing, names);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    await worker.terminate();
  }
}
