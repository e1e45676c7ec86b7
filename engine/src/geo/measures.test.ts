import type { MultiPolygon, Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { areaBounds } from './bounds.ts';
import { areaSquareMeters, extentSquareKilometers, perimeterMeters } from './measures.ts';
import { wrapLongitude } from './position.ts';

const square: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [-96, 41],
      [-95, 41],
      [-95, 42],
      [-96, 42],
      [-96, 41],
    ],
  ],
};

test('the perimeter is the sum of great circles on a sphere of 6,371 km', () => {
  // Each meridian side is one degree: 6,371,000 · π / 180 = 111,194.93 m. The parallels' great
  // circles at 41° and 42° were computed with numpy by the spherical law of cosines:
  // 83,919.42 m and 82,633.46 m.
  expect(perimeterMeters(square)).toBeCloseTo(2 * 111_194.93 + 83_919.42 + 82_633.46, 1);
});

test('the ground covered is that of the ellipsoid, without holes', () => {
  const outer = [
    [-96, 41],
    [-95.9, 41],
    [-95.9, 41.1],
    [-96, 41.1],
    [-96, 41],
  ];
  const hole = [
    [-95.96, 41.04],
    [-95.94, 41.04],
    [-95.95, 41.06],
    [-95.96, 41.04],
  ];
  // GeographicLib 2.2.0 (Karney's geodesic polygons): 93,365,560 m² and 1,867,554 m². Its sides are
  // geodesics, ours are straight in the projection: the difference is a few parts in a million.
  const measured = areaSquareMeters({ type: 'Polygon', coordinates: [outer, hole] });
  expect(measured / (93_365_560 - 1_867_554)).toBeCloseTo(1, 5);
  const { coordinates } = square;
  const twice = areaSquareMeters({ type: 'MultiPolygon', coordinates: [coordinates, coordinates] });
  expect(twice).toBeCloseTo(2 * areaSquareMeters(square), 3);
});

test('bounds are west, south, east, north over all parts', () => {
  expect(
    areaBounds({
      type: 'MultiPolygon',
      coordinates: [
        square.coordinates,
        [
          [
            [10, -5],
            [11, -5],
            [11, -4],
            [10, -5],
          ],
        ],
      ],
    }),
  ).toEqual([-96, -5, 11, 42]);
});

test('where an area is cut along the antimeridian it has no edge', () => {
  const box = (west: number, east: number) => [
    [
      [west, 0],
      [east, 0],
      [east, 1],
      [west, 1],
      [west, 0],
    ],
  ];
  const across: MultiPolygon = {
    type: 'MultiPolygon',
    coordinates: [box(179, 180), box(-180, -179)],
  };
  const elsewhere: Polygon = { type: 'Polygon', coordinates: box(9, 11) };
  expect(perimeterMeters(across) / perimeterMeters(elsewhere)).toBeCloseTo(1, 4);
});

test('of an area on both sides of the antimeridian the east is beyond 180', () => {
  const part = (west: number, east: number) => [
    [
      [west, 51],
      [east, 51],
      [east, 53],
      [west, 51],
    ],
  ];
  const area: MultiPolygon = {
    type: 'MultiPolygon',
    coordinates: [part(-180, -175), part(172, 180)],
  };
  expect(areaBounds(area)).toEqual([172, 51, 185, 53]);
  // 13° of a parallel's belt: 6371.0072² km² · 13π/180 · (sin 53° − sin 51°).
  expect(extentSquareKilometers(area)).toBeCloseTo(197_908.39, 1);
  // A polygon that is more than half of the globe wide is measured the shorter way round.
  const wide: MultiPolygon = {
    type: 'MultiPolygon',
    coordinates: [part(-100, -95), part(100, 110)],
  };
  expect(areaBounds(wide)).toEqual([100, 51, 265, 53]);
  expect([185, 265, 180, -180, 12].map(wrapLongitude)).toEqual([-175, -95, 180, -180, 12]);
});
