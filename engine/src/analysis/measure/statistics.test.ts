import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptOf, layoutOfKept } from '../../../testing/pixel-layouts.ts';
import { changeClass, changeKindCode, severityCode } from '../../change/index.ts';
import type { WorkArea } from '../../composite/index.ts';
import { rectangleLayout } from '../../raster/pixel-layout.ts';
import { measureChange } from './statistics.ts';

/** 100 × 100 pixels on the central meridian of UTM zone 13, where its scale is .9996. */
const width = 100;
const hectaresOfPixel = 0.01 / 0.9996 ** 2;

function workArea(mask: Uint8Array): WorkArea {
  return {
    grid: { width, height: width, affine: [10, 0, 499_500, 0, -10, 4_400_000], epsg: 32613 },
    layout: rectangleLayout({ width, height: width }),
    mask,
    pixelCount: mask.reduce((sum, value) => sum + value, 0),
    pixelSizeMeters: 10,
  };
}

const allOther = (mask: Uint8Array) => mask.map((code) => (code === 1 ? changeKindCode.other : 0));

test('sizes count the pixels of the area only, on the ellipsoid', () => {
  const inside = new Uint8Array(width * width);
  inside.fill(1, 0, 50 * width);
  const mask = new Uint8Array(width * width);
  // A patch of 6 pixels and one of 2 touch by a corner, so they are one of 8. One pixel stands
  // alone, and one lies outside of the area.
  for (const index of [0, 1, 2, 100, 101, 102, 203, 204, 1050, 9000]) mask[index] = 1;
  mask.fill(255, 40 * width);
  const { statistics } = measureChange({ mask, kinds: allOther(mask) }, workArea(inside));
  expect(statistics.areaHectares / hectaresOfPixel).toBeCloseTo(5000, 0);
  expect(statistics.clearHectares / hectaresOfPixel).toBeCloseTo(4000, 0);
  expect(statistics.clearShare).toBeCloseTo(0.8, 4);
  expect(statistics.changedHectares / hectaresOfPixel).toBeCloseTo(9, 2);
  expect(statistics.changedShare).toBeCloseTo(9 / 4000, 5);
  expect(statistics.patchCount).toBe(2);
  expect(statistics.largestPatchHectares / hectaresOfPixel).toBeCloseTo(8, 2);
});

test('an area without a clear pixel has shares of zero', () => {
  const inside = new Uint8Array(width * width).fill(1);
  const mask = new Uint8Array(width * width).fill(255);
  const { statistics } = measureChange({ mask, kinds: allOther(mask) }, workArea(inside));
  expect(statistics).toMatchObject({
    clearShare: 0,
    changedShare: 0,
    patchCount: 0,
    largestPatchHectares: 0,
    kinds: [],
  });
});

test('kinds are those of whole patches, the largest first, and add up to all change', () => {
  const inside = new Uint8Array(width * width).fill(1);
  const mask = new Uint8Array(width * width);
  const kinds = new Uint8Array(width * width);
  const paint = (indices: number[], kind: keyof typeof changeKindCode) => {
    for (const index of indices) {
      mask[index] = 1;
      kinds[index] = changeKindCode[kind];
    }
  };
  // A burn of three pixels with one of loss beside it, a loss of two, and a burn of one.
  paint([0, 1, 2], 'burn');
  paint([3, 50, 51], 'vegetation_loss');
  paint([5000], 'burn');
  const { statistics, patches } = measureChange({ mask, kinds }, workArea(inside));
  expect(patches.map(({ id, kind, pixels }) => [id, kind, [...pixels]])).toEqual([
    [1, 'burn', [0, 1, 2, 3]],
    [2, 'vegetation_loss', [50, 51]],
    [3, 'burn', [5000]],
  ]);
  expect(statistics.kinds.map(({ kind, patchCount }) => [kind, patchCount])).toEqual([
    ['burn', 2],
    ['vegetation_loss', 1],
  ]);
  expect(statistics.kinds[0].share).toBeCloseTo(5 / 7, 5);
  expect(statistics.kinds.reduce((sum, { hectares }) => sum + hectares, 0)).toBeCloseTo(
    statistics.changedHectares,
    9,
  );
});

test('severity is counted pixel by pixel, the most severe first', () => {
  const inside = new Uint8Array(width * width).fill(1, 1);
  const mask = new Uint8Array(width * width).fill(1, 0, 9);
  const { high_severity: high, high_regrowth: regrowth } = severityCode;
  const severities = new Uint8Array(width * width);
  severities.set([high, high, regrowth, high, high, regrowth, high, high, high]);
  const found = { mask, kinds: allOther(mask), severities };
  const { statistics, patches } = measureChange(found, workArea(inside));
  // The first of the nine pixels lies outside of the area.
  expect(statistics.severities).toEqual([
    { severity: 'high_severity', hectares: expect.closeTo(6 * hectaresOfPixel, 4), share: 0.75 },
    { severity: 'high_regrowth', hectares: expect.closeTo(2 * hectaresOfPixel, 4), share: 0.25 },
  ]);
  expect(patches[0].severity).toBe('high_severity');
  expect(
    measureChange({ mask, kinds: allOther(mask) }, workArea(inside)).statistics,
  ).not.toHaveProperty('severities');
});

// Expected: the statistics of the same pixels in the rectangle around them.
test('an area that is kept as runs has the numbers and patches that it has in a rectangle', () => {
  const raster = fc.uint8Array({ minLength: width * width, maxLength: width * width, max: 5 });
  fc.assert(
    fc.property(raster, raster, raster, (codes, ownKinds, kept) => {
      const isKept = kept.map((value) => Math.min(1, value));
      const mask = codes.map((code) => (code < 2 ? changeClass.changed : code === 5 ? 255 : 0));
      const codeOfKind = Object.values(changeKindCode);
      const kinds = mask.map((code, index) =>
        code === changeClass.changed ? codeOfKind[ownKinds[index] % codeOfKind.length] : 0,
      );
      const area = workArea(isKept);
      const whole = measureChange({ mask, kinds }, area);
      const runs = measureChange(
        { mask: keptOf(mask, isKept), kinds: keptOf(kinds, isKept) },
        {
          ...area,
          layout: layoutOfKept(isKept, width),
          mask: new Uint8Array(area.pixelCount).fill(1),
        },
      );
      expect(runs.statistics).toEqual(whole.statistics);
      const places = Int32Array.from(isKept.keys()).filter((index) => isKept[index] === 1);
      expect(
        runs.patches.map((patch) => ({
          ...patch,
          pixels: patch.pixels.map((pixel) => places[pixel]),
        })),
      ).toEqual(whole.patches);
    }),
    { numRuns: 12 },
  );
});
