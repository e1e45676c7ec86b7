/** Keeps the values used last, up to a total weight; a value that must be made is made once. */
export class LeastRecentlyUsed<Value> {
  readonly #entries = new Map<string, { value: Value; weight: number }>();
  readonly #capacity: number;
  readonly #weigh: (value: Value) => number;
  #weight = 0;

  constructor(capacity: number, weigh: (value: Value) => number) {
    this.#capacity = capacity;
    this.#weigh = weigh;
  }

  getOrMake(key: string, make: () => Value): Value {
    const known = this.#entries.get(key);
    if (known) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value;
    }
    const value = make();
    const weight = this.#weigh(value);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const [oldKey, old] of this.#entries) {
      if (this.#weight <= this.#capacity || oldKey === key) break;
      this.#entries.delete(oldKey);
      this.#weight -= old.weight;
    }
    return value;
  }
}
