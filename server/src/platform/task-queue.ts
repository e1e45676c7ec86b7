/** Limits how many tasks run at the same time. The others wait in the order of their arrival. */
export class TaskQueue {
  readonly #limit: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    if (!(limit >= 1)) throw new RangeError(`At least one task must be allowed, not ${limit}.`);
    this.#limit = limit;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Runs a task when there is room. Rejects with the signal's reason if it is aborted before. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#place(signal);
    try {
      return await task();
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async #place(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#running < this.#limit) {
      this.#running++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener('abort', onAbort);
        this.#running++;
        resolve();
      };
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal!.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(start);
    });
  }
}
