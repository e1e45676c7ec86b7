/** Limits how many tasks run at the same time. The others wait in a queue. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async use<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free === 0) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#free--;
    }
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) {
        next();
      } else {
        this.#free++;
      }
    }
  }
}
