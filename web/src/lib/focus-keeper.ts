/** The parts of an element that the focus keeper uses. */
export interface Focusable {
  readonly isConnected: boolean;
  matches(selectors: string): boolean;
  contains(other: never): boolean;
  focus(options?: FocusOptions): void;
}

/** A part of the page, with a place for the focus when the focused element in it disappears. */
interface Landing<Element extends Focusable> {
  /** Null while it is not on the page. */
  readonly region: () => Element | null;
  /** Null while there is none. Then the enclosing part is used. */
  readonly place: () => Element | null;
}

/**
 * Keeps keyboard and screen reader users at their place. When the focused element is removed or
 * disabled, browsers move the focus to the top of the page, and this to the landing place of the
 * enclosing part, or of the part that had the focus before.
 */
export class FocusKeeper<Element extends Focusable> {
  readonly #active: () => Element | null;
  readonly #landings = new Set<Landing<Element>>();
  /**
   * The landings that enclosed the focus: the latest focused element first, and for each element
   * the innermost part first.
   */
  #recent: Landing<Element>[] = [];
  #last: Element | null = null;
  /**
   * Whether the last focused element showed its focus. With a pointer it did not, and the focus is
   * not moved.
   */
  #wasVisible = false;
  /** The element to which this class moved the focus, until the person acts. */
  #landed: Element | null = null;

  /** @param active returns the element that has the focus, or null */
  constructor(active: () => Element | null) {
    this.#active = active;
  }

  /** @returns a function that removes it */
  add(landing: Landing<Element>): () => void {
    this.#landings.add(landing);
    return () => {
      this.#landings.delete(landing);
      this.#recent = this.#recent.filter((each) => each !== landing);
    };
  }

  /** Called when an element has received the focus. */
  focused(element: Element): void {
    this.#last = element;
    this.#wasVisible = element.matches(':focus-visible');
    const around = [...this.#landings]
      .filter(({ region }) => contains(region(), element))
      // All regions contain one element, so of any two regions one contains the other.
      .sort((one, other) => (contains(one.region(), other.region()) ? 1 : -1));
    const before = this.#recent.filter((landing) => !around.includes(landing));
    this.#recent = [...around, ...before];
  }

  /** Called when the focus was given up on purpose. */
  left(): void {
    this.#last = null;
  }

  /** Called for each press and key, after which the focus is where the person wants it. */
  touched(): void {
    this.#landed = null;
  }

  /** Called when the page has changed. */
  check(): void {
    const active = this.#active();
    const isWaiting = active !== null && active === this.#landed;
    if (!isWaiting && !this.#isLost(active)) return;
    const place = this.#placeOf();
    if (place === null || place === active) return;
    const [recent, isVisible] = [this.#recent, this.#wasVisible];
    place.focus({ preventScroll: !isVisible });
    // The person did not choose this focus, so the part from which it was lost stays first in the
    // list.
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
