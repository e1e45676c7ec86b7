const timeoutMilliseconds = 3_000;
/** How long an answer is used before it is checked again. */
const freshMilliseconds = 10 * 60_000;

/** Checks in the background whether an address answers, so that nobody waits for the check. */
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

  /** The latest result. An old result starts a new check. */
  get isReachable(): boolean {
    if (this.#now() - this.#askedAt > freshMilliseconds) void this.ask();
    return this.#isReachable;
  }

  /** Checks now. It never throws, because a failure is a result. */
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
