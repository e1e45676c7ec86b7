import { expect, test } from 'vitest';
import { outlineOf } from './subareas.ts';

const grid = {
  width: 60,
  height: 1,
  affine: [10, 0, -1_770_200, 0, -10, 516_600],
  epsg: 3338,
} as const;

test('the outline of a subarea across the antimeridian is cut there', () => {
  const { type, coordinates } = outlineOf(grid);
  expect(type).toBe('MultiPolygon');
  const longitudes = (coordinates as number[][][][]).map((rings) =>
    rings.flat().map(([longitude]) => longitude!),
  );
  // PROJ 9.1: 179.995998° E to 179.996006° W.
  expect(longitudes.map((side) => Math.min(...side.map(Math.abs)))).toEqual([
    expect.closeTo(179.995998, 5),
    expect.closeTo(179.996006, 5),
  ]);
  expect(longitudes.map((side) => new Set(side.map(Math.sign)))).toEqual([
    new Set([1]),
    new Set([-1]),
  ]);
});

test('one beside it is a polygon', () => {
  const affine = [10, 0, -1_700_000, 0, -10, 516_600] as const;
  expect(outlineOf({ ...grid, affine }).type).toBe('Polygon');
});
