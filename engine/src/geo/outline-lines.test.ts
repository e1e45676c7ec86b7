import { expect, test } from 'vitest';
import { outlineLines } from './outline-lines.ts';

test('an outline is open where it is cut along the antimeridian', () => {
  const east = [
    [179, 51],
    [180, 51],
    [180, 52],
    [179, 52],
    [179, 51],
  ];
  const west = [
    [-180, 52],
    [-180, 51],
    [-179, 51.5],
    [-180, 52],
  ];
  expect(outlineLines({ type: 'MultiPolygon', coordinates: [[east], [west]] }).coordinates).toEqual(
    [
      [
        [179, 51],
        [180, 51],
      ],
      [
        [180, 52],
        [179, 52],
        [179, 51],
      ],
      [
        [-180, 51],
        [-179, 51.5],
        [-180, 52],
      ],
    ],
  );
});
