import { expect, test } from 'vitest';
import { type BandStack, changeClass } from '../options.ts';
import { blankBesideSnow, maskSnow } from './snow.ts';

/** green, nir, swir1: reflectances × 10,000. */
const forest = [500, 3000, 1300];
const snow = [8500, 8000, 900];
const water = [700, 250, 80];
const patchySnow = [2400, 3400, 1350];

function row(pixels: readonly number[][]): BandStack {
  return {
    width: pixels.length,
    height: 1,
    bands: [0, 1, 2].map((band) => Float32Array.from(pixels, (pixel) => pixel[band])),
    valid: new Uint8Array(pixels.length).fill(1),
    names: ['green', 'nir', 'swir1'],
  };
}

test('snow on one date hides the ground, and patchy snow beside it; snow on both and water do not', () => {
  const before = row([forest, forest, forest, snow, forest, water, forest]);
  const after = row([forest, snow, patchySnow, snow, forest, water, water]);
  const observed = new Uint8Array(7).fill(1);
  expect(maskSnow(observed, before, after)).toEqual([1, 2]);
  expect(Array.from(observed)).toEqual([1, 0, 0, 1, 1, 1, 1]);
});

test('patchy snow without any snow near stays: it may be a roof', () => {
  const observed = new Uint8Array(7).fill(1);
  const after = row([forest, forest, forest, forest, forest, patchySnow, forest]);
  expect(maskSnow(observed, row(new Array(7).fill(forest)), after)).toEqual([]);
});

test('without names nothing is masked', () => {
  const observed = new Uint8Array(1).fill(1);
  expect(maskSnow(observed, { ...row([forest]), names: undefined }, row([snow]))).toEqual([]);
});

test('change beside snow is unobserved, and thin snow is followed; other change stays', () => {
  const thin = forest.map((value) => value + 200);
  //                   snow    rim ×3                thin snow   other change
  const after = row([snow, forest, forest, forest, thin, thin, forest, forest]);
  const mask = new Uint8Array(8).fill(changeClass.changed);
  expect(blankBesideSnow(mask, [0], row(new Array(8).fill(forest)), after)).toHaveLength(6);
  const { changed, unobserved } = changeClass;
  expect([...mask]).toEqual([...new Array(6).fill(unobserved), changed, changed]);
});

test('turbid water is not snow: it is dark beside the ground around it, or no brighter than before', () => {
  const turbid = [900, 500, 300];
  const clearer = [550, 300, 100];
  const before = row([forest, forest, forest, clearer, forest]);
  const after = row([forest, forest, turbid, turbid, snow]);
  const observed = new Uint8Array(5).fill(1);
  expect(maskSnow(observed, before, after)).toEqual([4]);
});
