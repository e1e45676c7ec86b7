import { expect, test } from 'vitest';
import { crsOfEpsg } from '../../testing/crs.ts';
import { groundAreas } from './ground-area.ts';
import { pixelAreas } from './pixel-areas.ts';

/** Areas in hectares by Simpson's rule over a² (1 − e²) cos φ / (1 − e² sin² φ)², with 400,000 steps in numpy. */
test.each([
  [44, 44.5, 0.5, 221_868.62491764384],
  [-60, -59, 2, 1_261_961.1338060906],
  [0, 1, 1, 1_230_846.3893975352],
  [-90, 90, 90, 51_006_562_172.40885 / 4],
])('the pixel from latitude %d to %d is exact', (south, north, degrees, hectares) => {
  const crs = crsOfEpsg(4326, [0, south]);
  const affine = [degrees, 0, -180, 0, south - north, north] as const;
  const [area] = pixelAreas({ width: 1, affine, crs })(0);
  expect(Math.abs(area / hectares - 1)).toBeLessThan(1e-10);
});

test('pixels in UTM have the sizes of geodesic polygons', () => {
  const affine = [10, 0, 300_000, 0, -10, 4_900_000] as const;
  const grid = { width: 64, height: 64, affine, epsg: 32613 };
  const areasIn = pixelAreas({ ...grid, crs: crsOfEpsg(32613, [300_000, 4_900_000]) });
  let sum = 0;
  for (let row = 0; row < 64; row++) sum += areasIn(row).reduce((all, area) => all + area, 0);
  // The polygon of Karney's geodesics around all 64 × 64 pixels.
  const whole = groundAreas(grid).hectaresAt(0, 0) * 64 ** 2;
  expect(Math.abs(sum / whole - 1)).toBeLessThan(1e-7);
});

test('a turned grid has areas, too', () => {
  const affine = [6, 8, 500_000, 8, -6, 4_500_000] as const;
  const crs = crsOfEpsg(32613, [500_000, 4_500_000]);
  const areas = pixelAreas({ width: 40, affine, crs })(17);
  // 10 m × 10 m where the scale is 0.9996.
  for (const area of areas) expect(area / (0.01 / 0.9996 ** 2)).toBeCloseTo(1, 6);
});
