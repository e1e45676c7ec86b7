import fc from 'fast-check';
import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { ringAround, rounded } from '../../testing/map-features.ts';
import type { FlatGeometry } from '../vector/types.ts';
import { shapeFault } from './index.ts';

const polygon = (...coordinates: Position[][]): FlatGeometry => ({ type: 'Polygon', coordinates });
const parts = (...coordinates: Position[][][]): FlatGeometry => ({
  type: 'MultiPolygon',
  coordinates,
});
const square = (x: number, y: number, size: number): Position[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

// Which shapes are valid follows from the definition of OGC 06-103r4, 6.1.11.1, rule by rule.
test.each<[string, FlatGeometry]>([
  ['a square', polygon(square(0, 0, 1))],
  ['a square with two holes', polygon(square(0, 0, 9), square(1, 1, 1), square(4, 4, 1))],
  [
    'a hole that touches its ring in a corner',
    polygon(
      square(0, 0, 4),
      square(0, 0, 4)
        .with(0, [0, 0])
        .map(([x = 0, y = 0]) => [x / 2 + 1, y / 2 + 1]),
      [
        [0, 0],
        [0.5, 0.2],
        [0.2, 0.5],
        [0, 0],
      ],
    ),
  ],
  ['an island in a hole', parts([square(0, 0, 9), square(1, 1, 5)], [square(2, 2, 1)])],
  ['a ring of 10,000 corners', polygon(ringAround([-110, 43], 1, 10_000))],
  ['parts side by side', parts([square(0, 0, 1)], [square(5, 0, 1)])],
  [
    'a line that crosses itself',
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
      ],
    },
  ],
  [
    'the corners of the world',
    {
      type: 'MultiPoint',
      coordinates: [
        [-180, -90],
        [180, 90],
      ],
    },
  ],
])('%s is valid', (_, geometry) => {
  expect(shapeFault(geometry)).toBeUndefined();
});

test.each<[string, FlatGeometry, RegExp]>([
  [
    'a bow-tie',
    polygon([
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [0, 0],
    ]),
    /crosses itself/,
  ],
  [
    'a spike',
    polygon([
      [0, 0],
      [2, 0],
      [4, 0],
      [2, 0],
      [0, 2],
      [0, 0],
    ]),
    /crosses itself/,
  ],
  [
    'a line back and forth',
    polygon([
      [0, 0],
      [1, 1],
      [2, 2],
      [0, 0],
    ]),
    /no area/,
  ],
  [
    'two corners',
    polygon([
      [0, 0],
      [1, 1],
      [0, 0],
    ]),
    /three corners/,
  ],
  [
    'an open ring',
    polygon([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]),
    /closed/,
  ],
  ['a hole outside', polygon(square(0, 0, 1), square(5, 5, 1)), /outside/],
  ['a hole across the edge', polygon(square(0, 0, 4), square(3, 1, 2)), /crosses itself/],
  ['a hole in a hole', polygon(square(0, 0, 9), square(1, 1, 6), square(2, 2, 1)), /another hole/],
  ['overlapping parts', parts([square(0, 0, 9)], [square(1, 1, 1)]), /overlap/],
  [
    'a bow-tie of equal halves',
    polygon([
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [0, 0],
    ]),
    /crosses itself/,
  ],
  ['the same part twice', parts([square(0, 0, 9)], [square(0, 0, 9)]), /crosses itself/],
  ['a position beyond the world', { type: 'Point', coordinates: [181, 0] }, /not on Earth/],
  ['no number', { type: 'Point', coordinates: [Number.NaN, 0] }, /not on Earth/],
  [
    'infinity',
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [Infinity, 0],
      ],
    },
    /not on Earth/,
  ],
  ['no coordinates', { type: 'MultiPolygon', coordinates: [] }, /no coordinates/],
  [
    'a point as a line',
    {
      type: 'LineString',
      coordinates: [
        [1, 1],
        [1, 1],
      ],
    },
    /two different/,
  ],
])('%s is not valid', (_, geometry, reason) => {
  expect(shapeFault(geometry)?.reason).toMatch(reason);
});

test('what floating point would misjudge is judged exactly', () => {
  // The third corner lies 1e-7 degrees off the line through the first two, 300 degrees long.
  const sliver = polygon([
    [-150, -80],
    [150, 80],
    [0, 1e-7],
    [-150, -80],
  ]);
  expect(shapeFault(sliver)).toBeUndefined();
  expect(
    shapeFault(
      polygon([
        [-150, -80],
        [150, 80],
        [0, 0],
        [-150, -80],
      ]),
    )?.reason,
  ).toMatch(/no area/);
});

test('a shape whose edges all lie over each other is refused, not compared for minutes', () => {
  const combs = Array.from({ length: 6000 }, (_, tooth): Position[] => [
    [tooth % 2 ? 100 : -100, tooth / 100],
    [tooth % 2 ? -100 : 100, tooth / 100 + 60],
  ]).flat();
  expect(shapeFault(polygon([...combs, combs[0]]))).toBeDefined();
});

const ringSizes = fc.integer({ min: 3, max: 60 });
const withHoles = fc
  .tuple(ringSizes, ringSizes, ringSizes)
  .map(([outer, one, other]): Position[][] => [
    ringAround([0, 0], 20, outer),
    ringAround([-3, 0], 2, one),
    ringAround([3, 0], 2, other),
  ]);
const validShape: fc.Arbitrary<Position[][][]> = fc.oneof(
  ringSizes.map((corners) => [[ringAround([0, 0], 5, corners)]]),
  withHoles.map((rings) => [rings]),
  fc
    .tuple(withHoles, ringSizes)
    .map(([rings, corners]) => [rings, [ringAround([60, 0], 9, corners)]]),
);
const shapeChange = fc.record({
  part: fc.nat(),
  ring: fc.nat(),
  place: fc.nat(),
  kind: fc.constantFrom('move', 'insert', 'remove', 'repeat', 'add ring', 'remove ring'),
  to: fc.tuple(fc.integer({ min: -25, max: 25 }), fc.integer({ min: -25, max: 25 })),
  isSmall: fc.boolean(),
});

type ShapeChange = typeof shapeChange extends fc.Arbitrary<infer Change> ? Change : never;

/** A copy with one difference, which often makes it invalid. */
function changed(shape: Position[][][], change: ShapeChange): Position[][][] {
  const copy = structuredClone(shape);
  const rings = copy[change.part % copy.length];
  const ring = rings[change.ring % rings.length].slice(0, -1);
  const place = change.place % ring.length;
  const [x = 0, y = 0] = ring[place];
  const to = change.isSmall
    ? [rounded(x + change.to[0] / 50), rounded(y + change.to[1] / 50)]
    : change.to;
  if (change.kind === 'move') ring[place] = to;
  if (change.kind === 'insert') ring.splice(place, 0, to);
  if (change.kind === 'remove') ring.splice(place, 1);
  if (change.kind === 'repeat') ring.splice(place, 0, ring[change.ring % ring.length]);
  rings[change.ring % rings.length] = [...ring, ring[0]];
  if (change.kind === 'add ring') rings.push(ringAround(change.to, 2, 5));
  if (change.kind === 'remove ring' && rings.length > 1) rings.splice(1, 1);
  return copy;
}

test('a shape made of a valid one is judged as if nothing were known of that', () => {
  const judged = { valid: 0, faulty: 0 };
  fc.assert(
    fc.property(
      validShape,
      fc.array(shapeChange, { minLength: 1, maxLength: 2 }),
      (shape, changes) => {
        const before = parts(...shape);
        fc.pre(!shapeFault(before));
        const after = parts(...changes.reduce(changed, shape));
        const reason = shapeFault(after)?.reason;
        expect(shapeFault(after, before)?.reason).toBe(reason);
        judged[reason === undefined ? 'valid' : 'faulty']++;
      },
    ),
    { numRuns: 1000 },
  );
  expect(Math.min(judged.valid, judged.faulty)).toBeGreaterThan(100);
});
