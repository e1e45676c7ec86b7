import { parentPort } from 'node:worker_threads';
import { TiffError } from '../tiff/errors.ts';
import { runKernelHere } from './reading-kernels.ts';
import type { ThreadOrder, ThreadReply } from './reading-threads.ts';

/** A thread of `ReadingThreads`: does what it is given, one after the other, and answers each. */
parentPort?.on('message', async ({ id, name, task }: ThreadOrder) => {
  parentPort?.postMessage(await answer(id, name, task));
});

async function answer(
  id: number,
  name: ThreadOrder['name'],
  task: ThreadOrder['task'],
): Promise<ThreadReply> {
  try {
    return { id, result: await runKernelHere(name, task) };
  } catch (error) {
    // What arrives elsewhere as a plain error has lost its class and code.
    const code = error instanceof TiffError ? error.code : undefined;
    return { id, failure: { code, error } };
  }
}
