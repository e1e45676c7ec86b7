import { expect, test } from 'vitest';
import { runKernelHere } from '../../threads/kernel.ts';
import type { Composite } from '../types.ts';
import { matchFills } from './match-fills.ts';

const width = 120;
const pixelCount = width * width;
const names = ['red', 'nir'] as const;

/** A repeatable number from 0 to 1 (the minimal standard generator of Park and Miller). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Two kinds of ground, in numbers of reflectance × 10,000. */
function composite(seed: number, sceneIndex: Uint8Array): Composite {
  const random = generator(seed);
  const bands = names.map((name) =>
    Uint16Array.from({ length: pixelCount }, (_, index) => {
      const isForest = Math.floor((index % width) / 10) % 2 === 0;
      const ground = name === 'red' ? (isForest ? 300 : 1800) : isForest ? 3200 : 2400;
      return ground + 200 * random();
    }),
  );
  const scenes = [...new Set(sceneIndex)].map((index) => ({
    scene: { id: `scene ${index}`, datetime: `2020-07-${index + 10}T17:50:00Z` },
    pixelCount: 0,
    shareUsed: 0,
  }));
  return {
    grid: { width, height: width, affine: [10, 0, 0, 0, -10, 0], epsg: 32613 },
    names,
    bands,
    valid: new Uint8Array(pixelCount).fill(1),
    water: new Uint8Array(pixelCount),
    sceneIndex,
    scenes: scenes as unknown as Composite['scenes'],
    date: '2020-07-01',
    clearShare: 1,
  };
}

function meanOf(band: Uint16Array, isWanted: (index: number) => boolean): number {
  const values = [...band].filter((_, index) => isWanted(index));
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const isFill = (index: number): boolean => Math.floor(index / width) < 30;
const isChanged = (index: number): boolean => Math.floor(index / width) < 6 && index % width < 30;

test('takes another day’s haze and light from the pixels that fill gaps, and leaves change', async () => {
  const sceneIndex = Uint8Array.from({ length: pixelCount }, (_, index) => (isFill(index) ? 1 : 0));
  const clean = composite(1, sceneIndex);
  const before = composite(1, sceneIndex);
  const after = composite(2, new Uint8Array(pixelCount));
  for (const band of before.bands) {
    for (let index = 0; index < pixelCount; index++) {
      if (isChanged(index)) band[index] += 1500;
      // Haze brightens dark ground most.
      if (isFill(index)) band[index] = Math.round(band[index] * 0.9 + 350);
    }
  }
  const untouched = before.bands.map((band) => band.slice(30 * width));
  await matchFills({ before, after, notes: [] }, runKernelHere);

  for (const [index, band] of before.bands.entries()) {
    const isUnchangedFill = (pixel: number): boolean => isFill(pixel) && !isChanged(pixel);
    const expected = meanOf(clean.bands[index], isUnchangedFill);
    expect(Math.abs(meanOf(band, isUnchangedFill) - expected)).toBeLessThan(40);
    const change = meanOf(band, isChanged) - meanOf(clean.bands[index], isChanged);
    expect(change).toBeGreaterThan(1_000);
    expect(band.slice(30 * width)).toEqual(untouched[index]);
  }
});

test('leaves nodata and scenes of a few pixels as they are', async () => {
  const sceneIndex = new Uint8Array(pixelCount);
  sceneIndex.fill(1, 0, 20);
  sceneIndex.fill(255, 200, 300);
  const before = composite(3, sceneIndex);
  for (const band of before.bands) band.fill(0, 200, 300);
  before.valid.fill(0, 200, 300);
  const copies = before.bands.map((band) => band.slice());
  const after = composite(4, new Uint8Array(pixelCount));
  await matchFills({ before, after, notes: [] }, runKernelHere);
  expect(before.bands).toEqual(copies);
});
