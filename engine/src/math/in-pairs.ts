/**
 * Groups arrays in pairs; `filler` completes an odd last one. Half the cost of a loop over pixels
 * is the loop itself, so a loop over two arrays takes little longer than one over a single array.
 */
export function inPairs<T>(items: readonly T[], filler: T): [T, T][] {
  return Array.from({ length: Math.ceil(items.length / 2) }, (_, pair) => [
    items[2 * pair],
    items[2 * pair + 1] ?? filler,
  ]);
}
