import { ringAround } from '@refugia/engine/testing/map-features.ts';
import type { FlatGeometry } from '@refugia/engine/vector/types.ts';
import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { faultOfChange } from './valid-shapes.ts';

const corners = 1_000;
const polygon = (ring: Position[]): FlatGeometry => ({ type: 'Polygon', coordinates: [ring] });
const round = ringAround([10, 10], 1, corners);
/** Two neighbouring vertices have changed places, so two edges cross. */
const crossed = round.with(500, round[501]!).with(501, round[500]!);
const further = (ring: Position[]) => ring.with(100, [13, 13]);
const faultOf = (ring: Position[], before: Position[] | null) =>
  faultOfChange(polygon(ring), corners, before && polygon(before))?.reason;

test('a fault that was there before is found, whatever was changed elsewhere', () => {
  expect(faultOf(further(crossed), crossed)).toMatch(/crosses itself/);
});

test('what a change makes of a shape that was found valid is judged', () => {
  expect(faultOf(round, null)).toBeUndefined();
  expect(faultOf(further(round), round)).toBeUndefined();
  expect(faultOf(crossed, round)).toMatch(/crosses itself/);
  // A shape with a fault is not remembered as a valid one.
  expect(faultOf(further(crossed), crossed)).toMatch(/crosses itself/);
});

test('the same positions in other rings are another shape', () => {
  const inner = ringAround([10, 10], 0.5, corners);
  const donut: FlatGeometry = { type: 'Polygon', coordinates: [round, inner] };
  expect(faultOfChange(donut, 2 * corners, null)).toBeUndefined();
  const twoParts: FlatGeometry = { type: 'MultiPolygon', coordinates: [[round], [inner]] };
  expect(faultOfChange(twoParts, 2 * corners, twoParts)?.reason).toMatch(/overlap/);
});
