import { expect, test } from 'vitest';
import { weighByIndices } from './index-evidence.ts';
import type { BandStack } from './options.ts';

/** green, red, nir, swir1, swir2 reflectances × 10,000 of a few kinds of ground. */
const forest = [500, 300, 3000, 1300, 600];
const soil = [1000, 1300, 2200, 2900, 2400];
const crop = [700, 600, 2400, 2000, 1200];
const lushCrop = [600, 350, 4200, 1700, 800];

function stack(pixels: readonly number[][]): BandStack {
  return {
    width: pixels.length,
    height: 1,
    bands: [0, 1, 2, 3, 4].map((band) => Float32Array.from(pixels, (pixel) => pixel[band])),
    valid: new Uint8Array(pixels.length).fill(1),
    names: ['green', 'red', 'nir', 'swir1', 'swir2'],
  };
}

const shaded = forest.map((value) => value * 0.6);
const before = stack([forest, forest, forest, forest, forest, crop, forest]);
const after = stack([forest, forest, forest, soil, shaded, lushCrop, forest]);
const sample = Int32Array.from(before.bands[0].keys());

test('a shift of an index confirms, a change of light or greener vegetation does not', () => {
  const score = new Float32Array(7).fill(5);
  weighByIndices(score, before, after, sample);
  const [, , , cleared, shadow, growth] = score;
  expect(cleared).toBe(5);
  expect(shadow).toBeCloseTo(2, 5);
  expect(growth).toBeCloseTo(2, 5);
});

test('without the names nothing is weighed', () => {
  const score = new Float32Array(7).fill(5);
  weighByIndices(score, { ...before, names: undefined }, after, sample);
  weighByIndices(score, { ...before, names: [undefined, 'red', 'nir'] }, after, sample);
  expect(Array.from(score)).toEqual(new Array(7).fill(5));
});
