import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BandName } from '../../source/scene.ts';
import { type BandStack, type ChangeMethod, changeClass } from '../options.ts';
import { mulberry32 } from '../pair/sample.ts';
import { detectChange } from './detect.ts';

const methods = ['automatic', 'irmad', 'lda', 'ndvi', 'nbr'] as const satisfies ChangeMethod[];
const sixNames = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'] as const satisfies BandName[];

/** Fields of 9 pixels with noise, as reflectance × 10,000. */
function ground(width: number, height: number, bandCount: number, seed: number): Float32Array[] {
  const random = mulberry32(seed);
  const fields = Array.from({ length: 256 }, () => random());
  return Array.from({ length: bandCount }, (_, band) =>
    Float32Array.from({ length: width * height }, (_, i) => {
      const field = Math.floor((i % width) / 9) + 13 * Math.floor(i / width / 9);
      return 600 + 2400 * ((fields[field % 256] * (band + 2)) % 1) + 60 * random();
    }),
  );
}

function stack(
  bands: BandStack['bands'],
  width: number,
  height: number,
  names?: BandStack['names'],
): BandStack {
  return { width, height, bands, valid: new Uint8Array(width * height).fill(1), names };
}

/** What must hold whatever the pictures are. */
function requireSense(before: BandStack, after: BandStack, method: ChangeMethod): Uint8Array {
  const { mask, kinds, score, notes } = detectChange(before, after, { method });
  const { unchanged, changed, unobserved } = changeClass;
  for (let i = 0; i < mask.length; i++) {
    const values = [...before.bands, ...after.bands].map((band) => band[i]);
    const isSeen = before.valid[i] === 1 && after.valid[i] === 1 && values.every(Number.isFinite);
    if (![unchanged, changed, unobserved].some((code) => code === mask[i])) {
      throw new Error(`pixel ${i} has the code ${mask[i]}`);
    }
    if (!isSeen && mask[i] !== unobserved) throw new Error(`pixel ${i} is unseen, not unobserved`);
    if (mask[i] !== changed && kinds[i] !== 0) throw new Error(`pixel ${i} has a kind of change`);
    if (mask[i] === changed && kinds[i] === 0) throw new Error(`pixel ${i} lacks its kind`);
    if (mask[i] !== unobserved && Number.isNaN(score[i])) throw new Error(`score ${i} is NaN`);
  }
  for (const note of notes) expect(runSentence(note)).not.toMatch(/NaN|undefined/);
  return mask;
}

function changedShare(mask: Uint8Array): number {
  const changed = mask.filter((code) => code === changeClass.changed).length;
  return changed / mask.filter((code) => code !== changeClass.unobserved).length;
}

/** Any picture at all: sizes from one pixel, any numbers, holes, sample types, names or none. */
const anyPair = fc
  .record({
    width: fc.integer({ min: 1, max: 24 }),
    height: fc.integer({ min: 1, max: 24 }),
    bandCount: fc.integer({ min: 1, max: 7 }),
    seed: fc.integer(),
    kind: fc.constantFrom('float', 'uint8', 'uint16', 'int16'),
    spoil: fc.array(
      fc.record({
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        value: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 0, -9999, 65535, 3.4e38),
      }),
      { maxLength: 4 },
    ),
    holes: fc.double({ min: 0, max: 1, noNaN: true }),
    isNamed: fc.boolean(),
  })
  .map(({ width, height, bandCount, seed, kind, spoil, holes, isNamed }) => {
    const random = mulberry32(seed);
    const date = (dateSeed: number): BandStack => {
      const bands = ground(width, height, bandCount, dateSeed).map((band) => {
        for (const { share, value } of spoil) {
          if (random() < 0.5) for (let i = 0; i < band.length * share; i++) band[i] = value;
        }
        if (kind === 'uint8') return Uint8Array.from(band, (value) => value / 16);
        if (kind === 'uint16') return Uint16Array.from(band);
        return kind === 'int16' ? Int16Array.from(band) : band;
      });
      const names = isNamed ? sixNames.slice(0, bandCount) : undefined;
      const picture = stack(bands, width, height, names);
      for (let i = 0; i < picture.valid.length; i++) if (random() < holes) picture.valid[i] = 0;
      return picture;
    };
    return { before: date(seed), after: date(seed + 1) };
  });

test('whatever the pictures, nothing unseen is judged, and no number is lost', () => {
  fc.assert(
    fc.property(anyPair, ({ before, after }) => {
      requireSense(before, after, 'automatic');
      requireSense(before, after, 'irmad');
    }),
    { numRuns: 120, seed: 5 },
  );
});

describe.each(methods)('the method %s', (method) => {
  test.each([
    [16, 16],
    [1, 400],
    [400, 1],
    [2, 90],
  ])('takes pictures of %d × %d pixels', (width, height) => {
    const bands = ground(width, height, 6, 1);
    const mask = requireSense(
      stack(bands, width, height, sixNames),
      stack(bands, width, height, sixNames),
      method,
    );
    expect(mask.every((code) => code === changeClass.unchanged)).toBe(true);
  });

  test('takes pictures without any data, with one seen pixel, and with one value', () => {
    const picture = stack(ground(40, 40, 6, 1), 40, 40, sixNames);
    const nothing = { ...picture, valid: new Uint8Array(1600) };
    const onePixel = { ...picture, valid: new Uint8Array(1600).fill(1, 800, 801) };
    const flat = stack(
      picture.bands.map((_, band) => new Float32Array(1600).fill(500 + band)),
      40,
      40,
      sixNames,
    );
    for (const other of [nothing, onePixel]) {
      const mask = requireSense(picture, other, method);
      expect(mask.every((code) => code === changeClass.unobserved)).toBe(true);
    }
    expect(changedShare(requireSense(flat, flat, method))).toBe(0);
    requireSense(picture, flat, method);
  });
});

const convertors: [string, number, (band: Float32Array) => BandStack['bands'][number]][] = [
  ['8-bit RGB', 3, (band) => Uint8Array.from(band, (value) => value / 13)],
  ['four bands', 4, (band) => Uint16Array.from(band)],
  ['seven bands', 7, (band) => Int16Array.from(band)],
  ['one band', 1, (band) => band],
];

describe.each(convertors)('%s', (_name, bandCount, convert) => {
  const [width, height] = [96, 96];
  const bands = ground(width, height, bandCount, 3);
  const picture = (values: readonly Float32Array[]) =>
    stack(
      values.map((band) => convert(band)),
      width,
      height,
    );

  test('identical pictures, another gain and another offset are no change', () => {
    const scaled = bands.map((band, i) => band.map((value) => value * (0.8 + 0.04 * i) + 200));
    expect(changedShare(requireSense(picture(bands), picture(bands), 'automatic'))).toBe(0);
    expect(changedShare(requireSense(picture(bands), picture(scaled), 'automatic'))).toBe(0);
  });

  test('a shift of one pixel alarms at the edges of fields alone', () => {
    // Two in nine pixels lie beside an edge that the shift crosses.
    const shifted = bands.map((band) => band.map((_, i) => band[i % width === 0 ? i : i - 1]));
    const share = changedShare(requireSense(picture(bands), picture(shifted), 'automatic'));
    expect(share).toBeLessThan(0.12);
  });

  test('dates of which most differs are said to be so', () => {
    const other = ground(width, height, bandCount, 77);
    const most = bands.map((band, b) =>
      band.map((value, i) => (i % width < 84 ? 4000 - 0.7 * other[b][i] : value)),
    );
    requireSense(picture(bands), picture(most), 'automatic');
    const { notes } = detectChange(picture(bands), picture(most));
    expect(notes.map(runSentence).join()).toContain('hardly resemble each other');
  });
});

test('bytes are bytes in whatever type they are stored: their ratios decide nothing', () => {
  const [width, height] = [96, 96];
  const bytes = ground(width, height, 6, 3).map((band) => Uint8Array.from(band, (v) => v / 13));
  // All bands brighten equally. For indices that is light, but in stretched numbers it may be a
  // building.
  const built = bytes.map((band) =>
    band.map((value, i) => (i % width < 30 && i < 30 * width ? (value + 255) >> 1 : value)),
  );
  const changed = (convert: (band: Uint8Array) => BandStack['bands'][number]) => {
    const picture = (bands: readonly Uint8Array[]) =>
      stack(bands.map(convert), width, height, sixNames);
    return detectChange(picture(bytes), picture(built)).mask;
  };
  const expected = changed((band) => band);
  expect(changedShare(expected)).toBeGreaterThan(0.05);
  expect(changed((band) => Float32Array.from(band))).toEqual(expected);
  expect(changed((band) => Uint16Array.from(band))).toEqual(expected);
});
