import { JoinedLabels } from '../../raster/joined-labels.ts';
import { forEachSpan, type PixelLayout, requireSamplesOf } from '../../raster/pixel-layout.ts';

/** The patches of a mask: sets of 8-connected pixels with one value other than 0. */
export interface LabelledPatches {
  /** The patch of each pixel, numbered from 1; 0 outside of patches. */
  readonly labels: Int32Array;
  /** Pixels of each patch; entry 0 is unused. */
  readonly sizes: Int32Array;
  readonly count: number;
}

/**
 * Labels the 8-connected patches of pixels whose `mask`, samples of the layout, is 1, in the order
 * of their first pixels. Pixels that the layout does not keep are in no patch. Each span of adjacent
 * pixels in a row takes the label of the span that it touches in the row above. Labels that meet are
 * joined (Rosenfeld and Pfaltz 1966). Throws RangeError for a mask of another size.
 */
export function labelPatches(mask: Uint8Array, layout: PixelLayout): LabelledPatches {
  requireSamplesOf(mask, layout);
  const labels = new Int32Array(mask.length);
  const joined = new JoinedLabels();
  let [above, current] = [new LabelledRow(), new LabelledRow()];
  let next = nextPixel(mask, 0);
  forEachSpan(layout, (row, start, end, index) => {
    const last = index + end - start;
    if (next >= last) return;
    if (row !== current.row) {
      [above, current] = [current, above];
      if (above.row !== row - 1) above.clear(row - 1);
      current.clear(row);
    }
    while (next < last) {
      const first = next;
      while (next < last && mask[next] === 1) next++;
      const label = current.add(first - index + start, next - index + start, above, joined);
      for (let pixel = first; pixel < next; pixel++) labels[pixel] = label;
      if (mask[next] !== 1) next = nextPixel(mask, next);
    }
  });
  return withFinalLabels(mask, labels, joined);
}

/** The index of the next pixel that is 1, or the mask's length if there is none. */
function nextPixel(mask: Uint8Array, from: number): number {
  const next = mask.indexOf(1, from);
  return next === -1 ? mask.length : next;
}

/** The labelled spans of adjacent pixels in a row, from the left. */
class LabelledRow {
  row = -1;
  #count = 0;
  /** The number of spans that lie to the left of every column that is looked up from now on. */
  #passed = 0;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #labels: number[] = [];

  clear(row: number): void {
    this.row = row;
    this.#count = 0;
    this.#passed = 0;
  }

  /** Adds a span from column `start` up to, not including, `end`, and returns its label. */
  add(start: number, end: number, above: LabelledRow, joined: JoinedLabels): number {
    const label = above.#labelBeside(start, end, joined) || joined.add();
    this.#starts[this.#count] = start;
    this.#ends[this.#count] = end;
    this.#labels[this.#count] = label;
    this.#count++;
    return label;
  }

  /**
   * Joins the labels of all spans that touch these columns of the row below, and returns the label;
   * 0 if there is none.
   */
  #labelBeside(start: number, end: number, joined: JoinedLabels): number {
    while (this.#passed < this.#count && this.#ends[this.#passed] < start) this.#passed++;
    let label = 0;
    for (let span = this.#passed; span < this.#count; span++) {
      if (this.#starts[span] > end) break;
      const other = this.#labels[span];
      label = label === 0 ? other : joined.join(label, other);
    }
    return label;
  }
}

/** Numbers the patches without gaps. Joined labels become one patch. */
function withFinalLabels(
  mask: Uint8Array,
  labels: Int32Array,
  { earlier }: JoinedLabels,
): LabelledPatches {
  const final = new Int32Array(earlier.length);
  let count = 0;
  for (let label = 1; label < earlier.length; label++) {
    if (earlier[label] === label) count++;
    final[label] = earlier[label] === label ? count : final[earlier[label]];
  }
  const sizes = new Int32Array(count + 1);
  for (let pixel = 0; pixel < mask.length; pixel++) {
    if (mask[pixel] !== 1) continue;
    const label = final[labels[pixel]];
    labels[pixel] = label;
    sizes[label]++;
  }
  return { labels, sizes, count };
}

/**
 * Clears weak patches from a mask of 0 and 1, in place: those of fewer than `smallest` pixels, and
 * those with fewer than `strong.pixels` pixels whose score is above `strong.above`.
 *
 * @param mask samples of the layout, as `score` is
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
