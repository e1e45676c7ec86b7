/**
 * Sets of labels, numbered from 1 in the order in which they are made. Each label refers to an
 * earlier one of its set, or is the first.
 */
export class JoinedLabels {
  readonly earlier: number[] = [0];

  add(): number {
    return this.earlier.push(this.earlier.length) - 1;
  }

  /** Joins the sets of two labels; returns their first label. */
  join(one: number, other: number): number {
    const [first, second] = [this.firstOf(one), this.firstOf(other)];
    this.earlier[Math.max(first, second)] = Math.min(first, second);
    return Math.min(first, second);
  }

  /** The first label of a label's set. */
  firstOf(label: number): number {
    let first = label;
    while (this.earlier[first] !== first) {
      this.earlier[first] = this.earlier[this.earlier[first]];
      first = this.earlier[first];
    }
    return first;
  }
}
