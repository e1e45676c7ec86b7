import type { Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { expectedMinutes } from './run-minutes.ts';

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

// Computed by hand: half a minute, and 2 s for each subarea of 110 × 110 km. A square fills (side /
// 110)² subareas, and its outline runs through 4 · side / 110 subareas, which count as 0.6 each.
test.each([500, 830, 2800, 3800])('an area of %d by the same kilometres takes its time', (side) => {
  const subareas = (side / 110) ** 2 + 0.6 * 4 * (side / 110);
  expect(Math.abs(expectedMinutes(square(side))! - (30 + 2 * subareas) / 60)).toBeLessThan(1.5);
});

test('the time of a smaller area says little', () => {
  expect(expectedMinutes(square(100))).toBeNull();
});

test('small places far apart are smaller ones, each of which takes longer', () => {
  // Forty squares of 3.4 km, at least half a degree apart. Most lie within a single subarea of 16 km,
  // and the others in two or four.
  const coordinates = Array.from({ length: 40 }, (_, index) => {
    const [west, south] = [-101 + 0.75 * (index % 8), 37 + 0.8 * Math.floor(index / 8)];
    const [east, north] = [west + 0.039, south + 0.0315];
    return [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ];
  });
  // A run on simulated scenes took 252 s.
  expect(expectedMinutes({ type: 'MultiPolygon', coordinates })).toBe(5);
});

test('islands take as long as the subareas that they lie in', () => {
  // Fifty tiny polygons, 3 degrees apart.
  const coordinates = Array.from({ length: 50 }, (_, index) => {
    const [west, south] = [100 + 3 * (index % 25), index < 25 ? 51 : 61];
    return [
      [
        [west, south],
        [west + 0.1, south],
        [west, south + 0.1],
        [west, south],
      ],
    ];
  });
  // Computed by hand: half a minute, and 0.6 · 50 · 2 s.
  expect(expectedMinutes({ type: 'MultiPolygon', coordinates })).toBe(2);
});
