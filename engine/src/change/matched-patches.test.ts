import { Geodesic } from 'geographiclib-geodesic';
import type { MultiPolygon, Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { rectanglePolygon } from '../geo/bounds.ts';
import { matchPatches } from './matched-patches.ts';

const box = (west: number, south: number, east: number, north: number): Polygon =>
  rectanglePolygon([west, south, east, north]);

/**
 * The hectares of a rectangle by Karney's geodesic polygons (GeographicLib), whose upper and lower
 * sides follow the parallels in steps of a hundredth of the width.
 */
function geodesicHectares(west: number, south: number, east: number, north: number): number {
  const polygon = Geodesic.WGS84.Polygon(false);
  const steps = Array.from({ length: 101 }, (_, step) => west + ((east - west) * step) / 100);
  for (const longitude of steps) polygon.AddPoint(south, longitude);
  for (const longitude of steps.toReversed()) polygon.AddPoint(north, longitude);
  return Math.abs(polygon.Compute(false, true).area!) / 10_000;
}

test('patches that share 30 % of the smaller one are the same', () => {
  const large = box(-106, 43, -105.99, 43.01);
  // In longitude alone, ground is proportional to degrees: the small boxes share 31 % and 29 %.
  const within = box(-106.00069, 43.004, -105.99969, 43.005);
  const beside = box(-106.00071, 43.004, -105.99971, 43.005);
  const [match, ...further] = matchPatches([large], [beside, within]);
  expect(further).toEqual([]);
  expect(match).toMatchObject({ patch: 0, other: 1 });
  const shared = geodesicHectares(-106, 43.004, -105.99969, 43.005);
  expect(match!.sharedHectares / shared).toBeCloseTo(1, 5);
});

test('a patch that fell apart matches its parts, and none that only touches it', () => {
  const whole = box(10, 50, 10.03, 50.01);
  const parts = [
    box(10.03, 50, 10.04, 50.01),
    box(10.02, 50, 10.03, 50.01),
    box(10, 50, 10.01, 50.01),
  ];
  const found = (matches: ReturnType<typeof matchPatches>) =>
    matches.map(({ patch, other }) => [patch, other]);
  expect(found(matchPatches([whole], parts))).toEqual([
    [0, 1],
    [0, 2],
  ]);
  expect(found(matchPatches(parts, [whole]))).toEqual([
    [1, 0],
    [2, 0],
  ]);
});

test('ground in a hole is not shared', () => {
  const ring = box(10, 50, 10.03, 50.03);
  const hole = box(10.01, 50.01, 10.02, 50.02);
  const withHole: Polygon = {
    type: 'Polygon',
    coordinates: [...ring.coordinates, hole.coordinates[0].toReversed()],
  };
  expect(matchPatches([withHole], [hole])).toEqual([]);
  expect(matchPatches([ring], [hole])).toHaveLength(1);
});

test('parts on both sides of the antimeridian are one patch', () => {
  const east = box(179.99, 52, 180, 52.01);
  const west = box(-180, 52, -179.99, 52.01);
  const across: MultiPolygon = {
    type: 'MultiPolygon',
    coordinates: [east.coordinates, west.coordinates],
  };
  const matches = matchPatches([across, box(0, 52, 0.01, 52.01)], [west, across]);
  expect(matches.map(({ patch, other }) => [patch, other])).toEqual([
    [0, 0],
    [0, 1],
  ]);
  expect(matches[1]!.sharedHectares).toBeCloseTo(2 * matches[0]!.sharedHectares, 6);
});

test('there may be nothing to match', () => {
  expect(matchPatches([], [box(0, 0, 1, 1)])).toEqual([]);
  expect(matchPatches([box(0, 0, 1, 1)], [])).toEqual([]);
});
