import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { sharedArray } from '../../memory/shared-array.ts';
import type { RasterSize } from '../../raster/grid.ts';
import { rowBandCount } from '../rows/rows.ts';
import type { RunRows } from '../rows/run-rows.ts';
import { counter, takeBands } from './row-order.ts';

/** Threads that work on the rows of pictures together with the calling thread. */
export interface RowThreads {
  readonly run: RunRows;
  close(): void;
}

/** A smaller picture is finished before a thread has started. */
const fewestPixels = 1_000_000;
/** Memory bandwidth limits the work, so more threads gain nothing. */
const mostHelpers = 3;

/** Whether a picture is large enough for other threads to work on it. */
export function isWorthThreads({ width, height }: RasterSize): boolean {
  return width * height >= fewestPixels;
}

/** How many threads are worth starting beside the calling one, for a picture that is worth any. */
export function helperCount(): number {
  return Math.min(mostHelpers, availableParallelism() - 1);
}

/**
 * Starts threads beside the calling one. Any idle thread takes the next band of rows, so a thread
 * that is still starting, or has no processor, delays nobody. The caller blocks until all rows are
 * done.
 */
export function startRowThreads(helpers: number): RowThreads {
  const threads = Array.from(
    { length: helpers },
    () => new Worker(new URL('./row-worker.ts', import.meta.url)),
  );
  for (const thread of threads) thread.unref();
  return {
    run(kernel, task, size) {
      const { name } = kernel;
      const counters = sharedArray(Int32Array, 3);
      const order = { name, task, size, counters };
      for (const thread of threads) thread.postMessage(order);
      const cause = takeBands(kernel, order);
      const bands = rowBandCount(size.height);
      for (let done = 0; done < bands; done = Atomics.load(counters, counter.done)) {
        Atomics.wait(counters, counter.done, done);
      }
      if (Atomics.load(counters, counter.failed) > 0) {
        throw new Error(`Working on rows (${name}) failed.`, { cause });
      }
    },
    close() {
      for (const thread of threads) void thread.terminate();
    },
  };
}
