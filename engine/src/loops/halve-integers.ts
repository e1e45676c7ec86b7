import type { Samples } from '../raster/samples.ts';

/** Larger than each sample of one or two bytes. */
const noSample = 65_536;

/**
 * Makes a row of half the width from two rows of integers of one or two bytes: the average of four
 * pixels, or of two at an odd edge. Halves are rounded up. Pixels that are nodata are left out.
 */
export function halveIntegers(
  top: Samples,
  bottom: Samples,
  half: Samples,
  nodata = noSample,
): void {
  const whole = top.length >> 1;
  for (let column = 0; column < whole; column++) {
    const left = column * 2;
    const a = top[left];
    const b = top[left + 1];
    const c = bottom[left];
    const d = bottom[left + 1];
    const isWhole = a !== nodata && b !== nodata && c !== nodata && d !== nodata;
    half[column] = isWhole ? (a + b + c + d + 2) >> 2 : averageOf([a, b, c, d], nodata);
  }
  if (whole < half.length) {
    half[whole] = averageOf([top[2 * whole], bottom[2 * whole]], nodata);
  }
}

/** The rounded average of the values that are not nodata, or nodata if all are. */
function averageOf(values: readonly number[], nodata: number): number {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value === nodata) continue;
    sum += value;
    count++;
  }
  return count === 0 ? nodata : Math.round(sum / count);
}
