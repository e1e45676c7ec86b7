interface Entry {
  /** When each wrong try of the window was made, the oldest first. */
  readonly instants: number[];
}

export interface WrongTriesOptions {
  /** The number of wrong tries within the window that cause no delay. */
  readonly free: number;
  readonly windowMilliseconds: number;
  /**
   * The delay after the first try beyond the free ones. It doubles with each further try. Default:
   * the window.
   */
  readonly firstDelayMilliseconds?: number;
}

/**
 * The largest number of counted keys, so that an attack can't fill the memory. The key tried
 * longest ago is forgotten first.
 */
const maxEntries = 50_000;

/** Counts wrong passwords by a key, and tells how long the next try has to wait. */
export class WrongTries {
  readonly #options: WrongTriesOptions;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  constructor(options: WrongTriesOptions, now: () => number = Date.now) {
    this.#options = options;
    this.#now = now;
  }

  /** Milliseconds until the next try may be made; 0 when it may be now. */
  waitFor(key: string): number {
    const { free, windowMilliseconds, firstDelayMilliseconds } = this.#options;
    const instants = this.#recent(key);
    const [oldest = 0] = instants.slice(-free);
    const newest = instants.at(-1) ?? 0;
    if (instants.length < free) return 0;
    if (firstDelayMilliseconds === undefined) {
      return Math.max(0, oldest + windowMilliseconds - this.#now());
    }
    const doublings = instants.length - free;
    const delay = Math.min(firstDelayMilliseconds * 2 ** doublings, windowMilliseconds);
    return Math.max(0, newest + delay - this.#now());
  }

  /**
   * Counts a try before its password is checked, so that simultaneous tries are counted, too.
   * @returns a function that uncounts the try, to be called when it was right
   */
  count(key: string): () => void {
    const instants = this.#recent(key);
    const instant = this.#now();
    instants.push(instant);
    this.#entries.delete(key);
    this.#entries.set(key, { instants });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxEntries) break;
      this.#entries.delete(oldest);
    }
    return () => {
      const index = instants.lastIndexOf(instant);
      if (index >= 0) instants.splice(index, 1);
    };
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }

  #recent(key: string): number[] {
    const since = this.#now() - this.#options.windowMilliseconds;
    const instants = this.#entries.get(key)?.instants ?? [];
    while (instants[0] !== undefined && instants[0] <= since) instants.shift();
    return instants;
  }
}
