import { parentPort } from 'node:worker_threads';
import { rowKernels } from './row-kernels.ts';
import { type RowOrder, takeBands } from './row-order.ts';

/**
 * A thread of `startRowThreads`. It reports failures through the shared counters to the thread that
 * waits. It leaves a kernel that it does not know to the others.
 */
parentPort?.on('message', (order: RowOrder<never>) => {
  const kernel = rowKernels[order.name];
  if (kernel) takeBands(kernel, order);
});
