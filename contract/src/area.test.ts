import type { Polygon } from 'geojson';
import { describe, expect, test } from 'vitest';
import { areaBounds, perimeterMeters, readArea, writeArea } from './area.ts';

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
const point = { type: 'Point', coordinates: [1, 2] };

describe('readArea', () => {
  test.each<[string, unknown]>([
    ['a geometry collection', { type: 'GeometryCollection', geometries: [point, square] }],
    ['a bare geometry', square],
    ['a feature', { type: 'Feature', properties: {}, geometry: square }],
    [
      'a feature collection',
      {
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', properties: {}, geometry: null },
          { type: 'Feature', properties: {}, geometry: square },
        ],
      },
    ],
  ])('understands %s', (_name, value) => {
    expect(readArea(JSON.stringify(value))).toEqual(square);
  });

  test('several polygons become one multi-polygon', () => {
    const two = { type: 'GeometryCollection', geometries: [square, square] };
    expect(readArea(JSON.stringify(two))).toEqual({
      type: 'MultiPolygon',
      coordinates: [square.coordinates, square.coordinates],
    });
  });

  const ring = (positions: unknown) =>
    JSON.stringify({ type: 'Polygon', coordinates: [positions] });
  test.each<[string, string | undefined]>([
    ['nothing', undefined],
    ['empty text', ''],
    ['no JSON', '{'],
    ['null', 'null'],
    ['no polygon', JSON.stringify(point)],
    ['an empty collection', JSON.stringify({ type: 'GeometryCollection', geometries: [] })],
    ['no rings', JSON.stringify({ type: 'Polygon', coordinates: [] })],
    [
      'too few positions',
      ring([
        [0, 0],
        [1, 1],
        [0, 0],
      ]),
    ],
    [
      'an open ring',
      ring([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]),
    ],
    [
      'a position off the globe',
      ring([
        [0, 0],
        [181, 0],
        [1, 1],
        [0, 0],
      ]),
    ],
    [
      'text for numbers',
      ring([
        ['0', '0'],
        [1, 0],
        [1, 1],
        ['0', '0'],
      ]),
    ],
    ['more text than is allowed', `${' '.repeat(1_000_000)}${JSON.stringify(square)}`],
  ])('finds no area in %s', (_name, text) => {
    expect(readArea(text)).toBeNull();
  });

  test('thousands of nested collections are no area, and no overflow', () => {
    const depth = 10_000;
    const text =
      '{"type":"GeometryCollection","geometries":['.repeat(depth) +
      JSON.stringify(square) +
      ']}'.repeat(depth);
    expect(readArea(text)).toBeNull();
  });
});

test('an area is sent as a geometry collection with 5 decimals, without heights', () => {
  const area: Polygon = {
    type: 'Polygon',
    coordinates: [
      [
        [-96.1234567, 41.0000049, 300],
        [-95, 41],
        [-95, 42],
        [-96.1234567, 41.0000049, 300],
      ],
    ],
  };
  expect(JSON.parse(writeArea(area))).toEqual({
    type: 'GeometryCollection',
    geometries: [
      {
        type: 'Polygon',
        coordinates: [
          [
            [-96.12346, 41],
            [-95, 41],
            [-95, 42],
            [-96.12346, 41],
          ],
        ],
      },
    ],
  });
});

test('the perimeter is the sum of great circles on a sphere of 6,371 km', () => {
  // Each meridian side is one degree: 6,371,000 · π / 180 = 111,194.93 m. The parallels' great
  // circles at 41° and 42° were computed with numpy by the spherical law of cosines:
  // 83,919.42 m and 82,633.46 m.
  expect(perimeterMeters(square)).toBeCloseTo(2 * 111_194.93 + 83_919.42 + 82_633.46, 1);
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
