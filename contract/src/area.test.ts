import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import type { Polygon, Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { AreaError, areaOf, faultOfPlace, parseArea, readArea, writeArea } from './area.ts';

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
    ['a ring of two positions', ring([0, 0], [1, 1]), 'no polygon'],
    ['a line there and back', ring([0, 0], [1, 1], [2, 2], [0, 0]), 'no polygon'],
    ['swapped coordinates', ring([41, -96], [41, -95], [42, -95]), '[41,-96]'],
    ['text for numbers', ring(['1', '2'], [1, 1], [2, 1]), '["1","2"]'],
    ['not a number', '{"type":"Polygon","coordinates":[[[1e999,0],[1,1],[2,1]]]}', '[null,0]'],
    ['rings that are no lists', '{"type":"Polygon","coordinates":"all"}', 'no list'],
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
    const lists = '['.repeat(5_000) + ']'.repeat(5_000);
    for (const coordinates of [lists, `[${lists}]`, `[[[0,0],${lists}]]`, `[[[${lists},0]]]`]) {
      expect(() => parseArea(`{"type":"Polygon","coordinates":${coordinates}}`)).toThrow(AreaError);
    }
  });
});

test.each([
  [[10, 83, 11, 84.001], 'reaches to 84.001° north'],
  [[10, -80.5, 11, -79], 'reaches to 80.5° south'],
  [[10, -89, 11, 89], 'reaches to 89° south'],
] as const)('an area beyond all imagery is told so: %j', ([west, south, east, north], part) => {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const area: Polygon = { type: 'Polygon', coordinates: [ring] };
  expect(faultOfPlace(areaBounds(area))).toContain(part);
  const within = ring.map(([x, y]) => [x!, Math.min(84, Math.max(-80, y!))]);
  expect(faultOfPlace(areaBounds({ type: 'Polygon', coordinates: [within] }))).toBeUndefined();
});

const parallel = (latitude: number) => [-120, 0, 120, -120].map((x) => [x, latitude]);

// Imagery ends at 84° N and 80° S. An area that contains a pole is refused, however its rings are
// drawn.
test.each<[string, Position[][], string]>([
  ['the whole earth without a ring on one side', [wholeEarth(), parallel(70)], '90°'],
  ['the whole earth without a square', [wholeEarth(), ...square.coordinates], '90° south'],
  [
    'a lune from pole to pole',
    [
      [
        [10, -90],
        [20, -90],
        [20, 90],
        [10, 90],
        [10, -90],
      ],
    ],
    '90° south',
  ],
  ['what lies north of a ring that goes around', [parallel(70)], '90° north'],
  ['what lies south of a ring that goes around', [parallel(-70)], '90° south'],
])('an area over a pole is told so: %s', (_name, coordinates, part) => {
  const area = parseArea(JSON.stringify({ type: 'Polygon', coordinates }));
  expect(faultOfPlace(areaBounds(area))).toContain(`reaches to ${part}`);
});

/** The whole Earth as a rectangle in longitude and latitude. */
function wholeEarth(): Position[] {
  return [
    [-180, -90],
    [180, -90],
    [180, 90],
    [-180, 90],
    [-180, -90],
  ];
}

test('between two rings that go around, no pole is held', () => {
  const coordinates = [parallel(-70), parallel(70)];
  const area = parseArea(JSON.stringify({ type: 'Polygon', coordinates }));
  const [, south, , north] = areaBounds(area);
  expect([south, north]).toEqual([-70, 70]);
  expect(faultOfPlace(areaBounds(area))).toBeUndefined();
});

describe('across the antimeridian', () => {
  const parts = (area: ReturnType<typeof parseArea>) =>
    area.type === 'MultiPolygon' ? area.coordinates : [area.coordinates];
  const parse = (...rings: Position[][]) =>
    parts(parseArea(JSON.stringify({ type: 'Polygon', coordinates: rings })));

  test('a polygon that jumps over it becomes its parts on both sides', () => {
    const outer = [
      [179, 0],
      [-179, 2],
      [-179, 3],
      [179, 1],
      [179, 0],
    ];
    // 180° is halfway along the edges, so the cuts are at 1 and 2 degrees north.
    expect(parse(outer)).toEqual([
      [
        [
          [179, 0],
          [180, 1],
          [180, 2],
          [179, 1],
          [179, 0],
        ],
      ],
      [
        [
          [-180, 1],
          [-179, 2],
          [-179, 3],
          [-180, 2],
          [-180, 1],
        ],
      ],
    ]);
  });

  test('begun on its far side, with a hole there and one across', () => {
    const box = (west: number, south: number, east: number, north: number): Position[] => [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const outer = [...box(178, 50, -178, 54).slice(1), [-178, 50]];
    const [east, west] = parse(outer, box(-179, 51, -178.5, 52), box(179, 52, -179, 53));
    // Computed by hand: each outline has a notch, which is half of the second hole, and the western
    // one contains the first hole.
    expect(east?.map((ring) => ring.length)).toEqual([9]);
    expect(west?.map((ring) => ring.length)).toEqual([9, 5]);
    expect(areaBounds({ type: 'Polygon', coordinates: east! })).toEqual([178, 50, 180, 54]);
    expect(areaBounds({ type: 'Polygon', coordinates: west! })).toEqual([-180, 50, -178, 54]);
    // The area on a plane in square degrees: 4 × 4 less 0.5 × 1 and 2 × 1.
    const squareDegrees = [...east!, ...west!].map((ring) =>
      ring.slice(1).reduce((sum, [x, y], at) => sum + (ring[at][0] * y! - x! * ring[at][1]) / 2, 0),
    );
    const [easternOutline = 0, westernOutline = 0, hole = 0] = squareDegrees.map(Math.abs);
    expect(easternOutline + westernOutline - hole).toBeCloseTo(16 - 0.5 - 2, 9);
  });

  test('parts that lie on both sides stay as they are', () => {
    const sides = [
      [
        [
          [179, 51],
          [180, 51],
          [180, 52],
          [179, 51],
        ],
      ],
      [
        [
          [-180, 51],
          [-179, 51],
          [-180, 52],
          [-180, 51],
        ],
      ],
    ];
    expect(parts(parseArea(JSON.stringify({ type: 'MultiPolygon', coordinates: sides })))).toEqual(
      sides,
    );
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

test('an area that is worked on in subareas is a large one', () => {
  const lane = (degrees: number) =>
    areaOf({
      type: 'Polygon',
      coordinates: [
        [
          [-100, 40],
          [-100 + degrees, 40],
          [-100 + degrees, 40 + degrees],
          [-100, 40 + degrees],
          [-100, 40],
        ],
      ],
    }).lane;
  expect([0.01, 0.25, 10].map(lane)).toEqual(['small', 'small', 'large']);
});
