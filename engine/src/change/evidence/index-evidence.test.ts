import { expect, test } from 'vitest';
import type { BandStack } from '../options.ts';
import { runRowsHere } from '../rows/run-rows.ts';
import { coverChangeTest, gatherEvidence, weighByIndices } from './index-evidence.ts';

/** blue, green, red, nir, swir1, swir2 reflectances × 10,000 of a few kinds of ground. */
const forest = [300, 500, 300, 3000, 1300, 600];
const soil = [700, 1000, 1300, 2200, 2900, 2400];
const crop = [400, 700, 600, 2400, 2000, 1200];
const lushCrop = [280, 600, 350, 4200, 1700, 800];

function stack(pixels: readonly number[][]): BandStack {
  return {
    width: pixels.length,
    height: 1,
    bands: [0, 1, 2, 3, 4, 5].map((band) => Float32Array.from(pixels, (pixel) => pixel[band])),
    valid: new Uint8Array(pixels.length).fill(1),
    names: ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'],
  };
}

const shaded = forest.map((value) => value * 0.6);
const hazy = forest.map((value, band) => value + [900, 850, 700, 500, 400, 300][band]);
/** A quarter of the ground under snow. */
const snowy = crop.map((value, band) => 0.75 * value + [2100, 2100, 2050, 1900, 250, 150][band]);
const burned = [450, 500, 620, 1100, 1500, 1700];
const shadedThenBurned = burned.map((value) => value * 1.5);
const quiet = Array.from({ length: 12 }, () => forest);
const before = stack([...quiet, forest, forest, crop, forest, forest, crop]);
const after = stack([...quiet, soil, shaded, lushCrop, hazy, burned, snowy]);
const [cleared, shadow, growth, haze, burn, thinSnow] = [12, 13, 14, 15, 16, 17];
const sample = Int32Array.from(before.bands[0].keys());
const observed = new Uint8Array(18).fill(1);
const threshold = 2.5;

test('a shift of an index confirms; light, haze, thin snow and greener vegetation are held below the threshold', () => {
  const score = new Float32Array(18).fill(5);
  const evidence = gatherEvidence(before, after, sample)!;
  runRowsHere(weighByIndices, { score, threshold, evidence, observed }, before);
  expect(score[cleared]).toBeGreaterThanOrEqual(5);
  expect(score[burn]).toBeGreaterThanOrEqual(5);
  for (const pixel of [shadow, growth, haze, thinSnow])
    expect(score[pixel]).toBeLessThan(threshold);
});

test('a bright roof on a field is not white light', () => {
  const fallow = [720, 980, 1280, 1950, 2750, 2350];
  const roof = [1750, 1820, 1900, 2150, 2250, 2000];
  const ground = Array.from({ length: 12 }, () => fallow);
  const pair = [stack([...ground, fallow]), stack([...ground, roof])] as const;
  const score = new Float32Array(13).fill(5);
  const task = { score, threshold, observed: new Uint8Array(13).fill(1) };
  const evidence = gatherEvidence(...pair, Int32Array.from(score.keys()))!;
  runRowsHere(weighByIndices, { ...task, evidence }, pair[0]);
  expect(score[12]).toBeGreaterThanOrEqual(4);
});

test('where the season shifts every index by a full shift, nothing is held back', () => {
  const leafless = [380, 500, 600, 1650, 1750, 1100];
  const leafy = [170, 420, 230, 3750, 1580, 660];
  const woods = Array.from({ length: 12 }, () => leafy);
  const pair = [
    stack([...woods, forest]),
    stack([...Array.from({ length: 12 }, () => leafless), forest.map((value) => value * 0.9)]),
  ] as const;
  const score = new Float32Array(13).fill(5);
  const evidence = gatherEvidence(...pair, Int32Array.from(score.keys()))!;
  expect(evidence.trust).toBe(0);
  runRowsHere(
    weighByIndices,
    { score, threshold, evidence, observed: new Uint8Array(13).fill(1) },
    pair[0],
  );
  expect(Math.min(...score)).toBeGreaterThanOrEqual(threshold);
});

test('without all six names there is no evidence', () => {
  expect(gatherEvidence({ ...before, names: undefined }, after, sample)).toBeUndefined();
  const names = [undefined, 'green', 'red', 'nir', 'swir1', 'swir2'] as const;
  expect(gatherEvidence({ ...before, names }, after, sample)).toBeUndefined();
});

test('beside clouds, burned ground is told from what clouds and their shadows do', () => {
  const inShadow = stack([
    ...quiet,
    ...quiet.slice(0, 4),
    forest.map((value) => value * 0.5),
    crop,
  ]);
  const isCoverChange = coverChangeTest(gatherEvidence(before, after, sample)!);
  expect([cleared, shadow, haze, burn].map((pixel) => isCoverChange(pixel))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  const lit = stack([...quiet, ...quiet.slice(0, 4), shadedThenBurned, crop]);
  expect(coverChangeTest(gatherEvidence(inShadow, lit, sample)!)(burn)).toBe(true);
});
