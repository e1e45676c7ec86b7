import type { Samples } from '../raster/samples.ts';
import { asBytes, asWords, type Size, type Stride } from './copy-samples.ts';

/**
 * Where rows of differences start, the distance between them, and how many samples of each row are
 * skipped.
 */
interface DifferenceRows {
  readonly first: number;
  readonly row: number;
  readonly skip: number;
}

/**
 * Copies a rectangle of samples of one or two bytes and undoes predictor 2: each sample becomes the
 * sum of all differences from the start of its row. Both arrays have the same type.
 */
export function copySums(
  source: Samples,
  from: DifferenceRows,
  target: Samples,
  to: Stride,
  size: Size,
): void {
  if (source.BYTES_PER_ELEMENT === 1) copy8(asBytes(source), from, asBytes(target), to, size);
  else copy16(asWords(source), from, asWords(target), to, size);
}

// Sums may overflow beyond their bits, because only the lower bits are kept.

function copy8(
  differences: Uint8Array,
  from: DifferenceRows,
  sums: Uint8Array,
  to: Stride,
  { width, rows }: Size,
): void {
  for (let row = 0; row < rows; row++) {
    const start = from.first + row * from.row;
    const first = start + from.skip;
    let value = 0;
    for (let read = start; read < first; read++) value = (value + differences[read]) | 0;
    let write = to.first + row * to.row;
    for (let read = first; read < first + width; read++, write++) {
      value = (value + differences[read]) | 0;
      sums[write] = value;
    }
  }
}

function copy16(
  differences: Uint16Array,
  from: DifferenceRows,
  sums: Uint16Array,
  to: Stride,
  { width, rows }: Size,
): void {
  for (let row = 0; row < rows; row++) {
    const start = from.first + row * from.row;
    const first = start + from.skip;
    let value = 0;
    for (let read = start; read < first; read++) value = (value + differences[read]) | 0;
    let write = to.first + row * to.row;
    for (let read = first; read < first + width; read++, write++) {
      value = (value + differences[read]) | 0;
      sums[write] = value;
    }
  }
}
