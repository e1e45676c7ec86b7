import { expect, test } from 'vitest';
import { filledShare } from './filled-share.ts';

// One tile at zoom z is 360 / 2^z degrees wide and 512 pixels: the definition of the XYZ scheme.
test('a tile fills a view of its own size, whatever its latitude', () => {
  const view = { width: 512, height: 512 };
  expect(filledShare([0, 0, 180, 85.0511287798], 1, view)).toBeCloseTo(1, 9);
  // Tile 11/501/765 by the formulas of the OpenStreetMap wiki, "Slippy map tilenames".
  const tile = [-91.93359375, 41.244772343082076, -91.7578125, 41.37680856570234] as const;
  expect(filledShare([...tile], 11, view)).toBeCloseTo(1, 6);
});

test('the longer side counts, by what the view has of it', () => {
  const wide = [0, 0, 90, 1] as const;
  expect(filledShare([...wide], 1, { width: 512, height: 2 })).toBeGreaterThan(1);
  expect(filledShare([...wide], 1, { width: 512, height: 512 })).toBeCloseTo(0.5, 9);
});
