import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { KernelName, KernelTask } from './row-kernels.ts';
import { rowBandCount } from './rows.ts';
import { type RunRows, runBand } from './run-rows.ts';

/** What a thread is told: which work there is, and the counters that all threads share. */
export interface RowsOrder<Name extends KernelName = KernelName> {
  readonly name: Name;
  readonly task: KernelTask<Name>;
  readonly size: { readonly width: number; readonly height: number };
  /** `counter` places: the next band to be taken, bands done, bands that failed. */
  readonly counters: Int32Array;
}

const counter = { next: 0, done: 1, failed: 2 } as const;

/** Threads that share work on the rows of pictures with the thread that asks. */
export interface RowThreads {
  readonly run: RunRows;
  close(): void;
}

/** Below this a picture is done before a thread has started. */
const fewestPixels = 1_000_000;
/** What is shared is bound by memory: more threads gain nothing. */
const mostHelpers = 3;

/** Whether a picture is large enough for other threads to work on it. */
export function isWorthThreads({ width, height }: { width: number; height: number }): boolean {
  return width * height >= fewestPixels;
}

/** How many threads beside the calling one are worth starting for a picture that is worth any. */
export function helperCount(): number {
  return Math.min(mostHelpers, availableParallelism() - 1);
}

/**
 * Starts threads beside the calling one. Whoever is free takes the next band of rows: a thread that
 * is still starting, or has no processor, holds nobody up. The caller blocks until all is done.
 */
export function startRowThreads(helpers: number): RowThreads {
  const threads = Array.from(
    { length: helpers },
    () => new Worker(new URL('./row-worker.ts', import.meta.url)),
  );
  for (const thread of threads) thread.unref();
  return {
    run(name, task, size) {
      const counters = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
      const order = { name, task, size, counters };
      for (const thread of threads) thread.postMessage(order);
      const cause = takeBands(order);
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

/**
 * Works on bands of rows as long as there are any that nobody has taken. What fails is counted, so
 * that no thread waits for it forever; the last failure of this thread is returned.
 */
export function takeBands<Name extends KernelName>(order: RowsOrder<Name>): unknown {
  const { name, task, size, counters } = order;
  const bands = rowBandCount(size.height);
  let failure: unknown;
  for (;;) {
    const band = Atomics.add(counters, counter.next, 1);
    if (band >= bands) return failure;
    try {
      runBand(name, task, size, band);
    } catch (error) {
      failure = error;
      Atomics.add(counters, counter.failed, 1);
    }
    Atomics.add(counters, counter.done, 1);
    Atomics.notify(counters, counter.done);
  }
}
