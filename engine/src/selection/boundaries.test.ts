import geodesic from 'geographiclib-geodesic';
import type { Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { areaSquareMeters, perimeterMeters, sphereRadiusMeters } from '../geo/measures.ts';
import { measureBoundaries } from './boundaries.ts';
import { countHexagons, hexagonsOver } from './hexagons.ts';

const box = (west: number, south: number, east: number, north: number): Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

test('neighbours share the stretches of their edges, whichever corners they have', () => {
  const { outlineMeters, shared } = measureBoundaries([
    box(0, 0, 1, 2),
    box(1, 0, 2, 1),
    box(1, 1, 2, 3),
    box(5, 0, 6, 1),
  ]);
  // Along a meridian, a degree of the sphere.
  const degree = (sphereRadiusMeters * Math.PI) / 180;
  const lengths = shared.map(({ one, other, meters }) => [one, other, meters / degree]);
  expect(lengths).toHaveLength(3);
  expect(lengths).toContainEqual([0, 1, expect.closeTo(1, 9)]);
  expect(lengths).toContainEqual([0, 2, expect.closeTo(1, 9)]);
  // Along the parallel of 1°, the great circle.
  const across = geodesicMeters([1, 1], [2, 1]) / degree;
  expect(lengths).toContainEqual([1, 2, expect.closeTo(across, 9)]);
  expect(outlineMeters[0] / perimeterMeters(box(0, 0, 1, 2))).toBeCloseTo(1, 9);
  // A hole counts, and a corner in the middle of an edge changes nothing.
  const ring = box(4, -1, 7, 2).coordinates[0];
  const hole = box(5, 0, 6, 1).coordinates[0];
  const around: Polygon = { type: 'Polygon', coordinates: [ring, hole] };
  const inside = measureBoundaries([around, box(5, 0, 6, 1)]);
  expect(inside.shared).toEqual([
    { one: 0, other: 1, meters: expect.closeTo(inside.outlineMeters[1], 5) },
  ]);
  expect(inside.outlineMeters[0]).toBeGreaterThan(
    inside.outlineMeters[1] + perimeterMeters(box(4, -1, 7, 2)) - 1,
  );
});

/** The distance on a sphere by GeographicLib. */
function geodesicMeters([x1, y1]: number[], [x2, y2]: number[]): number {
  const sphere = new geodesic.Geodesic.Geodesic(sphereRadiusMeters, 0);
  return sphere.Inverse(y1, x1, y2, x2).s12 ?? Number.NaN;
}

test('hexagons cover the bounds, have the size that is asked for and share their sides', () => {
  const bounds = [-105, 40, -104.8, 40.1] as const;
  const hexagons = hexagonsOver([...bounds], 50);
  expect(hexagons).toHaveLength(countHexagons([...bounds], 50));
  const middle = hexagons[Math.floor(hexagons.length / 2)];
  for (const hexagon of hexagons) expect(areaSquareMeters(hexagon) / 500_000).toBeCloseTo(1, 2);
  expect(areaSquareMeters(middle) / 500_000).toBeCloseTo(1, 4);
  const { outlineMeters, shared } = measureBoundaries(hexagons);
  // The side of a regular hexagon of this area, on a sphere that differs from the ellipsoid by 0.3 %.
  const side = Math.sqrt((2 * 500_000) / (3 * Math.sqrt(3)));
  for (const { meters } of shared) expect(meters / side).toBeCloseTo(1, 1.9);
  for (const meters of outlineMeters) expect(meters / (6 * side)).toBeCloseTo(1, 1.9);
  // In a grid of rows × columns, each has two neighbours above, one at the ends, and one beside.
  const neighbours = Array.from({ length: hexagons.length }, () => 0);
  for (const { one, other } of shared) for (const each of [one, other]) neighbours[each]++;
  expect(Math.max(...neighbours)).toBe(6);
  const covered = hexagons.flatMap(({ coordinates }) => coordinates[0]);
  expect(Math.min(...covered.map(([x]) => x))).toBeLessThan(-105);
  expect(Math.max(...covered.map(([, y]) => y))).toBeGreaterThan(40.1);
});
