import type { Polygon } from 'geojson';
import { describe, expect, test } from 'vitest';
import { AreaError, parseArea, readArea, writeArea } from './area.ts';

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
const feature = { type: 'Feature', properties: {}, geometry: square };

describe('parseArea understands', () => {
  test.each<[string, unknown]>([
    ['a geometry collection', { type: 'GeometryCollection', geometries: [point, square] }],
    ['a bare polygon', square],
    ['a feature', feature],
    ['a feature collection', { type: 'FeatureCollection', features: [feature] }],
  ])('%s', (_name, value) => {
    expect(parseArea(JSON.stringify(value))).toEqual(square);
  });

  test('several polygons, as one multi-polygon', () => {
    const { coordinates } = square;
    const multi = { type: 'MultiPolygon', coordinates: [coordinates, coordinates] };
    expect(parseArea(JSON.stringify(multi))).toEqual(multi);
    const collection = { type: 'GeometryCollection', geometries: [square, square] };
    expect(parseArea(JSON.stringify(collection))).toEqual(multi);
  });

  test('a byte order mark, heights, an open ring, repeated positions and too many decimals', () => {
    const ring = [
      [-96.000001, 41, 12],
      [-95, 41, 12],
      [-95, 41.000001, 13],
      [-95, 42],
      [-96, 42],
    ];
    const text = `\uFEFF${JSON.stringify({ type: 'Polygon', coordinates: [ring] })}`;
    expect(parseArea(text)).toEqual(square);
  });

  test('a hole that rounding empties is left out', () => {
    const speck = [
      [-95.5, 41.5],
      [-95.500001, 41.5],
      [-95.5, 41.500001],
      [-95.5, 41.5],
    ];
    const coordinates = [...square.coordinates, speck];
    expect(parseArea(JSON.stringify({ type: 'Polygon', coordinates }))).toEqual(square);
  });
});

describe('parseArea refuses, with a sentence', () => {
  const ring = (...positions: unknown[]): string =>
    JSON.stringify({ type: 'Polygon', coordinates: [positions] });
  test.each([
    ['text that isn’t JSON', '{', 'not valid JSON'],
    ['null', 'null', 'no polygon'],
    ['a point', JSON.stringify(point), 'no polygon'],
    ['a line there and back', ring([0, 0], [1, 1], [2, 2], [0, 0]), 'no polygon'],
    ['swapped coordinates', ring([41, -96], [41, -95], [42, -95]), '[41,-96]'],
    ['text for numbers', ring(['1', '2'], [1, 1], [2, 1]), '["1","2"]'],
    ['not a number', '{"type":"Polygon","coordinates":[[[1e999,0],[1,1],[2,1]]]}', '[null,0]'],
    ['rings that are no lists', '{"type":"Polygon","coordinates":"all"}', 'no list'],
    ['the antimeridian', ring([179, 0], [-179, 0], [-179, 1], [179, 1]), 'antimeridian'],
  ])('%s', (_name, text, part) => {
    expect(() => parseArea(text)).toThrow(AreaError);
    expect(() => parseArea(text)).toThrow(part);
  });

  test('more corners than are allowed', () => {
    const corners = (count: number) =>
      Array.from({ length: count }, (_, index) => {
        const turn = (2 * Math.PI * index) / (count - 1);
        return [-95 + Math.cos(turn), 41 + Math.sin(turn)];
      });
    const text = (count: number) =>
      JSON.stringify({ type: 'Polygon', coordinates: [corners(count)] });
    expect(() => parseArea(text(20_001))).toThrow('more than 20000 corners');
    expect(parseArea(text(20_000)).type).toBe('Polygon');
  });

  test('nesting that no file has, without exhausting the stack', () => {
    const depth = 20_000;
    const text = `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}${']}'.repeat(depth)}`;
    expect(() => parseArea(text)).toThrow(AreaError);
  });
});

test('readArea answers null where parseArea throws', () => {
  expect(readArea(JSON.stringify(square))).toEqual(square);
  expect(readArea('{')).toBeNull();
  expect(readArea('null')).toBeNull();
  expect(readArea(JSON.stringify(point))).toBeNull();
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
