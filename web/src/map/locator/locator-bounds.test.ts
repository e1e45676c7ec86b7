import { expect, test } from 'vitest';
import { locatorBounds } from './locator-bounds.ts';

// The numbers are calculated by hand: the map is 1.5 times as wide as high on the ground.
test('a small area stands in the middle of four degrees of latitude', () => {
  expect(locatorBounds([29.99, -0.01, 30.01, 0.01])).toEqual([27, -2, 33, 2]);
  const [west, south, east, north] = locatorBounds([9.99, 59.99, 10.01, 60.01]);
  // A degree of longitude is half as long there.
  expect([west, south, east, north].map((value) => Number(value.toFixed(6)))).toEqual([
    4, 58, 16, 62,
  ]);
});

test('a large area fills two fifths of the height, or of the width', () => {
  expect(locatorBounds([-1, -4, 1, 4])).toEqual([-15, -10, 15, 10]);
  expect(locatorBounds([-6, -1, 6, 1])).toEqual([-15, -10, 15, 10]);
});

test('it stays on the map near the poles and beyond the antimeridian', () => {
  const [west, south, east, north] = locatorBounds([179, 80, 183, 83.9]);
  expect(north).toBe(84);
  expect(south).toBeLessThan(78);
  expect((west + east) / 2).toBe(181);
  expect(locatorBounds([-180, -84, 180, 84])).toEqual([-179, -84, 179, 84]);
});
