/**
 * Saves values that a person changes often, such as the view of a map. The calls are made one after
 * the other, so that the server never gets an older value last. A value that is replaced while it
 * waits is not sent.
 */
export class LatestSaver<Values extends object> {
  readonly #call: (changes: Partial<Values>) => Promise<unknown>;
  #waiting: Partial<Values> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param call saves changes. It never rejects, and its request has to outlive the page, because
   * it may be made while the page is left.
   */
  constructor(call: (changes: Partial<Values>) => Promise<unknown>) {
    this.#call = call;
  }

  /** Takes in changes that will be sent together with those that wait already. */
  keep(changes: Partial<Values>): void {
    this.#waiting = { ...this.#waiting, ...changes };
  }

  /** Sends what waits as soon as this was not called again for so long. */
  sendAfterRest(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.send(), milliseconds);
  }

  /** Sends what waits, after the calls before it. Resolves when that is done. */
  async send(): Promise<void> {
    this.#last = this.#last.then(() => this.sendNow());
    await this.#last;
  }

  /** Sends what waits without waiting for the calls before it, for a page that is being left. */
  async sendNow(): Promise<void> {
    const changes = this.#waiting;
    if (changes === null) return;
    this.#waiting = null;
    await this.#call(changes);
  }
}
