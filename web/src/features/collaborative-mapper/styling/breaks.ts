import type { ClassMethod } from '@refugia/contract/collaborative-mapper/style-choices.ts';

/**
 * The breaks between classes of numbers. A number that equals a break belongs to the class above
 * it. There are fewer classes than asked for where too few numbers differ.
 *
 * Quantiles are those of Hyndman and Fan's definition 7 (The American Statistician 50, 1996), which
 * numpy and R use. Natural breaks make the sum of squared deviations from the means of the classes
 * the least possible (W. Fisher, Journal of the American Statistical Association 53, 1958), which
 * Jenks brought to maps.
 * @param sorted the numbers, ascending
 * @param classes how many classes are wanted
 * @returns the breaks, ascending
 */
export function breaksOf(
  sorted: readonly number[],
  method: Exclude<ClassMethod, 'manual'>,
  classes: number,
): number[] {
  const [least] = sorted;
  const greatest = sorted.at(-1);
  if (least === undefined || greatest === undefined) return [];
  const inner = Array.from({ length: classes - 1 }, (_, index) => (index + 1) / classes);
  switch (method) {
    case 'quantile':
      return tidy(
        inner.map((share) => quantile(sorted, share)),
        sorted,
      );
    case 'equal interval':
      return greatest > least ? inner.map((share) => least + share * (greatest - least)) : [];
    case 'natural breaks':
      return tidy(
        naturalStarts(sorted, Math.min(classes, new Set(sorted).size)).map((at) => sorted[at]),
        sorted,
      );
  }
}

function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const lower = sorted[Math.floor(at)];
  return lower + (at % 1) * (sorted[Math.ceil(at)] - lower);
}

/**
 * The places at which the classes but the first begin, so that the numbers deviate the least from
 * the means of their classes. The best division of the first numbers into one class more is found
 * from those into one class less, as Fisher did. Where the best last class begins never moves down
 * as numbers are added, which spares most trials.
 */
function naturalStarts(sorted: readonly number[], classes: number): number[] {
  const count = sorted.length;
  // Sums of the numbers, and of their squares, up to each. Shifted, they lose no digits.
  const shift = sorted[count >> 1];
  const sums = new Float64Array(count + 1);
  const squares = new Float64Array(count + 1);
  for (const [at, each] of sorted.entries()) {
    sums[at + 1] = sums[at] + (each - shift);
    squares[at + 1] = squares[at] + (each - shift) ** 2;
  }
  const deviation = (from: number, to: number) =>
    squares[to] - squares[from] - (sums[to] - sums[from]) ** 2 / (to - from);
  let least = Float64Array.from({ length: count + 1 }, (_, to) =>
    to === 0 ? 0 : deviation(0, to),
  );
  const starts: Int32Array[] = [];
  for (let used = 2; used <= classes; used++) {
    const next = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
    const begin = new Int32Array(count + 1);
    const search = (low: number, high: number, from: number, upTo: number): void => {
      if (low > high) return;
      const to = (low + high) >> 1;
      for (let start = Math.max(from, used - 1); start <= Math.min(upTo, to - 1); start++) {
        const sum = least[start] + deviation(start, to);
        if (sum >= next[to]) continue;
        next[to] = sum;
        begin[to] = start;
      }
      search(low, to - 1, from, begin[to]);
      search(to + 1, high, begin[to], upTo);
    };
    search(used, count, used - 1, count - 1);
    least = next;
    starts.unshift(begin);
  }
  const found: number[] = [];
  for (const begin of starts) found.unshift(begin[found[0] ?? count]);
  return found;
}

/** Breaks with few digits that divide the numbers alike, without those that divide nothing. */
function tidy(breaks: readonly number[], sorted: readonly number[]): number[] {
  const places = new Set(breaks.map((each) => numbersBelow(sorted, each)));
  return [...places]
    .filter((place) => place > 0 && place < sorted.length)
    .map((place) => shortest(sorted[place - 1], sorted[place]));
}

/** The number with the fewest digits above the one and not above the other. */
function shortest(above: number, upTo: number): number {
  for (let digits = 1; digits <= 15; digits++) {
    const candidate = Number(upTo.toPrecision(digits));
    if (candidate > above && candidate <= upTo) return candidate;
  }
  return upTo;
}

function numbersBelow(sorted: readonly number[], upTo: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < upTo) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many of the sorted numbers each of the classes has. */
export function classCounts(sorted: readonly number[], breaks: readonly number[]): number[] {
  const ends = [...breaks.map((each) => numbersBelow(sorted, each)), sorted.length];
  return ends.map((end, index) => end - (ends[index - 1] ?? 0));
}
