import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { describe, expect, test } from 'vitest';
import { summariseMask } from '../decision/summary.ts';
import { type BandStack, changeClass } from '../options.ts';
import { mulberry32 } from '../pair/sample.ts';
import { detectChange } from './detect.ts';

// The pairs are made up, so their truth is known. No data come from elsewhere.
const width = 160;
const height = 128;
const pixels = width * height;
type Bands = readonly Float32Array[];

/** Ground of smooth hills and fields of 12 pixels; values around 400 to 3,000, from `phase` on. */
function ground(bandCount: number, seed: number, offset = 0): Float32Array[] {
  const random = mulberry32(seed);
  const fields = Array.from({ length: 400 }, () => random());
  return Array.from({ length: bandCount }, (_, band) => {
    const phase = random() * 6;
    return Float32Array.from({ length: pixels }, (_, i) => {
      const x = (i % width) + offset;
      const y = Math.floor(i / width) + 0.7 * offset;
      const hills = Math.sin(x / 23 + phase) * Math.cos(y / 31 + phase);
      return 1500 + 300 * hills + 900 * fieldValue(fields, x, y, band);
    });
  });
}

/** Fields with borders that a sensor blurs over one pixel, so that a part of a pixel's shift matters. */
function fieldValue(fields: readonly number[], x: number, y: number, band: number): number {
  const at = (column: number, row: number) =>
    (fields[(((Math.floor(row / 12) * 14 + Math.floor(column / 12)) % 400) + 400) % 400] *
      (band + 2) *
      1.7) %
    1;
  const [u, v] = [x - Math.floor(x), y - Math.floor(y)];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return (
    (1 - v) * ((1 - u) * at(left, top) + u * at(left + 1, top)) +
    v * ((1 - u) * at(left, top + 1) + u * at(left + 1, top + 1))
  );
}

function withNoise(bands: Bands, deviation: number, seed: number): Float32Array[] {
  const random = mulberry32(seed);
  const normal = () => random() + random() + random() + random() - 2;
  return bands.map((band) => band.map((value) => value + deviation * 1.73 * normal()));
}

function mapPixels(
  bands: Bands,
  change: (value: number, x: number, y: number, band: number) => number,
) {
  return bands.map((values, band) =>
    values.map((value, i) => change(value, i % width, Math.floor(i / width), band)),
  );
}

function stack(bands: BandStack['bands'], valid?: Uint8Array): BandStack {
  return { width, height, bands, valid: valid ?? new Uint8Array(pixels).fill(1) };
}

function summary(before: BandStack, after: BandStack) {
  const { mask } = detectChange(before, after);
  return summariseMask(mask, before.width, before.height);
}

function f1(mask: Uint8Array, truth: (x: number, y: number) => boolean): number {
  let right = 0;
  let wrong = 0;
  for (let i = 0; i < mask.length; i++) {
    const isChanged = truth(i % width, Math.floor(i / width));
    const isFound = mask[i] === changeClass.changed;
    if (isFound && isChanged) right++;
    else if (isFound !== isChanged) wrong++;
  }
  return (2 * right) / (2 * right + wrong);
}

describe.each([3, 6])('a pair without change, %d bands', (bandCount) => {
  const bands = ground(bandCount, 1);
  const noisy = (after: Bands) => withNoise(after, 12, 3);

  test('identical pictures give exactly nothing', () => {
    expect(summary(stack(bands), stack(bands)).changedPixels).toBe(0);
  });

  test.each([
    ['gain and offset', noisy(mapPixels(bands, (v, _x, _y, b) => v * (1.1 + b / 20) + 90))],
    ['noise', withNoise(bands, 60, 3)],
    ['a third of a pixel of shift', noisy(ground(bandCount, 1, 0.3))],
    ['a gradient', noisy(mapPixels(bands, (v, x, y) => v * (1 + x / 1600 - y / 1280)))],
    [
      'haze',
      noisy(mapPixels(bands, (v, x, _y, b) => v + 200 * Math.exp(-b / 2) * (x / width) ** 2)),
    ],
  ])('%s: at most 0.3 in 100 are false alarms', (_name, after) => {
    const { changedShare } = summary(stack(withNoise(bands, 12, 2)), stack(after));
    expect(changedShare).toBeLessThanOrEqual(0.003);
  });

  // Shifted edges form a second class of their own, and plain IR-MAD does not account for edges.
  test.each([
    ['gain and offset', noisy(mapPixels(bands, (v, _x, _y, b) => v * (1.1 + b / 20) + 90))],
    ['noise', withNoise(bands, 60, 3)],
    ['a gradient', noisy(mapPixels(bands, (v, x, y) => v * (1 + x / 1600 - y / 1280)))],
    [
      'haze',
      noisy(mapPixels(bands, (v, x, _y, b) => v + 200 * Math.exp(-b / 2) * (x / width) ** 2)),
    ],
  ])('%s: plain IR-MAD finds no second class', (_name, after) => {
    const pair = [stack(withNoise(bands, 12, 2)), stack(after)] as const;
    const { mask } = detectChange(...pair, { method: 'irmad' });
    expect(summariseMask(mask, width, height).changedPixels).toBe(0);
  });
});

describe('implanted change', () => {
  const other = (bandCount: number) => ground(bandCount, 99);

  test.each([
    [
      'three patches',
      6,
      (x: number, y: number) =>
        (x - 30) ** 2 + (y - 40) ** 2 < 150 || (x > 90 && x < 120 && y > 20 && y < 40),
    ],
    ['an eighth of the scene', 3, (x: number, y: number) => x < 80 && y < 32],
    ['half of the scene', 6, (x: number) => x < 80],
  ])('of %s is found in %d bands', (_name, bandCount, truth) => {
    const bands = ground(bandCount, 1);
    const replacement = other(bandCount);
    const after = mapPixels(bands, (value, x, y, band) =>
      truth(x, y) ? replacement[band][y * width + x] * 0.6 + 1500 : value,
    );
    const { mask } = detectChange(stack(withNoise(bands, 20, 4)), stack(withNoise(after, 20, 5)));
    expect(f1(mask, truth)).toBeGreaterThan(0.9);
  });

  const sampleTypes: [string, (band: Float32Array) => BandStack['bands'][number]][] = [
    ['uint8', (band) => Uint8Array.from(band, (v) => v / 16)],
    ['int16', (band) => Int16Array.from(band)],
    ['uint16', (band) => Uint16Array.from(band)],
  ];
  test.each(sampleTypes)('is found in %s samples, by both methods', (_type, convert) => {
    const truth = (x: number, y: number) => x > 60 && x < 100 && y > 40 && y < 80;
    const bands = ground(3, 1);
    const after = mapPixels(bands, (v, x, y, b) => (truth(x, y) ? v + [900, -300, 700][b] : v));
    const pair = [withNoise(bands, 20, 4), withNoise(after, 20, 5)].map((s) =>
      stack(s.map(convert)),
    );
    for (const method of ['automatic', 'irmad'] as const) {
      expect(f1(detectChange(pair[0], pair[1], { method }).mask, truth)).toBeGreaterThan(0.9);
    }
  });

  // Two thirds of the bands' deviation, in a pair whose noise is a thirtieth of it.
  test('that is weak, but stands apart in a quiet pair, is found', () => {
    const bands = ground(3, 1);
    const truth = (x: number, y: number) => (x - 60) ** 2 + (y - 64) ** 2 < 34 ** 2;
    const after = mapPixels(bands, (v, x, y, b) => (truth(x, y) ? v + [-200, 200, -200][b] : v));
    const { mask } = detectChange(stack(withNoise(bands, 10, 4)), stack(withNoise(after, 10, 5)));
    expect(f1(mask, truth)).toBeGreaterThan(0.9);
  });

  test('smaller than the smallest patch is left out', () => {
    const bands = ground(3, 1);
    const after = mapPixels(bands, (v, x, y) =>
      x >= 60 && x < 64 && y >= 40 && y < 44 ? v + 1500 : v,
    );
    const detect = (smallestPatchPixels: number) =>
      detectChange(stack(bands), stack(after), { smallestPatchPixels });
    expect(summariseMask(detect(5).mask, width, height).patchCount).toBe(1);
    expect(summariseMask(detect(60).mask, width, height).patchCount).toBe(0);
  });
});

describe('awkward input', () => {
  const bands = ground(3, 1);

  test('unobserved pixels and pixels that are not numbers stay unobserved', () => {
    const valid = new Uint8Array(pixels).fill(1);
    valid.fill(0, 0, 10 * width);
    const holes = bands.map((band) => band.slice());
    holes[1].fill(Number.NaN, 50 * width, 51 * width);
    holes[2][60 * width] = Number.POSITIVE_INFINITY;
    const { mask, score } = detectChange(stack(holes), stack(bands, valid));
    const unobserved = (i: number) => mask[i] === changeClass.unobserved;
    expect([0, 10 * width - 1, 50 * width + 7, 60 * width].every(unobserved)).toBe(true);
    expect(summariseMask(mask, width, height)).toMatchObject({
      observedPixels: pixels - 11 * width - 1,
      changedPixels: 0,
    });
    expect(score[10 * width]).not.toBeNaN();
  });

  test('a flat band is named, and the others are compared', () => {
    const flat = [bands[0], new Float32Array(pixels).fill(7), bands[2]];
    const result = detectChange(stack(flat), stack(flat));
    expect(result.notes.map(runSentence).join()).toContain('band 2');
    expect(summariseMask(result.mask, width, height).changedPixels).toBe(0);
  });

  test('two pictures of one single value have not changed', () => {
    const flat = [new Float32Array(pixels).fill(7)];
    for (const method of ['automatic', 'irmad'] as const) {
      const { mask } = detectChange(stack(flat), stack(flat), { method });
      expect(summariseMask(mask, width, height)).toMatchObject({
        observedPixels: pixels,
        changedPixels: 0,
      });
    }
  });

  test('one band is enough', () => {
    const truth = (x: number, y: number) => x > 60 && x < 100 && y > 40 && y < 80;
    const after = mapPixels([bands[0]], (v, x, y) => (truth(x, y) ? v + 1500 : v));
    const { mask } = detectChange(
      stack(withNoise([bands[0]], 20, 4)),
      stack(withNoise(after, 20, 5)),
    );
    expect(f1(mask, truth)).toBeGreaterThan(0.9);
  });

  test.each([
    ['nothing observed', width, height, 0],
    ['3 × 3 pixels', 3, 3, 1],
    ['one pixel', 1, 1, 1],
  ])('%s: all unobserved, and a note says so', (_name, columns, rows, observed) => {
    const small = {
      width: columns,
      height: rows,
      bands: [Float32Array.from({ length: columns * rows }, (_, i) => i)],
      valid: new Uint8Array(columns * rows).fill(observed),
    };
    const { mask, notes } = detectChange(small, small);
    expect(mask.every((code) => code === changeClass.unobserved)).toBe(true);
    expect(runSentence(notes[0])).toMatch(observed === 0 ? /^No pixel is clear/ : /too few/);
  });

  test('pictures that do not fit together are refused by their sizes', () => {
    const narrow = { ...stack(bands), width: 128, height: 160 };
    expect(() => detectChange(stack(bands), narrow)).toThrow(
      '160 × 128 pixels, after is 128 × 160',
    );
    expect(() => detectChange(stack(bands), stack(bands.slice(1)))).toThrow(
      'before has 3, after has 2',
    );
    expect(() => detectChange(stack([bands[0].slice(1)]), stack([bands[0]]))).toThrow('got 20479');
  });
});

test('the rim of a masked cloud is unobserved, unless margins are kept', () => {
  const bands = ground(4, 1);
  const valid = new Uint8Array(pixels).fill(1);
  const cloud = (x: number, y: number, radius: number) =>
    (x - 80) ** 2 + (y - 60) ** 2 < radius ** 2;
  for (let i = 0; i < pixels; i++) if (cloud(i % width, Math.floor(i / width), 14)) valid[i] = 0;
  const after = mapPixels(bands, (v, x, y) => (cloud(x, y, 18) ? v * 1.8 : v));
  const detect = (blankMaskMargins: boolean) =>
    detectChange(stack(withNoise(bands, 10, 4)), stack(withNoise(after, 10, 5), valid), {
      blankMaskMargins,
    });
  const rim = 60 * width + 80 + 16;
  expect(detect(false).mask[rim]).toBe(changeClass.changed);
  expect(detect(true).mask[rim]).toBe(changeClass.unobserved);
  expect(detect(true).notes.map(runSentence).join()).toContain('beside masked areas');
});
