import { JoinedLabels } from '../raster/joined-labels.ts';
import { forEachRun, type PixelLayout, requirePlane } from '../raster/pixel-layout.ts';

/** Patches of a mask: 8-connected pixels of one value that is not 0. */
export interface Patches {
  /** The patch of each pixel, from 1; 0 outside. */
  readonly labels: Int32Array;
  /** Pixels of each patch; entry 0 is unused. */
  readonly sizes: Int32Array;
  readonly count: number;
}

/**
 * Labels the 8-connected patches of the pixels where `mask`, a plane of the layout, is 1, in the order
 * of their first pixels. What is not kept lies in no patch. Row by row each piece of pixels side by
 * side takes the label of what it touches in the row above; labels that meet are joined (Rosenfeld and
 * Pfaltz 1966). Throws RangeError for a mask of another size.
 */
export function labelPatches(mask: Uint8Array, layout: PixelLayout): Patches {
  requirePlane(mask, layout);
  const labels = new Int32Array(mask.length);
  const joined = new JoinedLabels();
  let [above, current] = [new LabelledRow(), new LabelledRow()];
  let next = nextPixel(mask, 0);
  forEachRun(layout, (row, start, end, index) => {
    const last = index + end - start;
    if (next >= last) return;
    if (row !== current.row) {
      [above, current] = [current, above];
      if (above.row !== row - 1) above.clear(row - 1);
      current.clear(row);
    }
    while (next < last) {
      const first = next;
      while (next < last && mask[next] === 1) next += 1;
      const label = current.add(first - index + start, next - index + start, above, joined);
      for (let pixel = first; pixel < next; pixel += 1) labels[pixel] = label;
      if (mask[next] !== 1) next = nextPixel(mask, next);
    }
  });
  return withFinalLabels(mask, labels, joined);
}

/** The next pixel of a mask that is 1; its length when there is none. */
function nextPixel(mask: Uint8Array, from: number): number {
  const next = mask.indexOf(1, from);
  return next === -1 ? mask.length : next;
}

/** What is labelled in a row: pieces of pixels side by side, from the left. */
class LabelledRow {
  row = -1;
  #count = 0;
  /** How many pieces end left of all that is asked about next. */
  #passed = 0;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #labels: number[] = [];

  clear(row: number): void {
    this.row = row;
    this.#count = 0;
    this.#passed = 0;
  }

  /** Adds columns from `start` to, not including, `end`; returns their label. */
  add(start: number, end: number, above: LabelledRow, joined: JoinedLabels): number {
    const label = above.#labelBeside(start, end, joined) || joined.add();
    this.#starts[this.#count] = start;
    this.#ends[this.#count] = end;
    this.#labels[this.#count] = label;
    this.#count += 1;
    return label;
  }

  /** The label of the pieces that touch columns of the row below, now joined; 0 for none. */
  #labelBeside(start: number, end: number, joined: JoinedLabels): number {
    while (this.#passed < this.#count && this.#ends[this.#passed]! < start) this.#passed += 1;
    let label = 0;
    for (let piece = this.#passed; piece < this.#count; piece += 1) {
      if (this.#starts[piece]! > end) break;
      const other = this.#labels[piece]!;
      label = label === 0 ? other : joined.join(label, other);
    }
    return label;
  }
}

/** Numbers the patches without gaps: labels that were joined become one. */
function withFinalLabels(mask: Uint8Array, labels: Int32Array, { earlier }: JoinedLabels): Patches {
  const final = new Int32Array(earlier.length);
  let count = 0;
  for (let label = 1; label < earlier.length; label += 1) {
    if (earlier[label] === label) count += 1;
    final[label] = earlier[label] === label ? count : final[earlier[label]!]!;
  }
  const sizes = new Int32Array(count + 1);
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    if (mask[pixel] !== 1) continue;
    const label = final[labels[pixel]!]!;
    labels[pixel] = label;
    sizes[label]! += 1;
  }
  return { labels, sizes, count };
}

/**
 * Clears patches of fewer than `smallest` pixels from a mask of 0 and 1, and those with fewer than
 * `strong.pixels` pixels whose score is above `strong.above`. Works in place.
 *
 * @param mask a plane of the layout, as `score` is
 */
export function dropWeakPatches(
  mask: Uint8Array,
  layout: PixelLayout,
  rule: {
    smallest: number;
    strong?: { score: Float32Array; above: number; pixels: number };
  },
): void {
  const { labels, sizes } = labelPatches(mask, layout);
  const strongCounts = new Int32Array(sizes.length);
  const { strong } = rule;
  if (strong !== undefined) {
    for (let i = 0; i < mask.length; i++) {
      if (labels[i] !== 0 && strong.score[i] > strong.above) strongCounts[labels[i]]++;
    }
  }
  for (let i = 0; i < mask.length; i++) {
    const label = labels[i];
    if (label === 0) continue;
    const weak = strong !== undefined && strongCounts[label] < strong.pixels;
    if (weak || sizes[label] < rule.smallest) mask[i] = 0;
  }
}
