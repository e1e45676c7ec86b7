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
    const write = to.first + row * to.row;
    sumBytes(
      differences.subarray(first, first + width),
      sums.subarray(write, write + width),
      value,
    );
  }
}

/** Adds up a row, four bytes at a time where both arrays begin on a boundary of four. */
function sumBytes(differences: Uint8Array, sums: Uint8Array, before: number): void {
  let value = before & 0xff;
  let done = 0;
  if (differences.byteOffset % 4 === 0 && sums.byteOffset % 4 === 0) {
    const wordCount = differences.length >> 2;
    const read = new Int32Array(differences.buffer, differences.byteOffset, wordCount);
    const write = new Int32Array(sums.buffer, sums.byteOffset, wordCount);
    for (let index = 0; index < wordCount; index++) {
      const four = read[index];
      const first = (value + four) & 0xff;
      const second = (first + (four >>> 8)) & 0xff;
      const third = (second + (four >>> 16)) & 0xff;
      value = (third + (four >>> 24)) & 0xff;
      write[index] = first | (second << 8) | (third << 16) | (value << 24);
    }
    done = 4 * wordCount;
  }
  for (let index = done; index < differences.length; index++) {
    value = (value + differences[index]) & 0xff;
    sums[index] = value;
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
