import type { Samples } from '../raster/samples.ts';
import { asBytes, asLongs, asWords, type Size, type Stride } from './copy-samples.ts';

/**
 * Copies as `copySamples` does and applies predictor 2: each sample except a row's first becomes
 * its difference from its left neighbour. It works on integers of up to four bytes.
 */
export function copyDifferences(
  source: Samples,
  from: Stride,
  target: Samples,
  to: Stride,
  size: Size,
): void {
  switch (source.BYTES_PER_ELEMENT) {
    case 1:
      differences8(asBytes(source), from, asBytes(target), to, size);
      break;
    case 2:
      differences16(asWords(source), from, asWords(target), to, size);
      break;
    default:
      differences32(asLongs(source), from, asLongs(target), to, size);
  }
}

function differences8(
  source: Uint8Array,
  from: Stride,
  target: Uint8Array,
  to: Stride,
  size: Size,
): void {
  for (let row = 0; row < size.rows; row++) {
    let read = from.first + row * from.row;
    let write = to.first + row * to.row;
    let left = 0;
    for (let column = 0; column < size.width; column++) {
      const value = source[read];
      target[write] = value - left;
      left = value;
      read += from.column;
      write += to.column;
    }
  }
}

function differences16(
  source: Uint16Array,
  from: Stride,
  target: Uint16Array,
  to: Stride,
  size: Size,
): void {
  for (let row = 0; row < size.rows; row++) {
    let read = from.first + row * from.row;
    let write = to.first + row * to.row;
    let left = 0;
    for (let column = 0; column < size.width; column++) {
      const value = source[read];
      target[write] = value - left;
      left = value;
      read += from.column;
      write += to.column;
    }
  }
}

function differences32(
  source: Int32Array,
  from: Stride,
  target: Int32Array,
  to: Stride,
  size: Size,
): void {
  for (let row = 0; row < size.rows; row++) {
    let read = from.first + row * from.row;
    let write = to.first + row * to.row;
    let left = 0;
    for (let column = 0; column < size.width; column++) {
      const value = source[read];
      target[write] = value - left;
      left = value;
      read += from.column;
      write += to.column;
    }
  }
}

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
  if (source.BYTES_PER_ELEMENT === 1) sums8(asBytes(source), from, asBytes(target), to, size);
  else sums16(asWords(source), from, asWords(target), to, size);
}

// Sums may overflow beyond their bits, because only the lower bits are kept.

function sums8(
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

function sums16(
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

/** Rows of a decoded block: `samplesPerRow` counts the samples of all `bands` in one row. */
export interface RowShape {
  readonly rows: number;
  readonly samplesPerRow: number;
  readonly bands: number;
}

/**
 * Undoes predictor 2 in place: each sample is stored as its difference from the left neighbour of
 * its band. `bytes` must begin on a boundary of `bytesPerSample` and be in this machine's byte
 * order. There is one loop for each sample size, because a loop over several array types runs
 * several times slower.
 */
export function undoHorizontalDifferences(
  bytes: Uint8Array,
  shape: RowShape,
  bytesPerSample: number,
): void {
  const { buffer, byteOffset, byteLength } = bytes;
  const count = byteLength / bytesPerSample;
  switch (bytesPerSample) {
    case 1:
      sum8(bytes, shape);
      break;
    case 2:
      sum16(new Uint16Array(buffer, byteOffset, count), shape);
      break;
    case 4:
      // Signed arrays let the sums wrap around without leaving machine integers.
      sum32(new Int32Array(buffer, byteOffset, count), shape);
      break;
    default:
      sum64(new BigUint64Array(buffer, byteOffset, count), shape);
  }
}

function sum8(samples: Uint8Array, { rows, samplesPerRow, bands }: RowShape): void {
  for (let start = 0; start < rows * samplesPerRow; start += samplesPerRow) {
    for (let band = 0; band < bands; band++) {
      let value = 0;
      for (let index = start + band; index < start + samplesPerRow; index += bands) {
        value = (value + samples[index]) & 0xff;
        samples[index] = value;
      }
    }
  }
}

function sum16(samples: Uint16Array, { rows, samplesPerRow, bands }: RowShape): void {
  for (let start = 0; start < rows * samplesPerRow; start += samplesPerRow) {
    for (let band = 0; band < bands; band++) {
      let value = 0;
      for (let index = start + band; index < start + samplesPerRow; index += bands) {
        value = (value + samples[index]) & 0xffff;
        samples[index] = value;
      }
    }
  }
}

function sum32(samples: Int32Array, { rows, samplesPerRow, bands }: RowShape): void {
  for (let start = 0; start < rows * samplesPerRow; start += samplesPerRow) {
    for (let band = 0; band < bands; band++) {
      let value = 0;
      for (let index = start + band; index < start + samplesPerRow; index += bands) {
        value = (value + samples[index]) | 0;
        samples[index] = value;
      }
    }
  }
}

function sum64(samples: BigUint64Array, { rows, samplesPerRow, bands }: RowShape): void {
  for (let start = 0; start < rows * samplesPerRow; start += samplesPerRow) {
    for (let index = start + bands; index < start + samplesPerRow; index++) {
      samples[index] += samples[index - bands];
    }
  }
}

/**
 * Applies predictor 3 to little-endian numbers of four bytes, in rows of one band: a row becomes the
 * first bytes of all its numbers, the most significant, then all second bytes and so on, each as its
 * difference from the byte before it. One pass writes to all four.
 */
export function takeFloatDifferences(
  bytes: Uint8Array,
  { rows, samplesPerRow }: { readonly rows: number; readonly samplesPerRow: number },
): Uint8Array {
  const count = rows * samplesPerRow;
  const numbers = new Int32Array(bytes.buffer, bytes.byteOffset, count);
  const output = new Uint8Array(4 * count);
  for (let start = 0; start < count; start += samplesPerRow) {
    const first = 4 * start;
    const second = first + samplesPerRow;
    const third = second + samplesPerRow;
    const fourth = third + samplesPerRow;
    // Each variable holds the previous byte of one part of the row, in its lowest eight bits. The
    // first part begins at 0, and each other part continues from the last byte of the part before
    // it.
    const last = numbers[start + samplesPerRow - 1];
    let a = 0;
    let b = last >>> 24;
    let c = last >>> 16;
    let d = last >>> 8;
    for (let index = 0; index < samplesPerRow; index++) {
      const number = numbers[start + index];
      output[first + index] = (number >>> 24) - a;
      output[second + index] = (number >>> 16) - b;
      output[third + index] = (number >>> 8) - c;
      output[fourth + index] = number - d;
      a = number >>> 24;
      b = number >>> 16;
      c = number >>> 8;
      d = number;
    }
  }
  return output;
}
