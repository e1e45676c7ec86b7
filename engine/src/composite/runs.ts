/** Calls `use` with each run of pixels of a line that are 1: the first one, and the one after the last. */
export function forEachRunOfOnes(
  line: Uint8Array,
  use: (first: number, end: number) => void,
): void {
  let first = line.indexOf(1);
  while (first !== -1) {
    const stop = line.indexOf(0, first);
    const end = stop === -1 ? line.length : stop;
    use(first, end);
    first = line.indexOf(1, end);
  }
}
