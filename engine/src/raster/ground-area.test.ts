import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptOf, layoutOfKept, placedIn } from '../../testing/pixel-layouts.ts';
import { groundAreas } from './ground-area.ts';

// Expected: the outlines projected to the ellipsoid's cylindrical equal-area projection by PROJ
// (rasterio 1.3.5), 400 points a side, and summed with numpy; that projection's own square to Albers.
test.for([
  ['on the central meridian', 32613, [10, 0, 500_000, 0, -10, 4_410_000], 1000, 10_007.9966],
  ['200 km west of it', 32613, [10, 0, 300_000, 0, -10, 4_410_000], 1000, 9_998.635],
  [
    '21 km wide, near the zone’s edge',
    32613,
    [10, 0, 700_000, 0, -10, 4_421_000],
    2100,
    44_087.1263,
  ],
  [
    'of 320 km in Albers, over the Columbia',
    5070,
    [320, 0, -2_000_000, 0, -320, 2_500_000],
    1000,
    10_240_000.01,
  ],
  [
    'of 160 km in the global equal-area grid',
    6933,
    [160, 0, -11_000_000, 0, -160, 4_800_000],
    1000,
    2_560_000.001,
  ],
  ['in Web Mercator', 3857, [10, 0, -11_690_000, 0, -10, 4_840_000], 1000, 5_897.6345],
] as const)('the true size of a square %s', ([, epsg, affine, pixels, hectares]) => {
  const areas = groundAreas({ width: pixels, height: pixels, epsg, affine });
  const mask = new Uint8Array(pixels * pixels).fill(1);
  expect(areas.hectaresOf(mask) / hectares).toBeCloseTo(1, 5);
});

test('only pixels of the value count, each with its own size', () => {
  const grid = { width: 70, height: 70, epsg: 32613, affine: [10, 0, 5e5, 0, -10, 4.4e6] } as const;
  const areas = groundAreas(grid);
  const mask = new Uint8Array(70 * 70);
  mask[0] = 2;
  mask[69 * 70 + 69] = 2;
  mask[5] = 1;
  const expected = areas.hectaresAt(0, 0) + areas.hectaresAt(69, 69);
  expect(areas.hectaresOf(mask, 2)).toBeCloseTo(expected, 12);
  expect(areas.hectaresAt(0, 0)).toBeCloseTo(0.010008, 6);
});

// Expected: the sizes of the same pixels in the whole rectangle.
test.each([32613, 6933])(
  'pixels that are kept alone are as large as in a rectangle, EPSG:%d',
  (epsg) => {
    const [width, height] = [150, 140];
    const grid = { width, height, epsg, affine: [10, 0, 7e5, 0, -10, 4.4e6] } as const;
    const raster = fc.uint8Array({ minLength: width * height, maxLength: width * height, max: 3 });
    fc.assert(
      fc.property(raster, raster, (mask, kept) => {
        const isKept = kept.map((value) => Math.min(1, value));
        const inside = mask.map((value, index) => value * isKept[index]);
        const areas = groundAreas(grid);
        const plane = keptOf(mask, isKept);
        const layout = layoutOfKept(isKept, width);
        for (const value of [1, 2]) {
          expect(areas.hectaresOf(plane, value, layout)).toBe(areas.hectaresOf(inside, value));
        }
      }),
      { numRuns: 5 },
    );
  },
);

test('of a grid of billions of pixels only what is asked for is measured', () => {
  // Its 25 million cells would take minutes. Expected: the same pixels in a grid that begins near them.
  const size = { width: 320_000, height: 320_000 };
  const isKept = [1, 1, 0, 1, 0, 1];
  const place = { column: 500 * 64, row: 400 * 64 };
  const layout = placedIn(size, place, layoutOfKept(isKept, 3));
  const large = groundAreas({ ...size, epsg: 32613, affine: [10, 0, 2e5, 0, -10, 4.7e6] });
  const near = groundAreas({
    width: 3,
    height: 2,
    epsg: 32613,
    affine: [10, 0, 2e5 + 10 * place.column, 0, -10, 4.7e6 - 10 * place.row],
  });
  expect(large.hectaresOf(new Uint8Array(4).fill(1), 1, layout)).toBeCloseTo(
    near.hectaresOf(Uint8Array.from(isKept)),
    12,
  );
  expect(large.hectaresAt(place.column, place.row)).toBeCloseTo(near.hectaresAt(0, 0), 12);
});

test.each([32613, 5070])('a mask of another layout is refused, EPSG:%d', (epsg) => {
  const areas = groundAreas({ width: 3, height: 2, epsg, affine: [10, 0, 5e5, 0, -10, 4.4e6] });
  expect(() => areas.hectaresOf(new Uint8Array(4))).toThrow('4 samples for 6 kept pixels.');
});
