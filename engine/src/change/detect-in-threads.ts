import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { detectChange } from './detect.ts';
import { MissingBandsError } from './named-bands.ts';
import type { BandStack, ChangeDetection, ChangeMethod, DetectOptions } from './options.ts';
import { isWorthThreads } from './row-threads.ts';

/** What the thread of a detection is given. */
export interface DetectionOrder {
  readonly before: BandStack;
  readonly after: BandStack;
  readonly options: DetectOptions;
}

export type DetectionReply =
  | { readonly detection: ChangeDetection }
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
  before: BandStack,
  after: BandStack,
  options: DetectOptions & { method: ChangeMethod },
  signal?: AbortSignal,
): Promise<ChangeDetection> {
  signal?.throwIfAborted();
  if (!isWorthThreads(before)) return detectChange(before, after, options);
  const workerData: DetectionOrder = { before, after, options };
  const worker = new Worker(new URL('./detection-worker.ts', import.meta.url), { workerData });
  try {
    const [reply] = (await once(worker, 'message', { signal })) as [DetectionReply];
    if ('detection' in reply) return reply.detection;
    if (!reply.missing) throw reply.failure;
    throw new MissingBandsError(reply.missing.method, reply.missing.missing, before.names);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    await worker.terminate();
  }
}
