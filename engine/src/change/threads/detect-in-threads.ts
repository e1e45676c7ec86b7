import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { detectChange } from '../detection/detect.ts';
import type { ScatteredDetection } from '../detection/detect-scattered.ts';
import type { ChangeDetection, ChangeMethod, DetectOptions } from '../options.ts';
import { MissingBandsError } from '../pair/named-bands.ts';
import type { ScatteredPair } from '../pair/pair-raster.ts';
import type { DetectionOrder, DetectionReply, RasterPair } from './detection-order.ts';
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
