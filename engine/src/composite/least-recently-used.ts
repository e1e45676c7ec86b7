/** Keeps the values that were used last, up to a total weight. */
export class LeastRecentlyUsed<Value> {
  readonly #entries = new Map<string, { value: Value; weight: number }>();
  readonly #mostWeight: number;
  #weight = 0;

  constructor(mostWeight: number) {
    this.#mostWeight = mostWeight;
  }

  get(key: string): Value | undefined {
    const known = this.#entries.get(key);
    if (!known) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, known);
    return known.value;
  }

  set(key: string, value: Value, weight = 1): void {
    this.delete(key);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#mostWeight || oldest === key) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const known = this.#entries.get(key);
    if (!known) return;
    this.#entries.delete(key);
    this.#weight -= known.weight;
  }
}
