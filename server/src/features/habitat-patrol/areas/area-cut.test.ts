import { cutAtAntimeridian } from '@refugia/contract/area-cut.ts';
import { crossesAntimeridian, cutPolygon } from '@refugia/engine/vector/geometry/antimeridian.ts';
import type { Position } from 'geojson';
import { expect, test } from 'vitest';

// What a person draws or a program sends is cut by the contract's rule, which browsers carry; what is
// uploaded or reprojected by the engine's. Both have to mean the same ground.

/** Whether ground is at a place: the even-odd rule in longitude and latitude. */
function isGround(polygons: readonly Position[][][], x: number, y: number): boolean {
  return polygons.some((rings) => {
    const crossed = rings.flatMap((ring) =>
      ring.slice(1).filter((to, index) => {
        const from = ring[index]!;
        const share = (y - from[1]!) / (to[1]! - from[1]!);
        return from[1]! > y !== to[1]! > y && x < from[0]! + share * (to[0]! - from[0]!);
      }),
    );
    return crossed.length % 2 === 1;
  });
}

const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
/** Three teeth that reach over the antimeridian, and back between them. */
const comb: Position[] = [
  [170, -20],
  [-170, -20],
  [-170, -15],
  [175, -15],
  [175, -10],
  [-172, -10],
  [-172, -5],
  [174, -5],
  [174, 0],
  [-175, 0],
  [-175, 5],
  [170, 5],
  [170, -20],
];

const cases: [string, Position[][]][] = [
  ['beside the antimeridian', [box(170, 10, 179, 30)]],
  ['up to it', [box(170, 10, 180, 30)]],
  ['over it', [box(160, 10, -160, 30)]],
  ['over it, clockwise and from its east', [box(160, 10, -160, 30).toReversed()]],
  [
    'over it in slanting lines',
    [
      [
        [175, 0],
        [-172, 4],
        [-178, 20],
        [165, 12],
        [175, 0],
      ],
    ],
  ],
  [
    'with a corner on it',
    [
      [
        [170, 0],
        [180, 5],
        [-170, 0],
        [-170, 10],
        [170, 10],
        [170, 0],
      ],
    ],
  ],
  ['over it with a hole over it', [box(160, 10, -160, 30), box(175, 15, -175, 20)]],
  ['over it with a hole on its near side', [box(160, 10, -160, 30), box(165, 15, 170, 20)]],
  ['over it with a hole on its far side', [box(160, 10, -160, 30), box(-175, 15, -170, 20)]],
  ['over it again and again', [comb]],
  ['over it in the far south', [box(170, -80, -165, -60)]],
];

test.each(cases)('a polygon %s is the same ground after either cut', (_, rings) => {
  const own = cutAtAntimeridian(rings);
  const engines = rings.some(crossesAntimeridian) ? cutPolygon(rings)! : [rings];
  for (const polygons of [own, engines]) {
    expect(polygons.flat(2).every(([x = 0]) => Math.abs(x) <= 180)).toBe(true);
    expect(polygons.flat(1).some(crossesAntimeridian)).toBe(false);
  }
  const places = [];
  const different = [];
  for (let x = -179.97; x < 180; x += 1.13) {
    for (let y = -84.9; y < 85; y += 1.7) {
      const isOwn = isGround(own, x, y);
      if (isOwn) places.push(x);
      if (isOwn !== isGround(engines, x, y)) different.push(`${x} ${y}`);
    }
  }
  expect(different).toEqual([]);
  expect(places.length).toBeGreaterThan(20);
});
