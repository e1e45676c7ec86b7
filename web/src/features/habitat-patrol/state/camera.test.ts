import type { RunPatch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { moveToArea, moveToPatch, moveToResult } from './camera.ts';

function rectangle(west: number, south: number, east: number, north: number): Polygon {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

// The specification shows results from zoom 12 on. Leaflet's 12 is MapLibre's 11.
test('a result of an area that someone drew is looked at from zoom 12', () => {
  expect(moveToResult(rectangle(-96.2, 41, -96, 41.1))).toEqual({
    kind: 'fly-to',
    center: [-96.1, 41.05],
    zoom: 11,
    fillsHalf: [-96.2, 41, -96, 41.1],
  });
});

test('a result as large as a state is shown whole', () => {
  expect(moveToResult(rectangle(-109.06, 36.99, -102.04, 41))).toEqual({
    kind: 'fit-bounds',
    bounds: [-109.06, 36.99, -102.04, 41],
  });
});

test('a result of parts that lie far apart is shown whole: at its centre there may be nothing', () => {
  const parts = [rectangle(-105, 40, -104.9, 40.1), rectangle(-104.3, 40.6, -104.2, 40.7)];
  const habitat: MultiPolygon = {
    type: 'MultiPolygon',
    coordinates: parts.map(({ coordinates }) => coordinates),
  };
  expect(moveToResult(habitat)).toEqual({ kind: 'fit-bounds', bounds: [-105, 40, -104.2, 40.7] });
});

test('the map goes to the short side of an area across the antimeridian', () => {
  const parts = [rectangle(172, 51, 180, 55), rectangle(-180, 51, -164, 55)];
  const aleutians: MultiPolygon = {
    type: 'MultiPolygon',
    coordinates: parts.map(({ coordinates }) => coordinates),
  };
  expect(moveToArea(aleutians)).toEqual({ kind: 'fly-to', center: [184, 53], zoom: 4 });
  expect(moveToResult(aleutians)).toEqual({ kind: 'fit-bounds', bounds: [172, 51, 196, 55] });
});

const patchOf = (bbox: RunPatch['bbox']): RunPatch => ({
  id: 1,
  kind: 'burn',
  hectares: 1,
  bbox,
  centroid: [0, 0],
});

test('flies to the middle of a small patch, no closer than its pixels bear', () => {
  expect(moveToPatch(patchOf([-100.001, 40, -100, 40.001]))).toEqual({
    kind: 'fly-to',
    center: [-100.0005, 40.0005],
    zoom: 15,
  });
});

test('keeps a large patch in view', () => {
  // 0.3515625° is 360° / 2^10; four times that is zoom 8.
  const flight = moveToPatch(patchOf([0, -0.1, 0.3515625, 0.1]));
  expect(flight).toMatchObject({ kind: 'fly-to', zoom: 8 });
});
