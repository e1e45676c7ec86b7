/**
 * The number of bins. It is sufficient for all histograms and quantiles that are computed from
 * them.
 */
const mostBins = 65_536;
/** The smallest width of bins, as a share of the largest number. Bin numbers then stay exact. */
const finest = 2 ** -40;

/**
 * The content of a histogram, which can be sent from a thread. Bin `first + i` begins at `width` ×
 * (first + i).
 */
export interface HistogramState {
  readonly width: number;
  readonly first: number;
  readonly counts: Float64Array;
}

/**
 * Counts numbers whose range is not known in advance. The width of bins is a power of two, and bins
 * begin at multiples of it. Pairs of bins are joined if the numbers need more room. Histograms of
 * parts can therefore be joined exactly.
 */
export class LatticeHistogram {
  /** 0 before anything is counted. */
  #width = 0;
  /** The number of the first bin. */
  #first = 0;
  #counts = new Float64Array(0);
  /** The bounds of all counted numbers. */
  #minimum = Infinity;
  #maximum = -Infinity;

  /**
   * The bins as they are now, for a caller that counts by itself: a number belongs to bin `number` ×
   * `perUnit` − `first`, rounded down, if there is such a bin. There is none before anything is
   * counted. The caller tells by `hasCounted` what it has counted.
   */
  get bins(): { readonly counts: Float64Array; readonly perUnit: number; readonly first: number } {
    return { counts: this.#counts, perUnit: 1 / this.#width, first: this.#first };
  }

  /** Takes note of the bounds of numbers that were counted in `bins`. */
  hasCounted(minimum: number, maximum: number): void {
    this.#minimum = Math.min(this.#minimum, minimum);
    this.#maximum = Math.max(this.#maximum, maximum);
  }

  /** Counts the first `count` numbers, all of which lie between the two bounds. */
  add(numbers: Float64Array, count: number, minimum: number, maximum: number): void {
    if (count === 0) return;
    this.#cover(minimum, maximum, this.#width || widthFor(minimum, maximum));
    const counts = this.#counts;
    const perUnit = 1 / this.#width;
    const first = this.#first;
    for (let index = 0; index < count; index++) {
      // The result is never negative, so truncation rounds down.
      counts[(numbers[index] * perUnit - first) | 0]++;
    }
  }

  /** Counts one number many times. */
  addRepeated(number: number, count: number): void {
    this.#cover(number, number, this.#width || widthFor(number, number));
    this.#counts[Math.floor(number / this.#width) - this.#first] += count;
  }

  join({ width, first, counts }: HistogramState): void {
    if (counts.length === 0) return;
    const middleOf = (index: number) => (first + index + 0.5) * width;
    this.#cover(middleOf(0), middleOf(counts.length - 1), width);
    for (let index = 0; index < counts.length; index++) {
      this.#counts[Math.floor(middleOf(index) / this.#width) - this.#first] += counts[index];
    }
  }

  /** Without the empty bins at both ends. */
  state(): HistogramState {
    const counts = this.#counts;
    const start = Math.max(
      0,
      counts.findIndex((count) => count > 0),
    );
    const end = counts.findLastIndex((count) => count > 0) + 1;
    return { width: this.#width, first: this.#first + start, counts: counts.slice(start, end) };
  }

  /** Makes room for two further bounds, with bins of at least the given width. */
  #cover(minimum: number, maximum: number, leastWidth: number): void {
    this.hasCounted(minimum, maximum);
    let width = Math.max(this.#width, leastWidth);
    const binOf = (number: number) => Math.floor(number / width);
    while (binOf(this.#maximum) - binOf(this.#minimum) >= mostBins) width *= 2;
    const end = this.#first + this.#counts.length;
    const fits = binOf(this.#minimum) >= this.#first && binOf(this.#maximum) < end;
    if (width === this.#width && fits) return;
    const used = binOf(this.#maximum) - binOf(this.#minimum) + 1;
    // Leaves equal room below and above.
    const first = binOf(this.#minimum) - Math.floor((mostBins - used) / 2);
    const counts = new Float64Array(mostBins);
    for (let index = 0; index < this.#counts.length; index++) {
      const count = this.#counts[index];
      if (count > 0) counts[binOf((this.#first + index + 0.5) * this.#width) - first] += count;
    }
    this.#width = width;
    this.#first = first;
    this.#counts = counts;
  }
}

/** The width of bins with which counting begins. At least an eighth of the bins are then used. */
function widthFor(minimum: number, maximum: number): number {
  const largest = Math.max(Math.abs(minimum), Math.abs(maximum));
  const share = 4 / mostBins;
  const wanted = Math.max(share * maximum - share * minimum, largest * finest, 2 ** -1000);
  return 2 ** Math.ceil(Math.log2(wanted));
}
