import { describe, expect, test } from 'vitest';
import { detectChange } from './detect.ts';
import { type BandStack, changeClass } from './options.ts';
import { mulberry32 } from './sample.ts';
import { summariseMask } from './summary.ts';

const width = 160;
const height = 120;

/** Ground of smooth hills and square fields, in the given bands; values around 1,000 to 3,000. */
function ground(bandCount: number, seed: number): Float32Array[] {
  const random = mulberry32(seed);
  const fields = Array.from({ length: 400 }, () => random());
  return Array.from({ length: bandCount }, (_, band) => {
    const phase = random() * 6;
    return Float32Array.from({ length: width * height }, (_, i) => {
      const x = i % width;
      const y = Math.floor(i / width);
      const field = fields[Math.floor(y / 12) * 14 + Math.floor(x / 12)];
      const hills = Math.sin(x / 23 + phase) * Math.cos(y / 31 + phase);
      return 1500 + 300 * hills + 900 * ((field * (band + 2) * 1.7) % 1);
    });
  });
}

function withNoise(bands: readonly Float32Array[], deviation: number, seed: number) {
  const random = mulberry32(seed);
  const normal = () => random() + random() + random() + random() - 2;
  return bands.map((band) => band.map((value) => value + deviation * 1.73 * normal()));
}

function stack(bands: readonly Float32Array[], valid?: Uint8Array): BandStack {
  return { width, height, bands, valid: valid ?? new Uint8Array(width * height).fill(1) };
}

function changedShare(before: BandStack, after: BandStack): number {
  const { mask } = detectChange(before, after);
  return summariseMask(mask, before.width, before.height).changedShare;
}

describe('a pair without change', () => {
  const bands = ground(4, 1);
  const before = stack(bands);

  test('identical pictures give exactly nothing', () => {
    expect(changedShare(before, before)).toBe(0);
  });

  test.each([
    ['gain', bands.map((band, i) => band.map((value) => value * (1.1 + i / 20) + 90))],
    ['noise', withNoise(bands, 25, 3)],
  ])('%s gives at most 0.3 %% false alarms', (_name, after) => {
    expect(changedShare(before, stack(after))).toBeLessThanOrEqual(0.003);
  });
});

test('an implanted patch is found', () => {
  const bands = ground(4, 1);
  const after = withNoise(bands, 20, 5);
  for (let y = 30; y < 60; y++) {
    for (let x = 50; x < 90; x++) {
      after.forEach((band, i) => {
        band[y * width + x] += i === 3 ? -700 : 500;
      });
    }
  }
  const { mask } = detectChange(stack(withNoise(bands, 20, 4)), stack(after));
  const { changedPixels, patchCount } = summariseMask(mask, width, height);
  expect(mask[45 * width + 70]).toBe(changeClass.changed);
  expect(patchCount).toBe(1);
  expect(Math.abs(changedPixels - 1200)).toBeLessThan(120);
});
