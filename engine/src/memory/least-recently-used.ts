/** Keeps the most recently used values up to a total weight. The newest value is always kept. */
export class LeastRecentlyUsed<Value> {
  readonly #entries = new Map<string, { value: Value; weight: number }>();
  /** May change. What is beyond it is left out when the next value is kept. */
  mostWeight: number;
  readonly #weigh: (value: Value) => number;
  #weight = 0;

  /** @param weigh the weight of a value if `set` is not told one; 1 when left out */
  constructor(mostWeight: number, weigh: (value: Value) => number = () => 1) {
    this.mostWeight = mostWeight;
    this.#weigh = weigh;
  }

  get(key: string): Value | undefined {
    const known = this.#entries.get(key);
    if (!known) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, known);
    return known.value;
  }

  set(key: string, value: Value, weight: number = this.#weigh(value)): void {
    this.delete(key);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.mostWeight || oldest === key) break;
      this.delete(oldest);
    }
  }

  getOrMake(key: string, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value);
    return value;
  }

  delete(key: string): void {
    const known = this.#entries.get(key);
    if (!known) return;
    this.#entries.delete(key);
    this.#weight -= known.weight;
  }
}

interface Kept<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value, weight?: number): unknown;
  delete(key: Key): unknown;
}

/** A kept promise, or a new one. One that rejects is not kept, so that the next caller tries again. */
export function getOrLoad<Key, Value>(
  kept: Kept<Key, Promise<Value>>,
  key: Key,
  load: () => Promise<Value>,
  weight?: number,
): Promise<Value> {
  const known = kept.get(key);
  if (known) return known;
  const loaded = load();
  kept.set(key, loaded, weight);
  loaded.catch(() => kept.delete(key));
  return loaded;
}
