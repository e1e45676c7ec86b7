import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { RunKernel } from '../../threads/kernel.ts';
import { TiffError } from '../../tiff/errors.ts';
import type { ReadingOrder, ReadingReply } from './reading-order.ts';

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (reason: unknown) => void;
}

/** A thread, and the callers that wait for its answers. */
interface Helper {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/**
 * More threads would gain nothing, because the calling thread is busy with requests and whole
 * pictures.
 */
const mostThreads = 4;

/**
 * Threads that decode what has been read and place it into pictures, while the calling thread
 * requests more. Rasters are in shared memory and bytes are transferred, so only small orders are
 * copied. The creator closes the threads.
 */
export class ReadingThreads {
  readonly #helpers: readonly Helper[];
  #lastId = 0;
  #broken: Error | undefined;

  constructor(count = Math.min(mostThreads, availableParallelism())) {
    this.#helpers = Array.from({ length: count }, () => this.#start());
  }

  /** Gives an order to the thread with the fewest orders. Rejects with what the kernel throws. */
  readonly run: RunKernel = ({ name }, task) =>
    new Promise((resolve, reject) => {
      if (this.#broken) throw this.#broken;
      const helper = this.#helpers.reduce((best, other) =>
        other.waiting.size < best.waiting.size ? other : best,
      );
      this.#lastId += 1;
      const order: ReadingOrder = { id: this.#lastId, name, task };
      helper.worker.postMessage(order, handedOver(task));
      helper.waiting.set(order.id, { resolve, reject });
      // A thread that owes an answer keeps the process alive. An idle thread does not.
      helper.worker.ref();
    });

  /** Ends the threads, even at work, and rejects what their callers wait for. */
  close(): void {
    this.#break(new Error('The threads that read scenes have been closed.'));
  }

  #start(): Helper {
    const worker = new Worker(new URL('./reading-worker.ts', import.meta.url));
    const waiting = new Map<number, Waiting>();
    worker.unref();
    worker.on('message', (reply: ReadingReply) => {
      const asked = waiting.get(reply.id);
      // An answer may arrive while the threads are being closed. Nobody waits for it then.
      if (!asked) return;
      waiting.delete(reply.id);
      if (waiting.size === 0) worker.unref();
      if ('result' in reply) asked.resolve(reply.result as never);
      else asked.reject(thrownBy(reply));
    });
    worker.once('error', (cause) =>
      this.#break(new Error('A thread that reads scenes has failed.', { cause })),
    );
    return { worker, waiting };
  }

  #break(reason: Error): void {
    this.#broken ??= reason;
    for (const { worker, waiting } of this.#helpers) {
      void worker.terminate();
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
    }
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

function thrownBy({ failure }: Extract<ReadingReply, { failure: unknown }>): unknown {
  const { code, error } = failure;
  return code && error instanceof Error ? new TiffError(code, error.message) : error;
}
