import { availableParallelism } from 'node:os';
import type { RunKernel } from '../../threads/kernel.ts';
import { handedOver, ThreadPool } from '../../threads/thread-pool.ts';
import { asTiffError } from '../../tiff/errors.ts';
import type { ReadingTask } from './reading-worker.ts';

/**
 * More threads would gain nothing, because the calling thread is busy with requests and whole
 * pictures.
 */
const mostThreads = 4;

/**
 * Threads that decode what has been read and place it into pictures, while the calling thread
 * requests more. Rasters are in shared memory and bytes are transferred, so only small tasks are
 * copied. The creator closes the threads.
 */
export class ReadingThreads {
  readonly #pool: ThreadPool<ReadingTask, unknown>;

  constructor(threads = Math.min(mostThreads, availableParallelism())) {
    this.#pool = new ThreadPool({
      url: new URL('./reading-worker.ts', import.meta.url),
      threads,
      // A thread has its next task at once when it has finished one.
      tasksAtOnce: Number.POSITIVE_INFINITY,
    });
  }

  /** Gives a task to the thread with the fewest tasks. Rejects with what the kernel throws. */
  readonly run: RunKernel = ({ name }, task) =>
    this.#pool.run({ name, task }, { transfer: bytesIn(task) }).catch((error: unknown) => {
      throw asTiffError(error);
    }) as Promise<never>;

  /** Ends the threads, even at work, and rejects what their callers wait for. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

function bytesIn(task: unknown): ArrayBuffer[] {
  const isRead = typeof task === 'object' && task !== null && 'bytes' in task;
  return isRead && task.bytes instanceof Uint8Array ? handedOver(task.bytes) : [];
}
