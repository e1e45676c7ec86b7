import { areaSquareMeters } from '@refugia/contract/area-measures.ts';
import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { countPositions, fitAreas, type Polygons } from './fit-area.ts';

/** A closed ring of many corners around a point. */
function circle(longitude: number, latitude: number, radiusDegrees: number, corners: number) {
  const ring: Position[] = [];
  for (let index = 0; index < corners; index += 1) {
    const angle = (index / corners) * 2 * Math.PI;
    ring.push([
      longitude + radiusDegrees * Math.cos(angle),
      latitude + radiusDegrees * Math.sin(angle),
    ]);
  }
  return [...ring, ring[0]!];
}

test('areas that fit stay as they are', () => {
  const areas: Polygons[] = [[[circle(-100, 40, 0.5, 50)]]];
  expect(fitAreas(areas, 51)).toEqual({ areas, toleranceMeters: 0 });
});

test('areas that do not are simplified within the tolerance that is said', () => {
  const outline = circle(-100, 40, 0.5, 5_000);
  const hole = circle(-100, 40, 0.2, 5_000);
  const { areas, toleranceMeters } = fitAreas([[[outline, hole]]], 500);
  expect(countPositions(areas)).toBeLessThanOrEqual(500);
  expect(toleranceMeters).toBeGreaterThanOrEqual(10);
  // An outline within the tolerance on all sides covers as much, give or take its length times that.
  const coordinates = areas[0]!.map((rings) => [...rings]);
  const before = areaSquareMeters({ type: 'Polygon', coordinates: [outline, hole] });
  const after = areaSquareMeters({ type: 'MultiPolygon', coordinates });
  const lengthMeters = 2 * Math.PI * (0.5 + 0.2) * 111_320;
  expect(Math.abs(after - before)).toBeLessThan(lengthMeters * toleranceMeters);
  for (const ring of coordinates[0]!) expect(ring[0]).toEqual(ring.at(-1));
});

test('a small unit beside large ones does not vanish, a small hole does', () => {
  const cave = circle(-98, 30, 0.00005, 8);
  const sinkhole = circle(-100, 40, 0.00005, 8);
  const { areas, toleranceMeters } = fitAreas(
    [[[circle(-100, 40, 2, 40_000), sinkhole]], [[cave]]],
    300,
  );
  expect(toleranceMeters).toBeGreaterThanOrEqual(20);
  expect(areas[1]).toEqual([[cave]]);
  expect(areas[0]![0]).toHaveLength(1);
});

test('what can never fit is refused', () => {
  const crowd = Array.from({ length: 100 }, (_, index) => [
    [circle(-100 + index / 10, 40, 0.001, 4)],
  ]);
  expect(() => fitAreas(crowd, 100)).toThrow('The areas have more than 100 corners.');
});
