import { afterAll, expect, test } from 'vitest';
import { detectChange } from '../detection/detect.ts';
import { weighByIndices } from '../evidence/index-evidence.ts';
import type { BandStack, ChangeMethod } from '../options.ts';
import { mulberry32 } from '../pair/sample.ts';
import { startRowThreads } from './row-threads.ts';

const [width, height] = [230, 301];
const names = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'] as const;

/** What clearing does to each band. */
const clearing = [100, 200, 600, -1200, 700, 1200];

/** Fields of made-up reflectance, with noise, a hole in the middle, and a cleared rectangle. */
function date(seed: number, isCleared: boolean): BandStack {
  const random = mulberry32(seed);
  const valid = new Uint8Array(width * height).fill(1);
  for (let row = 120; row < 150; row++) valid.fill(0, row * width + 80, row * width + 120);
  const bands = names.map((_, band) => {
    const samples = new Uint16Array(new SharedArrayBuffer(width * height * 2));
    for (let i = 0; i < samples.length; i++) {
      const [x, y] = [i % width, Math.floor(i / width)];
      const field = ((x >> 4) * 7 + (y >> 4) * 13) % 5;
      const shift = isCleared && x > 20 && x < 60 && y > 200 && y < 240 ? clearing[band] : 0;
      samples[i] = 1500 + 200 * band + 150 * field + shift + 120 * random();
    }
    return samples;
  });
  return { width, height, bands, valid, names };
}

const before = date(1, false);
const after = date(2, true);
const threads = [1, 3].map((helpers) => startRowThreads(helpers));
afterAll(() => {
  for (const each of threads) each.close();
});

test.each(['automatic', 'irmad'] satisfies ChangeMethod[])(
  '%s finds the same, to the last bit, in any number of threads',
  (method) => {
    const alone = detectChange(before, after, { method });
    expect(alone.mask.filter((code) => code === 1).length).toBeGreaterThan(1000);
    for (const { run } of threads) {
      expect(detectChange(before, after, { method }, { runRows: run })).toEqual(alone);
    }
  },
);

test('a kernel that fails, in whichever thread, fails for whoever asked', () => {
  const [{ run }] = threads;
  const task = { score: new Float32Array(4), threshold: 1, observed: undefined as never };
  expect(() =>
    run(weighByIndices, { ...task, evidence: undefined as never }, { width: 2, height: 2 }),
  ).toThrow('Working on rows (weighByIndices) failed.');
});
