import { parentPort } from 'node:worker_threads';
import { TiffError } from '../../tiff/errors.ts';
import { readingKernels } from './reading-kernels.ts';
import type { ReadingOrder, ReadingReply } from './reading-order.ts';

/** A thread of `ReadingThreads`. It does one order after another and answers each. */
parentPort?.on('message', async (order: ReadingOrder) => {
  parentPort?.postMessage(await answer(order));
});

async function answer({ id, name, task }: ReadingOrder): Promise<ReadingReply> {
  try {
    const kernel = readingKernels[name];
    if (!kernel) throw new RangeError(`A thread that reads scenes knows no kernel ${name}.`);
    return { id, result: await kernel(task as never) };
  } catch (error) {
    // An error that crosses threads arrives as a plain Error without its class and code.
    const code = error instanceof TiffError ? error.code : undefined;
    return { id, failure: { code, error } };
  }
}
