import { expect, test } from 'vitest';
import { ancestorOf, childrenOf, partOfAncestor, tileKey, tileTouches } from './tile-address.ts';

const tile = { z: 5, x: 21, y: 10 };

test('a tile is a part of its ancestor, and a child of it', () => {
  expect(ancestorOf(tile, 2)).toEqual({ z: 3, x: 5, y: 2 });
  expect(partOfAncestor(tile, 2)).toEqual([0.25, 0.5, 0.25]);
  expect(childrenOf(ancestorOf(tile, 1)).map(tileKey)).toContain('5/21/10');
});

// West, south, east and north are −123.75, 40.97990, −112.5 and 48.92250, by the formula of the
// OpenStreetMap wiki (Slippy map tilenames) in Python.
const oregon = { z: 5, x: 5, y: 11 };

test.each([
  [[-120, 42, -119, 43], true],
  [[-123.76, 48.92, -123.74, 49], true],
  [[-123.76, 48.93, -123.74, 49], false],
  [[-112.4, 42, -112, 43], false],
  [[-124, 42, -123.8, 43], false],
  [[236.5, 42, 240, 43], true],
])('the box %o touches a tile of Oregon: %s', (box, touches) => {
  expect(tileTouches(oregon, box)).toBe(touches);
});

test('a box across the antimeridian is on both sides of it', () => {
  const fiji = [177, -19, 182, -16];
  expect(tileTouches({ z: 3, x: 7, y: 4 }, fiji)).toBe(true);
  expect(tileTouches({ z: 3, x: 0, y: 4 }, fiji)).toBe(true);
  expect(tileTouches({ z: 3, x: 1, y: 4 }, fiji)).toBe(false);
});
