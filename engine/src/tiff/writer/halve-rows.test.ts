import { describe, expect, test } from 'vitest';
import { createSamples, type SampleType } from '../../raster/samples.ts';
import { halveRows } from './halve-rows.ts';

// Expected: the mean of what isn't nodata of each four pixels, halves rounded up, one by one.
const width = 7;
const rows = 5;
const sampleTypes: readonly SampleType[] = ['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32'];

function expectedHalf(band: ArrayLike<number>, nodata: number | undefined): number[] {
  const half: number[] = [];
  for (let row = 0; row < rows; row += 2) {
    for (let column = 0; column < width; column += 2) {
      const values: number[] = [];
      for (const y of [row, row + 1]) {
        for (const x of [column, column + 1]) {
          if (y >= rows || x >= width) continue;
          const value = band[y * width + x];
          if (value !== nodata) values.push(value);
        }
      }
      const sum = values.reduce((total, value) => total + value, 0);
      half.push(values.length === 0 ? nodata! : Math.floor(sum / values.length + 0.5));
    }
  }
  return half;
}

describe.each(sampleTypes)('averages of %s', (sampleType) => {
  const band = createSamples(sampleType, width * rows);
  for (let i = 0; i < band.length; i++) band[i] = ((i * 7919) % 300) - 100;
  // A block of four pixels without any other value, and single pixels.
  for (const i of [0, 1, 7, 8, 13, 24]) band[i] = 5;

  test.each([undefined, 5])('with nodata %s', (nodata) => {
    const half = halveRows(band, width, rows, { sampleType, resampling: 'average', nodata });
    expect([...half]).toEqual(expectedHalf(band, nodata));
  });
});
