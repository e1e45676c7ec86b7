import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { TileJob, TileReply } from './tile-worker.ts';

export type TileQuestion = Omit<TileJob, 'id'>;

/** More tiles wait than can be made in reasonable time. */
export class TilesBusyError extends Error {
  constructor() {
    super('Too many map tiles are being made. Please try again in a moment.');
    this.name = 'TilesBusyError';
  }
}

export interface TilePoolOptions {
  /** Worker threads; they start with the first tiles. */
  threads?: number;
  /** Tiles that may wait for a thread. */
  maxWaiting?: number;
  /** A tile that takes longer ends its thread. */
  timeoutMilliseconds?: number;
}

const defaults: Required<TilePoolOptions> = {
  threads: Math.max(1, Math.min(2, availableParallelism())),
  maxWaiting: 256,
  timeoutMilliseconds: 15_000,
};

interface Waiting {
  readonly job: TileJob;
  resolve(png: Uint8Array | null | undefined): void;
  reject(error: unknown): void;
}

/** Renders tiles in a few worker threads, one tile a thread, first come first served. */
export class TilePool {
  readonly #options: Required<TilePoolOptions>;
  readonly #waiting: Waiting[] = [];
  /** Each thread, and what it works on. */
  readonly #threads = new Map<Worker, Waiting | undefined>();
  #nextId = 1;
  #isClosed = false;

  constructor(options: TilePoolOptions = {}) {
    this.#options = { ...defaults, ...options };
  }

  /**
   * @returns the PNG, null when the tile shows nothing, undefined when the file is not there
   * @throws TilesBusyError when too many wait; the signal's reason when aborted while it waits
   */
  render(question: TileQuestion, signal?: AbortSignal): Promise<Uint8Array | null | undefined> {
    if (this.#isClosed) return Promise.reject(new Error('The tile threads are closed.'));
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#waiting.length >= this.#options.maxWaiting) {
      return Promise.reject(new TilesBusyError());
    }
    const job = { ...question, id: this.#nextId++ };
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | null | undefined>();
    const waiting: Waiting = { job, resolve, reject };
    // One signal may stand for the hundreds of tiles of a picture: each takes its listener away.
    const leave = () => this.#drop(waiting, signal?.reason);
    signal?.addEventListener('abort', leave);
    this.#waiting.push(waiting);
    this.#assign();
    return promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const waiting of this.#waiting.splice(0)) {
      waiting.reject(new Error('The tile threads are closed.'));
    }
    await Promise.all([...this.#threads.keys()].map((thread) => thread.terminate()));
  }

  /** A tile that is being made is finished: that is as quick as ending its thread. */
  #drop(waiting: Waiting, reason: unknown): void {
    const index = this.#waiting.indexOf(waiting);
    if (index < 0) return;
    this.#waiting.splice(index, 1);
    waiting.reject(reason);
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#idleThread();
      if (thread === undefined) return;
      const waiting = this.#waiting.shift()!;
      this.#threads.set(thread, waiting);
      thread.postMessage(waiting.job);
      this.#watch(thread, waiting);
    }
  }

  #idleThread(): Worker | undefined {
    for (const [thread, waiting] of this.#threads) if (waiting === undefined) return thread;
    return this.#threads.size < this.#options.threads ? this.#startThread() : undefined;
  }

  #startThread(): Worker {
    const thread = new Worker(new URL('./tile-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    thread.on('message', (reply: TileReply) => this.#settle(thread, reply));
    thread.once('error', (error) => this.#lose(thread, error));
    thread.once('exit', () => this.#lose(thread, new Error('A tile thread has stopped.')));
    thread.unref();
    this.#threads.set(thread, undefined);
    return thread;
  }

  #watch(thread: Worker, waiting: Waiting): void {
    const timer = setTimeout(() => {
      if (this.#threads.get(thread) === waiting) void thread.terminate();
    }, this.#options.timeoutMilliseconds);
    timer.unref();
  }

  #settle(thread: Worker, reply: TileReply): void {
    const waiting = this.#threads.get(thread);
    if (waiting?.job.id !== reply.id) return;
    this.#threads.set(thread, undefined);
    switch (reply.outcome) {
      case 'tile':
        waiting.resolve(reply.png);
        break;
      case 'missing':
        waiting.resolve(undefined);
        break;
      case 'failed':
        waiting.reject(new Error(reply.message));
        break;
    }
    this.#assign();
  }

  #lose(thread: Worker, error: unknown): void {
    if (!this.#threads.has(thread)) return;
    const waiting = this.#threads.get(thread);
    this.#threads.delete(thread);
    waiting?.reject(error);
    if (!this.#isClosed) this.#assign();
  }
}
