/** What the keeper needs of an element. */
export interface Focusable {
  readonly isConnected: boolean;
  matches(selectors: string): boolean;
  contains(other: never): boolean;
  focus(options?: FocusOptions): void;
}

/** A part of the page with a place for the focus when what had it is gone. */
interface Landing<Element extends Focusable> {
  /** Null while it is not on the page. */
  readonly region: () => Element | null;
  /** Null where there is none just now: then the landing around it serves. */
  readonly place: () => Element | null;
}

/**
 * Keeps keyboard and screen reader at their place: browsers drop the focus to the top of the page when
 * the element that has it goes away or is disabled. It then lands where the part of the page says that
 * it stood in, or the one that it came from. Knows no DOM but by what it is told.
 */
export class FocusKeeper<Element extends Focusable> {
  readonly #active: () => Element | null;
  readonly #landings = new Set<Landing<Element>>();
  /** Where the focus has been, the last place first and there the innermost part first. */
  #recent: Landing<Element>[] = [];
  #last: Element | null = null;
  /** Whether the last one showed that it had the focus: with a pointer, nothing shall move. */
  #wasVisible = false;
  /** Where it landed by itself, until somebody does something. */
  #landed: Element | null = null;

  /** @param active what has the focus; null when nothing has it */
  constructor(active: () => Element | null) {
    this.#active = active;
  }

  /** @returns what removes it */
  add(landing: Landing<Element>): () => void {
    this.#landings.add(landing);
    return () => {
      this.#landings.delete(landing);
      this.#recent = this.#recent.filter((each) => each !== landing);
    };
  }

  focused(element: Element): void {
    this.#last = element;
    this.#wasVisible = element.matches(':focus-visible');
    const around = [...this.#landings]
      .filter(({ region }) => contains(region(), element))
      // All are around one element, so of two one is in the other.
      .sort((one, other) => (contains(one.region(), other.region()) ? 1 : -1));
    const before = this.#recent.filter((landing) => !around.includes(landing));
    this.#recent = [...around, ...before];
  }

  /** Told when the focus was given up, not lost. */
  left(): void {
    this.#last = null;
  }

  /** Told of each press and key: from then on the focus is where somebody wants it. */
  touched(): void {
    this.#landed = null;
  }

  /** Told when the page has changed. */
  check(): void {
    const active = this.#active();
    const isWaiting = active !== null && active === this.#landed;
    if (!isWaiting && !this.#isLost(active)) return;
    const place = this.#placeOf();
    if (place === null || place === active) return;
    const [recent, isVisible] = [this.#recent, this.#wasVisible];
    place.focus({ preventScroll: !isVisible });
    // Nobody went there: it is still the part from which the focus was lost that is looked at first.
    [this.#recent, this.#wasVisible] = [recent, isVisible];
    [this.#last, this.#landed] = [place, place];
  }

  #isLost(active: Element | null): boolean {
    if (active !== null) return active.matches(':disabled');
    return this.#last !== null && (!this.#last.isConnected || this.#last.matches(':disabled'));
  }

  #placeOf(): Element | null {
    for (const { region, place } of this.#recent) {
      if (region()?.isConnected !== true) continue;
      const found = place();
      if (found !== null) return found;
    }
    return null;
  }
}

function contains(outer: Focusable | null, inner: Focusable | null): boolean {
  return outer !== null && inner !== null && outer.contains(inner as never);
}
