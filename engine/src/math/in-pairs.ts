/**
 * Arrays two by two, an odd last one with `filler`. Half of what a loop over pixels costs is the loop:
 * one over two arrays takes little longer than one over a single array.
 */
export function inPairs<T>(items: readonly T[], filler: T): [T, T][] {
  return Array.from({ length: Math.ceil(items.length / 2) }, (_, pair) => [
    items[2 * pair],
    items[2 * pair + 1] ?? filler,
  ]);
}
