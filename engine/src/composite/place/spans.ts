import { sharedArray } from '../../memory/shared-array.ts';
import type { Window } from '../../raster/grid.ts';

/**
 * The spans of ones in a mask of ones and zeros, each within one row. For each span the result holds
 * the index of its first pixel and the index after its last. The result is in shared memory, so
 * that all threads that work on these pixels can use it.
 */
export function spansOfOnes(mask: Uint8Array, width: number): Int32Array {
  let found = new Int32Array(1024);
  let length = 0;
  for (let first = mask.indexOf(1); first !== -1; ) {
    const stop = mask.indexOf(0, first);
    const end = stop === -1 ? mask.length : stop;
    for (let start = first; start < end; length += 2) {
      if (length === found.length) found = grown(found);
      const rowEnd = start - (start % width) + width;
      found[length] = start;
      start = Math.min(end, rowEnd);
      found[length + 1] = start;
    }
    first = mask.indexOf(1, end);
  }
  const spans = sharedArray(Int32Array, length);
  spans.set(found.subarray(0, length));
  return spans;
}

function grown(values: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * values.length);
  larger.set(values);
  return larger;
}

/**
 * The smallest window that holds all spans, of which there is at least one, in a raster that is
 * `width` pixels wide.
 */
export function boundsOfSpans(spans: Int32Array, width: number): Window {
  const top = Math.floor(spans[0] / width);
  const bottom = Math.floor(spans.at(-2)! / width);
  let left = width;
  let right = 0;
  for (let span = 0; span < spans.length; span += 2) {
    const column = spans[span] % width;
    left = Math.min(left, column);
    right = Math.max(right, column + spans[span + 1] - spans[span]);
  }
  return { column: left, row: top, width: right - left, height: bottom - top + 1 };
}

/**
 * Calls `use` with each span, and with the index of its first pixel in an array that holds only a
 * window of the raster. The window must hold all spans.
 */
export function forEachSpanOfWindow(
  spans: Int32Array,
  { width, window }: { width: number; window: Window },
  use: (first: number, end: number, place: number) => void,
): void {
  for (let span = 0; span < spans.length; span += 2) {
    const first = spans[span];
    const row = Math.floor(first / width);
    const column = first - row * width;
    use(first, spans[span + 1], (row - window.row) * window.width + column - window.column);
  }
}
