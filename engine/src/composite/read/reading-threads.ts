import { availableParallelism } from 'node:os';
import type { RunKernel } from '../../threads/kernel.ts';
import { ThreadPool } from '../../threads/thread-pool.ts';
import { TiffError } from '../../tiff/errors.ts';
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
    this.#pool.run({ name, task }, { transfer: handedOver(task) }).catch(rethrow) as Promise<never>;

  /** Ends the threads, even at work, and rejects what their callers wait for. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

/**
 * Bytes from a transport belong to one task only, so they are transferred to the thread without a
 * copy.
 */
function handedOver(task: unknown): ArrayBuffer[] {
  if (typeof task !== 'object' || task === null || !('bytes' in task)) return [];
  if (!(task.bytes instanceof Uint8Array)) return [];
  const { buffer, byteLength } = task.bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

/** An error comes from a thread with its name and fields, but without its class. */
function rethrow(error: Error): never {
  throw error.name === 'TiffError'
    ? new TiffError((error as TiffError).code, error.message)
    : error;
}
