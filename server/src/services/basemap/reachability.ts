const timeoutMilliseconds = 3_000;
/** An answer is believed for so long. */
const freshMilliseconds = 10 * 60_000;

/** Whether an address answers, asked in the background: nobody ever waits for it. */
export class Reachability {
  readonly #url: string;
  readonly #now: () => number;
  #isReachable = false;
  #askedAt = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds; the clock, for tests */
  constructor(url: string, now: () => number = Date.now) {
    this.#url = url;
    this.#now = now;
  }

  /** What is known at this moment; asks again when that is old. */
  get isReachable(): boolean {
    if (this.#now() - this.#askedAt > freshMilliseconds) void this.ask();
    return this.#isReachable;
  }

  /** Asks now. Never throws: no answer is an answer. */
  async ask(): Promise<void> {
    this.#askedAt = this.#now();
    try {
      const reply = await fetch(this.#url, {
        method: 'HEAD',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      this.#isReachable = reply.ok;
    } catch {
      this.#isReachable = false;
    }
  }
}
