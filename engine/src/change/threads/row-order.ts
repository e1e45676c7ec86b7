import type { RasterSize } from '../../raster/grid.ts';
import { rowBandCount } from '../rows/rows.ts';
import { type RowKernel, runBand } from '../rows/run-rows.ts';

/** What a thread is asked to do: a kernel, its task, and the counters that all threads share. */
export interface RowOrder<Task> {
  /** The name of a kernel in `rowKernels`. */
  readonly name: string;
  readonly task: Task;
  readonly size: RasterSize;
  /**
   * Indexed by `counter`: the next band to be taken, the bands that are done, and those that
   * failed.
   */
  readonly counters: Int32Array;
}

export const counter = { next: 0, done: 1, failed: 2 } as const;

/**
 * Takes bands of rows and works on them until all are taken. Failures are counted, so that no
 * thread waits for a failed band forever. Returns the last failure of this thread.
 */
export function takeBands<Task>(
  kernel: RowKernel<Task>,
  { task, size, counters }: RowOrder<Task>,
): unknown {
  const bands = rowBandCount(size.height);
  let failure: unknown;
  for (;;) {
    const band = Atomics.add(counters, counter.next, 1);
    if (band >= bands) return failure;
    try {
      runBand(kernel, task, size, band);
    } catch (error) {
      failure = error;
      Atomics.add(counters, counter.failed, 1);
    }
    Atomics.add(counters, counter.done, 1);
    Atomics.notify(counters, counter.done);
  }
}
