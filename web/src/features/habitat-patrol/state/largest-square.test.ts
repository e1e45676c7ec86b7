import { perimeterMeters } from '@refugia/engine/geo/measures.ts';
import type { Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { largestSquareIn } from './largest-square.ts';

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

// The specification allows 85,420 metres around.
test.each([box(-100, 38, -90, 44), box(-125, 24, -66, 49), box(-80, 25, -79, 25.5)])(
  'the square in %j is as large as may be drawn, and in its middle',
  (area) => {
    const square = largestSquareIn(area);
    const perimeter = perimeterMeters(square);
    expect(perimeter).toBeLessThanOrEqual(85_420);
    expect(perimeter).toBeGreaterThan(85_420 * 0.998);
    const [ring = []] = square.coordinates;
    const [west = 0, south = 0] = ring[0] ?? [];
    const [east = 0, north = 0] = ring[2] ?? [];
    const [[left = 0, bottom = 0] = [], , [right = 0, top = 0] = []] = area.coordinates[0] ?? [];
    expect((west + east) / 2).toBeCloseTo((left + right) / 2, 4);
    expect((south + north) / 2).toBeCloseTo((bottom + top) / 2, 4);
  },
);
