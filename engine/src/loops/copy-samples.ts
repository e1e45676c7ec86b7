import type { Samples } from '../raster/samples.ts';

/**
 * The position of a rectangle's samples in an array: the first index, and the steps to the right
 * and downwards.
 */
export interface Stride {
  readonly first: number;
  readonly column: number;
  readonly row: number;
}

/**
 * Copies a rectangle of samples between two arrays of the same type, to separate the bands of
 * pixels or to interleave them. There is one loop for each sample size, because a loop over several
 * array types runs several times slower.
 */
export function copySamples(
  source: Samples,
  from: Stride,
  target: Samples,
  to: Stride,
  size: Size,
): void {
  if (from.column === 1 && to.column === 1) {
    for (let row = 0; row < size.rows; row++) {
      const start = from.first + row * from.row;
      target.set(source.subarray(start, start + size.width), to.first + row * to.row);
    }
    return;
  }
  switch (source.BYTES_PER_ELEMENT) {
    case 1:
      copy8(asBytes(source), from, asBytes(target), to, size);
      break;
    case 2:
      copy16(asWords(source), from, asWords(target), to, size);
      break;
    case 4:
      copy32(asLongs(source), from, asLongs(target), to, size);
      break;
    default:
      copy64(asDoubles(source), from, asDoubles(target), to, size);
  }
}

export type Size = { width: number; rows: number };

function copy8(source: Uint8Array, from: Stride, target: Uint8Array, to: Stride, size: Size): void {
  for (let row = 0; row < size.rows; row++) {
    let read = from.first + row * from.row;
    let write = to.first + row * to.row;
    for (let column = 0; column < size.width; column++) {
      target[write] = source[read];
      read += from.column;
      write += to.column;
    }
  }
}

function copy16(
  source: Uint16Array,
  from: Stride,
  target: Uint16Array,
  to: Stride,
  size: Size,
): void {
  for (let row = 0; row < size.rows; row++) {
    let read = from.first + row * from.row;
    let write = to.first + row * to.row;
    for (let column = 0; column < size.width; column++) {
      target[write] = source[read];
      read += from.column;
      write += to.column;
    }
  }
}

function copy32(
  source: Int32Array,
  from: Stride,
  target: Int32Array,
  to: Stride,
  size: Size,
): void {
  for (let row = 0; row < size.rows; row++) {
    let read = from.first + row * from.row;
    let write = to.first + row * to.row;
    for (let column = 0; column < size.width; column++) {
      target[write] = source[read];
      read += from.column;
      write += to.column;
    }
  }
}

function copy64(
  source: Float64Array,
  from: Stride,
  target: Float64Array,
  to: Stride,
  size: Size,
): void {
  for (let row = 0; row < size.rows; row++) {
    let read = from.first + row * from.row;
    let write = to.first + row * to.row;
    for (let column = 0; column < size.width; column++) {
      target[write] = source[read];
      read += from.column;
      write += to.column;
    }
  }
}

/** The same memory as unsigned bytes, for samples of one byte. */
export function asBytes({ buffer, byteOffset, length }: Samples): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length);
}

/** The same memory as unsigned 16-bit numbers, for samples of two bytes. */
export function asWords({ buffer, byteOffset, length }: Samples): Uint16Array {
  return new Uint16Array(buffer, byteOffset, length);
}

/** The same memory as 32-bit integers, for samples of four bytes. */
export function asLongs({ buffer, byteOffset, length }: Samples): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
}

function asDoubles({ buffer, byteOffset, length }: Samples): Float64Array {
  return new Float64Array(buffer, byteOffset, length);
}
