import { expect, test } from 'vitest';
import type { DatePicture } from '../types.ts';
import { matchDays } from './match-days.ts';

const [width, height] = [80, 60];
const pixels = width * height;
const grid = { width, height, affine: [320, 0, 0, 0, -320, 0], epsg: 5070 } as const;

function picture(bands: readonly Uint16Array[]): DatePicture {
  const [valid, water] = [new Uint8Array(pixels).fill(1), new Uint8Array(pixels)];
  const names = ['red', 'nir'] as const;
  return { grid, names, bands, valid, water, scenes: [], date: '2020-07-01', clearShare: 1 };
}

/** The fractional part of sines: numbers without a pattern, the same every time. */
function hash(pixel: number, salt: number): number {
  const value = Math.sin(pixel * 12.9898 + salt * 78.233) * 43_758.5453;
  return value - Math.floor(value);
}

/** Woods to meadows, with red falling as near infrared rises. */
const green = Float64Array.from({ length: pixels }, (_, pixel) => hash(pixel, 1));
const red = Uint16Array.from(green, (share) => 2_000 - 1_500 * share);
const nir = Uint16Array.from(green, (share) => 1_500 + 2_500 * share);
/** The left half is segment 1, the right half segment 2. */
const segments = Uint16Array.from({ length: pixels }, (_, pixel) =>
  pixel % width < width / 2 ? 1 : 2,
);
const changed = 20 * width + 60;

function laterNir(shift: (pixel: number) => number): Uint16Array {
  return Uint16Array.from(nir, (value, pixel) =>
    pixel === changed ? 1_000 : value + shift(pixel) + 20 * (hash(pixel, 2) - 0.5),
  );
}

test('what two pairs of days differ by is taken back, what one pixel differs by is not', () => {
  // In segment 2 the later day is greener, more so where there was more green.
  const after = [red, laterNir((pixel) => (segments[pixel] === 2 ? 300 + 400 * green[pixel] : 0))];
  const pair = { before: picture([red, nir]), after: picture(after) };
  const { after: matched, before } = matchDays(pair, segments, 2);
  const meanOf = (segment: number) => {
    let [sum, count] = [0, 0];
    for (let pixel = 0; pixel < pixels; pixel++) {
      if (segments[pixel] !== segment || pixel === changed) continue;
      sum += matched.bands[1][pixel] - nir[pixel];
      count++;
    }
    return sum / count;
  };
  expect(Math.abs(meanOf(1) - meanOf(2))).toBeLessThan(15);
  const typical = matched.bands[1][changed] - nir[changed] - meanOf(2);
  expect(typical).toBeLessThan(-500);
  expect(before.bands).toEqual([red, nir]);
  expect(pair.after.bands[1]).not.toBe(matched.bands[1]);
});

test('a segment of few pixels, and pixels of no segment, stay as they are', () => {
  const few = Uint16Array.from(segments, (_, pixel) => (pixel < 100 ? 2 : pixel < 200 ? 0 : 1));
  const after = [red, laterNir((pixel) => (few[pixel] === 1 ? 0 : 600))];
  const pair = { before: picture([red, nir]), after: picture(after) };
  const { bands } = matchDays(pair, few, 2).after;
  expect(bands[1].subarray(0, 200)).toEqual(after[1].subarray(0, 200));
});
