import { ringAround } from '@refugia/engine/testing/map-features.ts';
import type { FlatGeometry } from '@refugia/engine/vector/types.ts';
import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { faultOfChange } from './clean-state.ts';

const corners = 1_000;
const polygon = (ring: Position[]): FlatGeometry => ({ type: 'Polygon', coordinates: [ring] });
const round = ringAround([10, 10], 1, corners);
/** Two neighbouring vertices have changed places, so two edges cross. */
const crossed = round.with(500, round[501]!).with(501, round[500]!);
const further = (ring: Position[]) => ring.with(100, [13, 13]);
const reasonOf = (geometry: FlatGeometry, before: FlatGeometry | null) =>
  faultOfChange(geometry, before)?.reason;

test('a fault that was there before is found, whatever was changed elsewhere', () => {
  expect(reasonOf(polygon(further(crossed)), polygon(crossed))).toMatch(/crosses itself/);
});

test('what a change makes of a shape that was found valid is judged', () => {
  const valid = polygon(round);
  expect(reasonOf(valid, null)).toBeUndefined();
  expect(reasonOf(polygon(further(round)), valid)).toBeUndefined();
  const invalid = polygon(crossed);
  expect(reasonOf(invalid, valid)).toMatch(/crosses itself/);
  // A shape with a fault is not remembered as a valid one.
  expect(reasonOf(polygon(further(crossed)), invalid)).toMatch(/crosses itself/);
});
