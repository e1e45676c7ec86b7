import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { TiffError, type TiffErrorCode } from '../tiff/errors.ts';
import type { KernelName, KernelResult, KernelTask, RunKernel } from './reading-kernels.ts';

export interface ThreadOrder<Name extends KernelName = KernelName> {
  readonly id: number;
  readonly name: Name;
  readonly task: KernelTask<Name>;
}

export type ThreadReply =
  | { readonly id: number; readonly result: KernelResult<KernelName> }
  | {
      readonly id: number;
      readonly failure: { readonly code: TiffErrorCode | undefined; readonly error: unknown };
    };

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (reason: unknown) => void;
}

/** A thread, and who waits for its answers. */
interface Helper {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/** Requests, and what goes through whole pictures, keep the calling thread busy beside these. */
const mostThreads = 4;

/**
 * Threads that decode what is read and put it into pictures, while the calling thread asks for more.
 * Rasters are shared and bytes are handed over: only small orders are copied. Whoever starts them
 * closes them.
 */
export class ReadingThreads {
  readonly #helpers: readonly Helper[];
  #lastId = 0;
  #broken: Error | undefined;

  constructor(count = Math.min(mostThreads, availableParallelism())) {
    this.#helpers = Array.from({ length: count }, () => this.#start());
  }

  /** Gives work to the thread with the least to do. Rejects with what the kernel throws. */
  readonly run: RunKernel = (name, task) =>
    new Promise((resolve, reject) => {
      if (this.#broken) throw this.#broken;
      const helper = this.#helpers.reduce((best, other) =>
        other.waiting.size < best.waiting.size ? other : best,
      );
      this.#lastId += 1;
      const order: ThreadOrder = { id: this.#lastId, name, task };
      helper.worker.postMessage(order, handedOver(task));
      helper.waiting.set(order.id, { resolve, reject });
      // Whoever waits for an answer keeps the process from ending; an idle thread doesn't.
      helper.worker.ref();
    });

  /** Ends the threads, whatever they do; who waits for them is told. */
  close(): void {
    this.#break(new Error('The threads that read scenes have been closed.'));
  }

  #start(): Helper {
    const worker = new Worker(new URL('./reading-worker.ts', import.meta.url));
    const waiting = new Map<number, Waiting>();
    worker.unref();
    worker.on('message', (reply: ThreadReply) => {
      const asked = waiting.get(reply.id);
      // An answer may be on its way while the threads are closed: nobody waits for it any more.
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

/** What a transport has given belongs to the task alone: it goes to the thread without being copied. */
function handedOver(task: KernelTask<KernelName>): ArrayBuffer[] {
  if (!('bytes' in task)) return [];
  const { buffer, byteLength } = task.bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

function thrownBy({ failure }: Extract<ThreadReply, { failure: unknown }>): unknown {
  const { code, error } = failure;
  return code && error instanceof Error ? new TiffError(code, error.message) : error;
}
