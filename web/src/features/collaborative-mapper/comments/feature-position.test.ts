import { expect, test } from 'vitest';
import { positionOf } from './feature-position.ts';

test('a feature is pinned at its northernmost position', () => {
  expect(positionOf({ type: 'Point', coordinates: [-110, 43] })).toEqual([-110, 43]);
  const ring = [
    [0, 0],
    [2, 1],
    [1, 5],
    [0, 0],
  ];
  expect(positionOf({ type: 'Polygon', coordinates: [ring] })).toEqual([1, 5]);
  expect(
    positionOf({
      type: 'MultiPolygon',
      coordinates: [[ring], [ring.map(([x, y]) => [x!, y! + 3])]],
    }),
  ).toEqual([1, 8]);
});

test('what has no positions is pinned nowhere', () => {
  expect(positionOf(null)).toBeNull();
  expect(positionOf({ type: 'Polygon', coordinates: [] })).toBeNull();
});
