import { OutboundError } from '../../../platform/outbound/outbound.ts';

const failuresInARow = 4;
const firstPauseMilliseconds = 15_000;
const longestPauseMilliseconds = 10 * 60_000;

/** Leaves a service alone for a while that failed several times in a row. After each pause it is asked once. */
export class Circuit {
  #failures = 0;
  #pausedUntil = 0;

  get isOpen(): boolean {
    return this.#failures >= failuresInARow;
  }

  /** Begins a pause at once, as a service asks for it that is asked too often. */
  pause(milliseconds: number): void {
    this.#failures = Math.max(this.#failures, failuresInARow);
    this.#pausedUntil = Date.now() + Math.min(milliseconds, longestPauseMilliseconds);
  }

  /** @throws {OutboundError} `away` during a pause, and what `ask` throws */
  async run<Answer>(ask: () => Promise<Answer>, away: () => OutboundError): Promise<Answer> {
    const isTrial = this.isOpen;
    if (isTrial && Date.now() < this.#pausedUntil) throw away();
    // This caller tries for all others.
    if (isTrial) this.#pausedUntil = Date.now() + firstPauseMilliseconds;
    try {
      const answer = await ask();
      this.#failures = 0;
      return answer;
    } catch (error) {
      // Requests of the same time fail together, which must not double the pause again and again.
      if (error instanceof OutboundError && this.isOpen === isTrial) this.#fail();
      throw error;
    }
  }

  #fail(): void {
    this.#failures++;
    const pause = firstPauseMilliseconds * 2 ** (this.#failures - failuresInARow);
    const until = Date.now() + Math.min(pause, longestPauseMilliseconds);
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }
}
