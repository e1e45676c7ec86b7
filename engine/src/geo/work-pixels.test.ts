import type { Polygon, Position } from 'geojson';
import { expect, test } from 'vitest';
import { extentSquareKilometers } from './measures.ts';
import { expectedPixelMeters, maxExtentSquareKilometers } from './work-pixels.ts';

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

// Areas of at most 505 km² have pixels of 10 m. For larger ones the rectangle counts.
test.each([
  [30, 10],
  [31.7, 10],
  [32, 20],
  [60, 20],
  [62, 40],
])(
  'half a square of %d by the same kilometres is compared in pixels of %d m',
  (side, pixelMeters) => {
    const [[southwest, southeast, northeast]] = square(side).coordinates as [Position[]];
    const half: Polygon = {
      type: 'Polygon',
      coordinates: [[southwest!, southeast!, northeast!, southwest!]],
    };
    expect(expectedPixelMeters(half)).toBe(pixelMeters);
  },
);

test('an area beyond what one run can take has none', () => {
  const side = Math.sqrt(maxExtentSquareKilometers);
  expect(expectedPixelMeters(square(0.99 * side))).not.toBeNull();
  expect(expectedPixelMeters(square(1.01 * side))).toBeNull();
});
