import { Worker } from 'node:worker_threads';

/** What a thread of the base map is told and answers: whatever it makes comes as bytes. */
export interface ThreadQuestion<Task> {
  readonly id: number;
  readonly task: Task;
}

export type ThreadReply =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly error: string };

interface Waiting<Task> extends ThreadQuestion<Task> {
  resolve(bytes: Uint8Array): void;
  reject(error: Error): void;
}

interface TileThreadOptions {
  /** The worker's file. */
  url: URL;
  /** How many tasks it gets at once: what it holds can no longer be cancelled. */
  tasksAtOnce: number;
}

/** A thread may hold some hundred megabytes: it goes when nobody has asked for a while. */
const idleMilliseconds = 5 * 60_000;

/** Makes things in a thread of its own, started on the first task and again after a crash. */
export class TileThread<Task> {
  readonly #options: TileThreadOptions;
  #worker: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #nextId = 0;
  readonly #queue: Waiting<Task>[] = [];
  readonly #started = new Map<number, Waiting<Task>>();

  constructor(options: TileThreadOptions) {
    this.#options = options;
  }

  /**
   * @param signal takes the task out of the queue; one that has begun is finished all the same
   * @throws Error when it can't be made, or the thread is closed before it is
   */
  make(task: Task, signal?: AbortSignal): Promise<Uint8Array> {
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise<Uint8Array>((resolve, reject) => {
      const waiting = { id, task, resolve, reject };
      this.#queue.push(waiting);
      signal?.addEventListener('abort', () => this.#drop(waiting, signal.reason as Error), {
        once: true,
      });
      this.#feed();
      this.#stopWhenIdle();
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await this.#worker?.terminate();
  }

  #drop(waiting: Waiting<Task>, reason: Error): void {
    const index = this.#queue.indexOf(waiting);
    if (index < 0) return;
    this.#queue.splice(index, 1);
    waiting.reject(reason);
  }

  #feed(): void {
    while (this.#started.size < this.#options.tasksAtOnce) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#worker ??= this.#start();
      this.#started.set(next.id, next);
      this.#worker.postMessage({ id: next.id, task: next.task } satisfies ThreadQuestion<Task>);
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#options.url);
    worker.on('message', (reply: ThreadReply) => this.#settle(reply));
    worker.once('error', (error) => this.#fail(worker, error as Error));
    worker.once('exit', () => this.#fail(worker, new Error('The base map thread has stopped.')));
    worker.unref();
    return worker;
  }

  #settle(reply: ThreadReply): void {
    const waiting = this.#started.get(reply.id);
    this.#started.delete(reply.id);
    if ('bytes' in reply) waiting?.resolve(reply.bytes);
    else waiting?.reject(new Error(reply.error));
    this.#feed();
  }

  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const lost = [...this.#started.values(), ...this.#queue.splice(0)];
    this.#started.clear();
    for (const waiting of lost) waiting.reject(error);
  }

  #stopWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      if (this.#started.size + this.#queue.length > 0) this.#stopWhenIdle();
      else void this.#worker?.terminate();
    }, idleMilliseconds);
    this.#idleTimer.unref();
  }
}
