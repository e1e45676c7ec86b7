import type { Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { extentSquareKilometers } from './area-measures.ts';
import { expectedMinutes, expectedPixelMeters } from './area-pixels.ts';
import { limits } from './limits.ts';

/** On the equator a degree is 111.2 km on the sphere of equal surface (radius 6371.007 km). */
const kilometersPerDegree = (6371.007 * Math.PI) / 180;

function square(kilometers: number): Polygon {
  const half = kilometers / kilometersPerDegree / 2;
  return {
    type: 'Polygon',
    coordinates: [
      [
        [-half, -half],
        [half, -half],
        [half, half],
        [-half, half],
        [-half, -half],
      ],
    ],
  };
}

test('the rectangle around an area is measured on the sphere of equal surface', () => {
  expect(extentSquareKilometers(square(20))).toBeCloseTo(400, 1);
});

test.each([
  [1, 10],
  [22.36, 10],
  [24, 10],
  [25, 20],
  [48, 20],
  [50, 40],
  [97, 40],
])('an area of %d by the same kilometres is compared in pixels of %d m', (side, pixelMeters) => {
  expect(expectedPixelMeters(square(side))).toBe(pixelMeters);
});

test('an area beyond what one run can take has none', () => {
  const side = Math.sqrt(limits.habitatPatrol.maxExtentSquareKilometers);
  expect(expectedPixelMeters(square(0.99 * side))).not.toBeNull();
  expect(expectedPixelMeters(square(1.01 * side))).toBeNull();
});

// By hand: 1.2 places for every 110 × 110 km, 2 s each, and half a minute.
test.each([
  [100, null],
  [500, 2],
  [830, 3],
  [2800, 27],
])('an area of %d by the same kilometres takes about so many minutes', (side, minutes) => {
  expect(expectedMinutes(square(side))).toBe(minutes);
});
