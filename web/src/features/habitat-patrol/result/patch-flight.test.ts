import type { Patch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import { expect, test } from 'vitest';
import { flightToPatch } from './patch-flight.ts';

const patchOf = (bbox: Patch['bbox']): Patch => ({
  id: 1,
  kind: 'burn',
  hectares: 1,
  bbox,
  centroid: [0, 0],
});

test('flies to the middle of a small patch, no closer than its pixels bear', () => {
  expect(flightToPatch(patchOf([-100.001, 40, -100, 40.001]))).toEqual({
    kind: 'fly-to',
    center: [-100.0005, 40.0005],
    zoom: 15,
  });
});

test('keeps a large patch in view', () => {
  // 0.3515625° is 360° / 2^10; four times that is zoom 8.
  const flight = flightToPatch(patchOf([0, -0.1, 0.3515625, 0.1]));
  expect(flight).toMatchObject({ kind: 'fly-to', zoom: 8 });
});
