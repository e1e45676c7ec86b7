import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';

interface Entry {
  /** When each counted try of the window was made, the oldest first. */
  readonly instants: number[];
  /** Tries of which it is not known yet whether they count. */
  readonly underWay: Set<Promise<void>>;
}

/** How many counted tries are free, and how long the next one has to wait after them. */
export interface WaitingRule {
  readonly free: number;
  /** The wait after the last free try. It doubles with each further counted one. */
  readonly firstMilliseconds: number;
  readonly mostMilliseconds: number;
}

/**
 * The largest number of counted keys, so that an attack can't fill the memory. The key tried
 * longest ago is forgotten first.
 */
const maxEntries = 50_000;

/** Counts tries by a key for a while, such as wrong passwords, and tells how long the next has to wait. */
export class CountedTries {
  readonly #windowMilliseconds: number;
  readonly #now: () => number;
  readonly #entries = new LeastRecentlyUsed<Entry>(maxEntries);

  constructor(windowMilliseconds: number, now: () => number = Date.now) {
    this.#windowMilliseconds = windowMilliseconds;
    this.#now = now;
  }

  /** The number of counted tries of the window. */
  countOf(key: string): number {
    return this.#read(key).instants.length;
  }

  /** Milliseconds until the next try may be made; 0 when it may be now. */
  waitFor(key: string, { free, firstMilliseconds, mostMilliseconds }: WaitingRule): number {
    const { instants } = this.#read(key);
    if (instants.length < free) return 0;
    const wait = Math.min(firstMilliseconds * 2 ** (instants.length - free), mostMilliseconds);
    return Math.max(0, (instants.at(-1) ?? 0) + wait - this.#now());
  }

  /** Milliseconds until the window holds fewer counted tries than this number. */
  waitForFewer(key: string, max: number): number {
    const [oldest] = this.#read(key).instants.slice(-max);
    if (oldest === undefined || this.countOf(key) < max) return 0;
    return Math.max(0, oldest + this.#windowMilliseconds - this.#now());
  }

  /**
   * The end of a try under way that decides whether another one is free; undefined when none does.
   * Right passwords that come at the same time wait for each other in this way, and are not refused.
   */
  nextEnd(key: string, free: number): Promise<void> | undefined {
    const { instants, underWay } = this.#read(key);
    if (underWay.size === 0 || instants.length + underWay.size < free) return undefined;
    return Promise.race(underWay);
  }

  /**
   * Begins a try.
   * @returns a function that ends it, with whether it counts
   */
  begin(key: string): (isCounted: boolean) => void {
    const entry = this.#read(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    entry.underWay.add(promise);
    this.#entries.set(key, entry);
    return (isCounted) => {
      if (!entry.underWay.delete(promise)) return;
      if (isCounted) entry.instants.push(this.#now());
      else if (entry.instants.length === 0 && entry.underWay.size === 0) this.#entries.delete(key);
      resolve();
    };
  }

  forget(key: string): void {
    this.#entries.get(key)?.instants.splice(0);
  }

  #read(key: string): Entry {
    const since = this.#now() - this.#windowMilliseconds;
    const entry = this.#entries.get(key) ?? { instants: [], underWay: new Set() };
    while (entry.instants[0] !== undefined && entry.instants[0] <= since) entry.instants.shift();
    return entry;
  }
}
