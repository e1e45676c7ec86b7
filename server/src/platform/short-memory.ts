interface Entry<Value> {
  readonly value: Promise<Value>;
  readonly until: number;
}

/** Remembers answers for seconds, for maps of many tiles, but neither undefined ones nor failures. */
export class ShortMemory<Value> {
  readonly #milliseconds: number;
  readonly #maxEntries: number;
  readonly #entries = new Map<string, Entry<Value | undefined>>();

  constructor(milliseconds: number, maxEntries = 1_000) {
    this.#milliseconds = milliseconds;
    this.#maxEntries = maxEntries;
  }

  recall(key: string, find: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const known = this.#entries.get(key);
    if (known && known.until > Date.now()) return known.value;
    const value = find();
    const entry = { value, until: Date.now() + this.#milliseconds };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries) break;
      this.#entries.delete(oldest);
    }
    const drop = () => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    };
    value.then((found) => found === undefined && drop(), drop);
    return value;
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }
}
