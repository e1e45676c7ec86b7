import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { cutPolygon } from './antimeridian.ts';

/** Whether ground is at a place: the even-odd rule in longitude and latitude. */
function isGround(polygons: Position[][][], x: number, y: number): boolean {
  return polygons.some((rings) => {
    const crossed = rings.flatMap((ring) =>
      ring.slice(1).filter((to, index) => {
        const from = ring[index];
        const share = (y - from[1]) / (to[1] - from[1]);
        return from[1] > y !== to[1] > y && x < from[0] + share * (to[0] - from[0]);
      }),
    );
    return crossed.length % 2 === 1;
  });
}

/** A ring along a parallel, all around the earth. */
function parallel(latitude: number, first = 5): Position[] {
  const ring = Array.from({ length: 36 }, (_, index): Position => {
    const longitude = index * 10 - 180 + first;
    return [longitude, latitude];
  });
  return [...ring, ring[0]];
}

const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const isOver180 = (x: number, width: number) => Math.abs(x) > 180 - width;
const isBetween = (value: number, low: number, high: number) => value > low && value < high;

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
const eastwards = (longitude: number) => (longitude < 0 ? longitude + 360 : longitude);
const combEastwards = comb.map(([x = 0, y = 0]) => [eastwards(x), y]);

type Case = [string, Position[][], (x: number, y: number) => boolean];
const cases: Case[] = [
  ['around the north pole', [parallel(70)], (_, y) => y > 70],
  ['around it, the other way round', [parallel(70).toReversed()], (_, y) => y > 70],
  ['around it, with corners on the antimeridian', [parallel(70, 0)], (_, y) => y > 70],
  ['around the south pole', [parallel(-60)], (_, y) => y < -60],
  [
    'around a pole that is a hole',
    [parallel(-60), parallel(-80).toReversed()],
    (_, y) => isBetween(y, -80, -60),
  ],
  [
    'around the earth between a parallel of each half',
    [parallel(70), parallel(-60)],
    (_, y) => isBetween(y, -60, 70),
  ],
  [
    'around the earth between two parallels of one half, the outer one nearer to the pole',
    [parallel(80), parallel(60)],
    (_, y) => isBetween(y, 60, 80),
  ],
  [
    'around a pole with a hole beside it',
    [parallel(60), box(80, 70, 100, 75)],
    (x, y) => y > 60 && !(isBetween(x, 80, 100) && isBetween(y, 70, 75)),
  ],
  [
    'around a pole with a hole over the antimeridian',
    [parallel(60), box(170, 70, -170, 75)],
    (x, y) => y > 60 && !(isOver180(x, 10) && isBetween(y, 70, 75)),
  ],
  [
    'up to a pole, over the antimeridian',
    [box(170, 80, -170, 90)],
    (x, y) => isOver180(x, 10) && y > 80,
  ],
  [
    'over the antimeridian with a hole over it',
    [box(160, 10, -160, 30), box(175, 15, -175, 20)],
    (x, y) =>
      isOver180(x, 20) && isBetween(y, 10, 30) && !(isOver180(x, 5) && isBetween(y, 15, 20)),
  ],
  [
    'over the antimeridian with a hole on its far side',
    [box(160, 10, -160, 30), box(-175, 15, -170, 20)],
    (x, y) =>
      isOver180(x, 20) &&
      isBetween(y, 10, 30) &&
      !(isBetween(x, -175, -170) && isBetween(y, 15, 20)),
  ],
  [
    'over the antimeridian again and again',
    [comb],
    (x, y) => isGround([[combEastwards]], eastwards(x), y),
  ],
];

// Expected: what the outline means on the globe, tested at places all over it.
test.each(cases)('a polygon %s', (_, rings, isMeant) => {
  const polygons = cutPolygon(rings)!;
  expect(polygons.flat(2).every(([x = 0, y = 0]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)).toBe(
    true,
  );
  const wrong: string[] = [];
  for (let x = -179.5; x < 180; x += 3.7) {
    for (let y = -89.5; y < 90; y += 2.3) {
      if (isGround(polygons, x, y) !== isMeant(x, y)) wrong.push(`${x} ${y}`);
    }
  }
  expect(wrong).toEqual([]);
});
