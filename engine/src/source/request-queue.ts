interface Waiting {
  start: () => void;
}

/**
 * Lets a bounded number of requests run at a time. Those that wait take turns by run, not by
 * arrival: a run that asks for two hundred blocks doesn't stand in front of one that asks for three.
 */
export class RequestQueue {
  readonly #limit: number;
  #running = 0;
  /** Waiting requests by run; the order of the map's keys is the order of turns. */
  readonly #waiting = new Map<unknown, Waiting[]>();

  constructor(limit: number) {
    if (!(limit >= 1)) throw new RangeError(`At least one request must be allowed, not ${limit}.`);
    this.#limit = limit;
  }

  /** Runs `task` when it is this run's turn. Rejects with the signal's reason when aborted before. */
  async run<T>(run: unknown, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turn(run, signal);
    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#startNext();
    }
  }

  async #turn(run: unknown, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#running < this.#limit) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', onAbort);
          this.#running += 1;
          resolve();
        },
      };
      const onAbort = (): void => {
        this.#remove(run, waiting);
        reject(signal!.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const line = this.#waiting.get(run);
      if (line) line.push(waiting);
      else this.#waiting.set(run, [waiting]);
    });
  }

  #startNext(): void {
    const next = this.#waiting.entries().next();
    if (next.done) return;
    const [run, line] = next.value;
    const waiting = line.shift()!;
    this.#waiting.delete(run);
    if (line.length > 0) this.#waiting.set(run, line);
    waiting.start();
  }

  #remove(run: unknown, waiting: Waiting): void {
    const line = this.#waiting.get(run);
    if (!line) return;
    const rest = line.filter((other) => other !== waiting);
    if (rest.length > 0) this.#waiting.set(run, rest);
    else this.#waiting.delete(run);
  }
}
