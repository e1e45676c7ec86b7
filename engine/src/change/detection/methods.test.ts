import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { describe, expect, test } from 'vitest';
import type { BandName } from '../../source/scene.ts';
import { type BandStack, changeClass } from '../options.ts';
import { MissingBandsError } from '../pair/named-bands.ts';
import { mulberry32 } from '../pair/sample.ts';
import { detectChange } from './detect.ts';

const width = 60;
const height = 40;
const names = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'] as const satisfies BandName[];
const forest = [250, 450, 300, 3000, 1400, 600];
const felled = [600, 900, 1200, 2000, 2800, 2100];
const isFelled = (i: number) =>
  i % width >= 20 && i % width < 30 && i >= 10 * width && i < 20 * width;

/** Forest with 3 % of noise, some of it felled. */
function scene(seed: number, withFelling: boolean): BandStack {
  const random = mulberry32(seed);
  const bands = names.map((_, band) =>
    Float32Array.from({ length: width * height }, (_, i) => {
      const value = (withFelling && isFelled(i) ? felled : forest)[band];
      return value * (1 + 0.06 * (random() + random() - 1));
    }),
  );
  return { width, height, bands, valid: new Uint8Array(width * height).fill(1), names };
}

function shares(mask: Uint8Array): [found: number, falsely: number] {
  let [hits, falseAlarms] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== changeClass.changed) continue;
    if (isFelled(i)) hits++;
    else falseAlarms++;
  }
  return [hits / 100, falseAlarms / (mask.length - 100)];
}

describe.each(['automatic', 'irmad', 'lda', 'ndvi', 'nbr'] as const)('the method %s', (method) => {
  test('finds felled forest', () => {
    const options = { method, landCover: 'forest' } as const;
    const [found, falsely] = shares(detectChange(scene(1, false), scene(2, true), options).mask);
    expect(found).toBeGreaterThan(0.95);
    expect(falsely).toBeLessThan(0.02);
  });
});

test('lda compares scrub unless told otherwise', () => {
  const pair = [scene(1, false), scene(2, true)] as const;
  const scoreOf = (landCover?: 'scrub' | 'forest') =>
    detectChange(...pair, { method: 'lda', ...(landCover && { landCover }) }).score;
  expect(scoreOf()).toEqual(scoreOf('scrub'));
  expect(scoreOf()).not.toEqual(scoreOf('forest'));
});

test.each([
  ['lda', ['blue', 'green', 'red', 'nir', 'swir1', undefined], 'swir2'],
  ['ndvi', ['blue', 'green', undefined, 'nir', 'swir1', 'swir2'], 'red'],
  ['nbr', undefined, 'nir, swir2'],
] as const)('%s without its bands says which are missing', (method, bandNames, missing) => {
  const pair = [scene(1, false), scene(2, true)].map((stack) => ({ ...stack, names: bandNames }));
  const detect = () => detectChange(pair[0], pair[1], { method });
  expect(detect).toThrow(MissingBandsError);
  expect(detect).toThrow(`The method "${method}" needs the bands ${missing}, but`);
});

test.each([
  ['automatic', undefined],
  ['irmad', 'found no second class'],
  ['ndvi', 'NDVI differs by at least 0.2'],
  ['nbr', 'NBR differs by at least 0.27'],
] as const)('%s gives nothing where nothing changed, and says how it decides', (method, says) => {
  const { mask, notes } = detectChange(scene(1, false), scene(2, false), { method });
  expect(shares(mask)).toEqual([0, 0]);
  expect(notes.map(runSentence).join()).toContain(says ?? '');
});

test('bands of 8 bits are not taken for reflectance', () => {
  const bytes = (stack: BandStack) => ({
    ...stack,
    bands: stack.bands.map((band) => Uint8Array.from(band, (value) => value / 16)),
  });
  const pair = [bytes(scene(1, false)), bytes(scene(2, true))];
  const named = detectChange(pair[0], pair[1]);
  const unnamed = detectChange({ ...pair[0], names: undefined }, { ...pair[1], names: undefined });
  expect(named.mask).toEqual(unnamed.mask);
});
