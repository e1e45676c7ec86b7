import { parseArea } from '@refugia/contract/area.ts';
import { areaSquareMeters } from '@refugia/engine/geo/measures.ts';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { expect, test } from 'vitest';
import { habitatShapes } from './habitat-shapes.ts';

const origin = { source: 'A survey', approximate: false, tolerance_meters: 10 };

/** A closed, rugged ring of many corners around a point. */
function coast(longitude: number, latitude: number, radiusDegrees: number, corners: number) {
  const ring: Position[] = [];
  for (let index = 0; index < corners; index++) {
    const angle = (index / corners) * 2 * Math.PI;
    const radius = radiusDegrees * (1 + 0.0005 * Math.sin(index * 0.7));
    ring.push([longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)]);
  }
  return [...ring, ring[0]];
}

test('a small shape stays as it is, rounded and closed', () => {
  const square = [
    [-100.123456, 40, 312],
    [-100, 40, 312],
    [-100, 41, 312],
  ];
  const geometry = { type: 'Polygon', coordinates: [square] };
  expect(habitatShapes([{ geometry, name: 'Unit 1' }], origin)).toEqual([
    {
      type: 'Polygon',
      coordinates: [
        [
          [-100.12346, 40],
          [-100, 40],
          [-100, 41],
          [-100.12346, 40],
        ],
      ],
      unit_name: 'Unit 1',
      source: 'A survey',
      approximate: false,
      tolerance_meters: 10,
    },
  ]);
});

test('shapes with more corners than a run takes lose some, by no more than is said', () => {
  const land = { type: 'Polygon', coordinates: [coast(-90, 40, 1, 60_000)] };
  const cave = { type: 'Polygon', coordinates: [coast(-98, 30, 0.0005, 8)] };
  const shapes = habitatShapes(
    [
      { geometry: land, name: 'Land' },
      { geometry: cave, name: 'Cave' },
    ],
    origin,
  );
  expect(shapes.map(({ unit_name }) => unit_name)).toEqual(['Land', 'Cave']);
  const tolerance = shapes[0].tolerance_meters;
  expect(tolerance).toBeGreaterThan(10);
  const all = { type: 'GeometryCollection', geometries: shapes };
  expect(() => parseArea(JSON.stringify(all))).not.toThrow();
  // An outline within the tolerance everywhere covers as much, give or take its length times that.
  const before = areaSquareMeters(land as Polygon);
  const after = areaSquareMeters(shapes[0] as Polygon | MultiPolygon);
  const lengthMeters = 2 * Math.PI * 111_320;
  expect(Math.abs(after - before)).toBeLessThan(lengthMeters * tolerance);
});

test.each([
  ['a line', { type: 'LineString', coordinates: coast(-90, 40, 1, 8) }],
  ['nothing', null],
  ['text', 'POLYGON ((0 0, 1 1, 1 0, 0 0))'],
  [
    'a ring of two corners',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    },
  ],
  [
    'a ring without an area',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [2, 2],
          [0, 0],
        ],
      ],
    },
  ],
  ['a place off the Earth', { type: 'Polygon', coordinates: [coast(-1e7, 4e6, 100, 8)] }],
  ['no polygons', { type: 'MultiPolygon', coordinates: [] }],
  ['no rings', { type: 'Polygon', coordinates: [] }],
])('%s is no habitat', (_what, geometry) => {
  expect(habitatShapes([{ geometry, name: null }], origin)).toEqual([]);
});

test('more than can be dealt with is refused', () => {
  const geometry = { type: 'Polygon', coordinates: [coast(-90, 40, 1, 600_001)] };
  expect(() => habitatShapes([{ geometry, name: null }], origin)).toThrow(
    'The habitat has more than 600000 corners.',
  );
  const crowd = Array.from({ length: 5_000 }, (_, index) => ({
    geometry: { type: 'Polygon', coordinates: [coast(-100 + index / 1_000, 40, 0.0004, 4)] },
    name: null,
  }));
  expect(() => habitatShapes(crowd, origin)).toThrow("can't be simplified to 15000");
});

test('a unit on both sides of the antimeridian is kept, as its parts', () => {
  const part = (west: number, east: number) => [
    [
      [west, 51],
      [east, 51],
      [east, 52],
      [west, 51],
    ],
  ];
  const geometry = { type: 'MultiPolygon', coordinates: [part(178, 180), part(-180, -178)] };
  const [shape] = habitatShapes([{ geometry, name: 'Southwest Alaska' }], origin);
  expect(shape).toMatchObject(geometry);
});
