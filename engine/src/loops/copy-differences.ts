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
      copy8(asBytes(source), from, asBytes(target), to, size);
      break;
    case 2:
      copy16(asWords(source), from, asWords(target), to, size);
      break;
    default:
      copy32(asLongs(source), from, asLongs(target), to, size);
  }
}

function copy8(source: Uint8Array, from: Stride, target: Uint8Array, to: Stride, size: Size): void {
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
