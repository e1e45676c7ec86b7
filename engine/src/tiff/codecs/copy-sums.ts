import type { Samples } from '../../raster/samples.ts';
import { asWords, type Size, type Stride } from './copy-samples.ts';

/**
 * Copies a rectangle of samples of two bytes and undoes predictor 2 on the way: each becomes the sum of
 * all differences from the start of its row.
 *
 * @param from.first where the first row of differences starts, from.row how far the next one is
 * @param from.skip how many samples at the start of each row are not copied
 */
export function copySums(
  source: Samples,
  from: { first: number; row: number; skip: number },
  target: Samples,
  to: Stride,
  { width, rows }: Size,
): void {
  const [differences, sums] = [asWords(source), asWords(target)];
  for (let row = 0; row < rows; row++) {
    const start = from.first + row * from.row;
    const first = start + from.skip;
    // Beyond 16 bits sums may wrap around as they like: the lower ones are kept.
    let value = 0;
    for (let read = start; read < first; read++) value = (value + differences[read]) | 0;
    let write = to.first + row * to.row;
    for (let read = first; read < first + width; read++, write++) {
      value = (value + differences[read]) | 0;
      sums[write] = value;
    }
  }
}
