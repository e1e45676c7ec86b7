/** Items of a list before that gave way to items of the list after. Either count may be 0. */
export interface Hunk {
  readonly at: number;
  readonly removedCount: number;
  readonly atAfter: number;
  readonly insertedCount: number;
}

/**
 * The places where two lists of keys differ, in order, with at least one common item between any two.
 *
 * Items that occur once on both sides hold the lists together: the longest run of them that rises in
 * both, which is patience diff (Bram Cohen), found by patience sorting (Aldous and Diaconis, 1999). It
 * takes n log n for lists of any kind, where the shortest edit script takes the product of length and
 * difference.
 */
export function alignLists(before: readonly string[], after: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [start, startAfter] = [0, 0];
  const ends = [...anchorsOf(before, after), { before: before.length, after: after.length }];
  for (const end of ends) {
    const hunk = trim(before, after, [start, end.before], [startAfter, end.after]);
    if (hunk.removedCount + hunk.insertedCount > 0) hunks.push(hunk);
    [start, startAfter] = [end.before + 1, end.after + 1];
  }
  return hunks;
}

interface Anchor {
  readonly before: number;
  readonly after: number;
}

/** The span without the items that are common at its two ends. */
function trim(
  before: readonly string[],
  after: readonly string[],
  [from, to]: readonly [number, number],
  [fromAfter, toAfter]: readonly [number, number],
): Hunk {
  const shorter = Math.min(to - from, toAfter - fromAfter);
  let head = 0;
  while (head < shorter && before[from + head] === after[fromAfter + head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[to - 1 - tail] === after[toAfter - 1 - tail]) tail++;
  return {
    at: from + head,
    removedCount: to - from - head - tail,
    atAfter: fromAfter + head,
    insertedCount: toAfter - fromAfter - head - tail,
  };
}

/** Pairs of equal items that rise on both sides. */
function anchorsOf(before: readonly string[], after: readonly string[]): Anchor[] {
  const places = placesOfUnique(after);
  const unique = placesOfUnique(before);
  const pairs: Anchor[] = [];
  for (const [key, place] of unique) {
    const other = places.get(key);
    if (other !== undefined) pairs.push({ before: place, after: other });
  }
  return longestRise(pairs);
}

/** The places of the keys that occur once, in order of place. */
function placesOfUnique(keys: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  keys.forEach((key, place) => {
    if (places.has(key)) repeated.add(key);
    else places.set(key, place);
  });
  for (const key of repeated) places.delete(key);
  return places;
}

/** The longest run of pairs, given by rising `before`, that rises in `after` too. */
function longestRise(pairs: readonly Anchor[]): Anchor[] {
  /** For each length, the pair that ends a rise of that length with the lowest `after`. */
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  pairs.forEach((pair, index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]].after < pair.after) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[index] = ends[low - 1];
    ends[low] = index;
  });
  const rise: Anchor[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]) {
    rise.push(pairs[index]);
  }
  return rise.reverse();
}
