import fc from 'fast-check';
import { Geodesic } from 'geographiclib-geodesic';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { expect, test } from 'vitest';
import { anyGeometry, ringAround } from '../../testing/map-features.ts';
import { distanceMeters } from '../geo/measures.ts';
import type { FlatGeometry } from '../vector/types.ts';
import { cutHole, splitArea, splitLine, splitLines } from './cut.ts';
import {
  circlePolygon,
  edgeMiddlesOf,
  insertVertex,
  moveGeometry,
  moveVertex,
  removeVertex,
  roundPosition,
  shapeFault,
  snapTo,
  verticesOf,
} from './index.ts';

const square: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 0],
    ],
  ],
};
const squareAt = (x: number, y: number, size: number): Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + size, y],
      [x + size, y + size],
      [x, y + size],
      [x, y],
    ],
  ],
});

/** The size in square degrees without the holes, by the shoelace formula. */
function areaOf(area: Polygon | MultiPolygon): number {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  const ringArea = (ring: Position[]) =>
    Math.abs(
      ring.slice(1).reduce((sum, [x = 0, y = 0], index) => {
        const [lastX = 0, lastY = 0] = ring[index];
        return sum + (lastX * y - x * lastY) / 2;
      }, 0),
    );
  return polygons.reduce(
    (sum, [outer, ...holes]) =>
      sum + ringArea(outer!) - holes.reduce((all, hole) => all + ringArea(hole), 0),
    0,
  );
}

test('a vertex that is put in and taken out again leaves the geometry as it was', () => {
  fc.assert(
    fc.property(anyGeometry, fc.nat(), (geometry, choice) => {
      const vertices = verticesOf(geometry);
      const { address } = vertices[choice % vertices.length];
      if (geometry.type === 'Point') return;
      const more = insertVertex(geometry, address, [50, 50]);
      expect(verticesOf(more)).toHaveLength(vertices.length + 1);
      const less = removeVertex(more, { path: address.path, index: address.index + 1 });
      expect(less).toEqual(geometry);
    }),
  );
});

test('the vertex at which a ring closes is one vertex, and moves as one', () => {
  expect(verticesOf(square)).toHaveLength(4);
  const moved = moveVertex(square, { path: [0, 0], index: 0 }, [-1.123456789, -1]);
  expect(moved.coordinates).toEqual([
    [
      [-1.1234568, -1],
      [4, 0],
      [4, 4],
      [0, 4],
      [-1.1234568, -1],
    ],
  ]);
});

test('every edge has a middle, the one that closes a ring too', () => {
  expect(edgeMiddlesOf(square).map(({ position }) => position)).toEqual([
    [2, 0],
    [4, 2],
    [2, 4],
    [0, 2],
  ]);
  const line: FlatGeometry = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [2, 2],
      [4, 0],
    ],
  };
  expect(edgeMiddlesOf(line)).toHaveLength(2);
});

test('a shape goes with the vertices that it needs', () => {
  const holed: FlatGeometry = {
    type: 'Polygon',
    coordinates: [
      square.coordinates[0],
      [
        [1, 1],
        [2, 1],
        [1, 2],
        [1, 1],
      ],
    ],
  };
  expect(removeVertex(holed, { path: [0, 1], index: 2 })).toEqual(square);
  const triangle: FlatGeometry = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [0, 1],
        [0, 0],
      ],
    ],
  };
  expect(removeVertex(triangle, { path: [0, 0], index: 1 })).toBeNull();
  const point: FlatGeometry = { type: 'Point', coordinates: [1, 1] };
  expect(removeVertex(point, { path: [], index: 0 })).toBeNull();
});

test('a shape that moves north keeps its width on the ground', () => {
  const moved = moveGeometry(square, [0, 0], [0, 60]);
  const [, [east = 0] = []] = (moved as Polygon).coordinates[0];
  // A degree of longitude at 60° is half as long as at the equator.
  expect(east).toBeCloseTo(8, 6);
});

test.each([
  [[-110.9, 44.4], 250],
  [[20, -45], 50_000],
  [[0, 0], 1000],
])(
  'the corners of a circle around %s are %d m away on the ellipsoid, to half a per cent',
  (center, radius) => {
    const [longitude = 0, latitude = 0] = center;
    for (const [x = 0, y = 0] of circlePolygon(center, radius).coordinates[0]) {
      const { s12 = 0 } = Geodesic.WGS84.Inverse(latitude, longitude, y, x);
      expect(Math.abs(s12 - radius) / radius).toBeLessThan(0.006);
      expect(distanceMeters(center, [x, y]) / radius).toBeCloseTo(1, 3);
    }
  },
);

test('an outline inside cuts a hole and changes no other vertex', () => {
  const hole = squareAt(1, 1, 1);
  const cut = cutHole(square, hole);
  expect(cut).toEqual({
    type: 'Polygon',
    coordinates: [square.coordinates[0], hole.coordinates[0].toReversed()],
  });
  expect(shapeFault(cut!)).toBeUndefined();
});

test('an outline across the edge takes a bite, one across the whole leaves two parts', () => {
  const bitten = cutHole(square, squareAt(3, 3, 9))!;
  expect(areaOf(bitten)).toBeCloseTo(15, 9);
  expect((bitten as Polygon).coordinates[0][0]).toEqual([0, 0]);
  const halved = cutHole(square, {
    type: 'Polygon',
    coordinates: [
      [
        [1, -1],
        [2, -1],
        [2, 9],
        [1, 9],
        [1, -1],
      ],
    ],
  })!;
  expect(halved.type).toBe('MultiPolygon');
  expect(areaOf(halved)).toBeCloseTo(12, 9);
  expect(cutHole(square, squareAt(-1, -1, 9))).toBeNull();
});

test('an outline around a hole joins it', () => {
  const once = cutHole(square, squareAt(1.5, 1.5, 0.5))!;
  const twice = cutHole(once, squareAt(1, 1, 2))!;
  expect(areaOf(twice)).toBeCloseTo(12, 9);
  expect(shapeFault(twice)).toBeUndefined();
});

test('a line across an area splits it into valid parts that make it up', () => {
  const lake = cutHole(
    { type: 'Polygon', coordinates: [ringAround([0, 0], 10, 40)] },
    {
      type: 'Polygon',
      coordinates: [ringAround([0, 0], 3, 12)],
    },
  )!;
  const whole = areaOf(lake);
  // They run to the east all the way, so that the line does not cross itself.
  const ways = fc
    .uniqueArray(fc.tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: -8, max: 8 })), {
      maxLength: 3,
      selector: ([x]) => x,
    })
    .map((vertices) => vertices.sort(([one], [other]) => one - other));
  let splits = 0;
  fc.assert(
    fc.property(ways, (between) => {
      const parts = splitArea(lake, [[-15, 1.5], ...between.map((way) => [...way]), [14, -2.5]]);
      if (!parts) return;
      splits++;
      expect(parts.length).toBeGreaterThan(1);
      const sum = parts.reduce((all, part) => all + areaOf(part), 0);
      expect(sum).toBeCloseTo(whole, 4);
      for (const part of parts) expect(shapeFault(part)).toBeUndefined();
      expect(areaOf(parts[0])).toBeGreaterThanOrEqual(areaOf(parts[1]) - 1e-9);
    }),
    { numRuns: 100 },
  );
  expect(splits).toBeGreaterThan(50);
});

test('a line whose crossings nearly coincide splits the area, too', () => {
  // polygon-clipping 0.15.7 throws on these lines as they are.
  const lake = cutHole(
    { type: 'Polygon', coordinates: [ringAround([0, 0], 10, 40)] },
    { type: 'Polygon', coordinates: [ringAround([0, 0], 3, 12)] },
  )!;
  for (const way of [
    [
      [0, -6],
      [-4, -4],
    ],
    [
      [-6, -7],
      [3, -1],
      [-5, -1],
    ],
  ]) {
    const parts = splitArea(lake, [[-15, 1.5], ...way, [14, -2.5]])!;
    const sum = parts.reduce((all, part) => all + areaOf(part), 0);
    expect(sum).toBeCloseTo(areaOf(lake), 4);
    for (const part of parts) expect(shapeFault(part)).toBeUndefined();
  }
});

test('a line that ends inside, or passes by, splits nothing', () => {
  expect(
    splitArea(square, [
      [-1, 2],
      [2, 2],
    ]),
  ).toBeNull();
  expect(
    splitArea(square, [
      [-1, 9],
      [9, 9],
    ]),
  ).toBeNull();
});

test('a line that ends in a bay of the area splits only what it crosses', () => {
  const horseshoe: Polygon = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [9, 0],
        [9, 9],
        [6, 9],
        [6, 3],
        [3, 3],
        [3, 9],
        [0, 9],
        [0, 0],
      ],
    ],
  };
  const parts = splitArea(horseshoe, [
    [-1, 6],
    [4.5, 6],
  ])!;
  expect(parts).toHaveLength(2);
  expect(areaOf(parts[1])).toBeCloseTo(9, 9);
});

test('a line is split where another crosses it', () => {
  const line = {
    type: 'LineString' as const,
    coordinates: [
      [0, 0],
      [10, 0],
      [10, 10],
    ],
  };
  const knife = [
    [4, -1],
    [4, 1],
    [9, 5],
    [11, 5],
  ];
  expect(splitLine(line, knife)?.map((part) => part.coordinates)).toEqual([
    [
      [0, 0],
      [4, 0],
    ],
    [
      [4, 0],
      [10, 0],
      [10, 5],
    ],
    [
      [10, 5],
      [10, 10],
    ],
  ]);
  expect(
    splitLine(line, [
      [0, 5],
      [5, 5],
    ]),
  ).toBeNull();
});

test('of several lines those are cut that the second line crosses, and the others stay together', () => {
  const lines = (...coordinates: number[][][]) =>
    ({ type: 'MultiLineString', coordinates }) as const;
  const [crossed, beside] = [
    [
      [0, 0],
      [10, 0],
    ],
    [
      [0, 5],
      [10, 5],
    ],
  ];
  const knife = [
    [4, -1],
    [4, 1],
  ];
  const halves = [
    [
      [0, 0],
      [4, 0],
    ],
    [
      [4, 0],
      [10, 0],
    ],
  ];
  expect(splitLines(lines(crossed!, beside!), knife)).toEqual([
    lines(halves[0]!, beside!),
    { type: 'LineString', coordinates: halves[1] },
  ]);
  expect(splitLines(lines(crossed!), knife)?.map(({ type }) => type)).toEqual([
    'LineString',
    'LineString',
  ]);
  expect(splitLines(lines(beside!), knife)).toBeNull();
});

test('a pointer snaps to the nearest vertex before any edge', () => {
  const path = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
  ];
  expect(snapTo({ x: 6, y: 4 }, [path], 10)).toMatchObject({ to: 'vertex', index: 0 });
  expect(snapTo({ x: 50, y: 4 }, [path], 10)).toMatchObject({ to: 'edge', point: { x: 50, y: 0 } });
  expect(snapTo({ x: 50, y: 40 }, [path], 10)).toBeNull();
});

test('positions keep 7 decimals and come back from beyond the antimeridian', () => {
  expect(roundPosition([181.123456789, 95])).toEqual([-178.8765432, 90]);
  expect(roundPosition([-180.5, 1])).toEqual([179.5, 1]);
  expect(roundPosition([180, 1])).toEqual([180, 1]);
});
