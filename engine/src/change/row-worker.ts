import { parentPort } from 'node:worker_threads';
import { type RowsOrder, takeBands } from './row-threads.ts';

/** A thread of `startRowThreads`. What fails here is told by the counters, to whoever waits. */
parentPort?.on('message', (order: RowsOrder) => {
  takeBands(order);
});
