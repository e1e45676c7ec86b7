import { AllowedHosts } from '../../platform/outbound/allowed-hosts.ts';

const timeoutMilliseconds = 3_000;
/** How long an answer is used before it is checked again. */
const freshMilliseconds = 10 * 60_000;

/** Checks in the background whether an address answers, so that nobody waits for the check. */
export class Reachability {
  readonly #url: string;
  readonly #host: AllowedHosts;
  readonly #now: () => number;
  #isReachable = false;
  #askedAt = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds; the clock, for tests */
  constructor(url: string, now: () => number = Date.now) {
    this.#url = url;
    this.#host = new AllowedHosts([new URL(url).host]);
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
      const { status, body } = await this.#host.request(
        this.#url,
        { method: 'HEAD', headers: {} },
        { maxRedirects: 0, signal: AbortSignal.timeout(timeoutMilliseconds) },
      );
      body.resume();
      this.#isReachable = status >= 200 && status < 300;
    } catch {
      this.#isReachable = false;
    }
  }
}
