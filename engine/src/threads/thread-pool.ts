import { availableParallelism } from 'node:os';
import { type Transferable, Worker } from 'node:worker_threads';
import { restoreError, type ThreadOrder, type ThreadReply } from './serve-tasks.ts';

export interface ThreadPoolOptions {
  /** The module that the threads run; it calls `serveTasks`. */
  url: URL;
  /** The largest number of threads. One starts if there is a task and no thread is idle. */
  threads?: number;
  /**
   * Tasks that one thread works on at the same time, for tasks that wait for something themselves.
   */
  tasksAtOnce?: number;
  /** The most tasks that may wait for a thread. */
  maxWaiting?: number;
  /** If a task takes longer, its thread is ended. */
  taskMilliseconds?: number;
  /** Threads end after this time without a task; by default they stay. */
  idleMilliseconds?: number;
  /** Limit of a thread's JavaScript heap. Buffers are not part of it. */
  heapMegabytes?: number;
}

export interface TaskOptions {
  /**
   * Aborting removes a waiting task from the queue. A task that has begun is told, and settles when
   * it ends. Its thread, with everything that it keeps for later tasks, lives on.
   */
  signal?: AbortSignal | undefined;
  /** The parts of the task that are transferred instead of copied. */
  transfer?: readonly Transferable[];
}

/** More tasks wait than are allowed, or a task took longer than it may. Later it may succeed. */
export class PoolBusyError extends Error {
  constructor(message = 'More tasks wait for a thread than may.') {
    super(message);
    this.name = 'PoolBusyError';
  }
}

interface Pending<Task, Result> {
  readonly id: number;
  readonly task: Task;
  readonly transfer: readonly Transferable[];
  timer?: NodeJS.Timeout;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

/** A thread, and the tasks that it was given. */
interface Thread<Task, Result> {
  readonly worker: Worker;
  readonly tasks: Map<number, Pending<Task, Result>>;
}

/**
 * Works on tasks with a few threads, first come, first served. If a thread breaks, only its own
 * tasks fail, and later tasks get a new thread. The creator closes the pool.
 */
export class ThreadPool<Task, Result> {
  readonly #options: ThreadPoolOptions;
  readonly #threads = new Set<Thread<Task, Result>>();
  readonly #waiting: Pending<Task, Result>[] = [];
  #lastId = 0;
  #isClosed = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /**
   * @throws {PoolBusyError} if too many tasks wait or this one takes too long; the signal's reason if it is aborted while
   *   waiting; what the task throws, with its name and fields; an error if its thread breaks or is
   *   ended
   */
  run(task: Task, { signal, transfer = [] }: TaskOptions = {}): Promise<Result> {
    if (this.#isClosed) return Promise.reject(closed());
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#waiting.length >= (this.#options.maxWaiting ?? Number.POSITIVE_INFINITY)) {
      return Promise.reject(new PoolBusyError());
    }
    this.#lastId++;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const pending = { id: this.#lastId, task, transfer, resolve, reject };
    // One signal may serve hundreds of tasks, so each task removes its listener.
    const leave = () => this.#abort(pending, signal?.reason);
    signal?.addEventListener('abort', leave);
    this.#waiting.push(pending);
    clearTimeout(this.#idleTimer);
    this.#assign();
    return promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  /** Ends the threads, even at work, and rejects the tasks of callers who wait. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    for (const { reject } of this.#waiting.splice(0)) reject(closed());
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, closed())));
  }

  #abort(pending: Pending<Task, Result>, reason: unknown): void {
    const index = this.#waiting.indexOf(pending);
    if (index >= 0) {
      this.#waiting.splice(index, 1);
      pending.reject(reason);
      return;
    }
    for (const { worker, tasks } of this.#threads) {
      if (tasks.has(pending.id)) post(worker, { kind: 'abort', id: pending.id });
    }
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#freestThread();
      if (thread === undefined) return;
      this.#give(thread, this.#waiting.shift()!);
    }
  }

  /**
   * An idle thread if there is one, else a new one if the limit allows it, else the one with the
   * fewest tasks.
   */
  #freestThread(): Thread<Task, Result> | undefined {
    const { threads = defaultThreads(), tasksAtOnce = 1 } = this.#options;
    let freest: Thread<Task, Result> | undefined;
    for (const thread of this.#threads) {
      if (!freest || thread.tasks.size < freest.tasks.size) freest = thread;
    }
    if (freest?.tasks.size === 0) return freest;
    if (this.#threads.size < threads) return this.#start();
    return freest && freest.tasks.size < tasksAtOnce ? freest : undefined;
  }

  #start(): Thread<Task, Result> {
    const { url, heapMegabytes } = this.#options;
    const worker = new Worker(url, {
      ...(heapMegabytes && { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } }),
    });
    const thread = { worker, tasks: new Map<number, Pending<Task, Result>>() };
    worker.unref();
    worker.on('message', (reply: ThreadReply<Result>) => this.#settle(thread, reply));
    worker.once('error', (error) => void this.#end(thread, error));
    worker.once('exit', () => void this.#end(thread, new Error('A thread has stopped.')));
    this.#threads.add(thread);
    return thread;
  }

  #give(thread: Thread<Task, Result>, pending: Pending<Task, Result>): void {
    const { worker, tasks } = thread;
    const { id, task, transfer } = pending;
    try {
      post(worker, { kind: 'task', id, task }, transfer);
    } catch (error) {
      // The task cannot be cloned, which is the caller's mistake.
      pending.reject(error);
      return;
    }
    tasks.set(id, pending);
    // A thread that owes an answer keeps the process alive. An idle thread does not.
    worker.ref();
    const { taskMilliseconds } = this.#options;
    if (taskMilliseconds === undefined) return;
    pending.timer = setTimeout(() => {
      const message = `A task took longer than ${taskMilliseconds / 1000} s.`;
      void this.#end(thread, new PoolBusyError(message));
    }, taskMilliseconds);
    pending.timer.unref();
  }

  #settle({ worker, tasks }: Thread<Task, Result>, reply: ThreadReply<Result>): void {
    const pending = tasks.get(reply.id);
    // An answer may arrive while its thread is being ended. Nobody waits for it then.
    if (!pending) return;
    tasks.delete(reply.id);
    clearTimeout(pending.timer);
    if (tasks.size === 0) worker.unref();
    switch (reply.kind) {
      case 'result':
        pending.resolve(reply.result);
        break;
      case 'thrown':
        pending.reject(restoreError(reply.error));
        break;
    }
    this.#assign();
    this.#endWhenIdle();
  }

  async #end(thread: Thread<Task, Result>, reason: unknown): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    for (const { timer, reject } of thread.tasks.values()) {
      clearTimeout(timer);
      reject(reason);
    }
    thread.tasks.clear();
    if (!this.#isClosed) this.#assign();
    await thread.worker.terminate();
  }

  #endWhenIdle(): void {
    const { idleMilliseconds } = this.#options;
    if (idleMilliseconds === undefined || this.#isClosed) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      for (const thread of this.#threads) {
        if (thread.tasks.size === 0) void this.#end(thread, closed());
      }
    }, idleMilliseconds);
    this.#idleTimer.unref();
  }
}

function post<Task>(
  worker: Worker,
  order: ThreadOrder<Task>,
  transfer: readonly Transferable[] = [],
): void {
  worker.postMessage(order, transfer);
}

/** More threads gain nothing, because HTTP and the database need the same processors. */
function defaultThreads(): number {
  return Math.max(1, Math.min(2, availableParallelism()));
}

const closed = () => new Error('The threads have been closed.');

interface SingleTaskOptions extends TaskOptions, Pick<ThreadPoolOptions, 'heapMegabytes'> {
  /**
   * What aborting does to a task that has begun: `tell` lets it end by itself, `end` ends its
   * thread at once.
   */
  whenAborted?: 'tell' | 'end';
}

/**
 * Runs one task in a thread of its own. The thread has ended when the promise settles.
 * @throws what the task throws, with its name and fields; the signal's reason when aborted
 */
export async function runInThread<Task, Result>(
  url: URL,
  task: Task,
  { signal, transfer, heapMegabytes, whenAborted = 'tell' }: SingleTaskOptions = {},
): Promise<Result> {
  signal?.throwIfAborted();
  const pool = new ThreadPool<Task, Result>({
    url,
    threads: 1,
    ...(heapMegabytes && { heapMegabytes }),
  });
  const end = () => void pool.close();
  if (whenAborted === 'end') signal?.addEventListener('abort', end, { once: true });
  try {
    return await pool.run(task, { signal, ...(transfer && { transfer }) });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', end);
    await pool.close();
  }
}

/**
 * The memory of bytes that belong to one task only, which is transferred to the thread instead of
 * copied; none if others use it, too.
 */
export function handedOver({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
