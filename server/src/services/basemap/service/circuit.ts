const failuresInARow = 4;
const firstPauseMilliseconds = 15_000;
const longestPauseMilliseconds = 10 * 60_000;

/**
 * Says when a service is not asked for a while, because it failed several times in a row. After each
 * pause it is asked once, and another failure doubles the pause.
 */
export class Circuit {
  readonly #now: () => number;
  #failures = 0;
  #pause = firstPauseMilliseconds;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #isTrying = false;

  /** @param now milliseconds; the clock, for tests */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get isAway(): boolean {
    return this.#failures >= failuresInARow;
  }

  /** Whether the service may be asked now. */
  mayAsk(): boolean {
    if (!this.isAway) return true;
    if (this.#now() < this.#pausedUntil) return false;
    // This caller tries for all others.
    this.#isTrying = true;
    this.#pausedUntil = this.#now() + firstPauseMilliseconds;
    return true;
  }

  succeed(): void {
    this.#failures = 0;
    this.#pause = firstPauseMilliseconds;
    this.#isTrying = false;
  }

  fail(): void {
    // Requests of the same time fail together, which must not double the pause again and again.
    if (this.isAway && !this.#isTrying) return;
    this.#isTrying = false;
    this.#failures++;
    if (!this.isAway) return;
    this.#pausedUntil = this.#now() + this.#pause;
    this.#pause = Math.min(this.#pause * 2, longestPauseMilliseconds);
  }
}
