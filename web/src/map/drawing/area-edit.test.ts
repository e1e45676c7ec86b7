import type { MultiPolygon, Polygon } from 'geojson';
import { describe, expect, test } from 'vitest';
import {
  cornersOf,
  insertCorner,
  moveArea,
  moveCorner,
  removeCorner,
  sideMiddlesOf,
} from './area-edit.ts';

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
const hole = [
  [1, 1],
  [2, 1],
  [1, 2],
  [1, 1],
];
const withHole: MultiPolygon = {
  type: 'MultiPolygon',
  coordinates: [square.coordinates, [...square.coordinates, hole]],
};
const at = (index: number, ring = 0, polygon = 0) => ({ path: [polygon, ring], index });

test('every corner stands once, in every ring of every polygon', () => {
  expect(cornersOf(square).map(({ position }) => position)).toEqual([
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
  ]);
  expect(cornersOf(withHole)).toHaveLength(4 + 4 + 3);
  expect(cornersOf(withHole).at(-1)).toEqual({ address: at(2, 1, 1), position: [1, 2] });
});

test('sides have their middle, the closing one too', () => {
  expect(sideMiddlesOf(square).map(({ position }) => position)).toEqual([
    [2, 0],
    [4, 2],
    [2, 4],
    [0, 2],
  ]);
});

describe('a corner', () => {
  test('moves, and the ring stays closed when it is the first', () => {
    expect(moveCorner(square, at(0), [-1, -1.000004])).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [-1, -1],
          [4, 0],
          [4, 4],
          [0, 4],
          [-1, -1],
        ],
      ],
    });
  });

  test('comes after the one where its side begins', () => {
    const positions = insertCorner(square, at(3), [0, 2]).coordinates[0];
    expect(positions).toEqual([
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 2],
      [0, 0],
    ]);
  });

  test('goes, but never the third last of an outer ring', () => {
    const triangle = removeCorner(square, at(0));
    expect(triangle.coordinates[0]).toEqual([
      [4, 0],
      [4, 4],
      [0, 4],
      [4, 0],
    ]);
    expect(removeCorner(triangle, at(1))).toBe(triangle);
  });

  test('of a three-cornered hole takes the hole with it', () => {
    expect(removeCorner(withHole, at(0, 1, 1))).toEqual({
      type: 'MultiPolygon',
      coordinates: [square.coordinates, square.coordinates],
    });
  });
});

test('what is edited is left as it was', () => {
  const before = structuredClone(withHole);
  moveCorner(withHole, at(1, 1, 1), [3, 1]);
  insertCorner(withHole, at(1, 1, 1), [3, 1]);
  removeCorner(withHole, at(0, 0, 1));
  moveArea(withHole, [0, 0], [1, 1]);
  expect(withHole).toEqual(before);
});

test('a moved area keeps its size on the ground', () => {
  const moved = moveArea(square, [2, 2], [-98, 60]) as Polygon;
  // cos 2° / cos 60° = 1.99878: degrees of longitude are about half as long at 60° as at the equator.
  expect(moved.coordinates[0]).toEqual([
    [-101.99756, 58],
    [-94.00244, 58],
    [-94.00244, 62],
    [-101.99756, 62],
    [-101.99756, 58],
  ]);
});
