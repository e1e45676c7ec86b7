import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { expect, test } from 'vitest';
import { isTooLong } from './drawing-tools.ts';

test('a sketch is too long from its limit on, and none is not', () => {
  // A degree at the equator is 111 km: around a tenth of one it is 44 km, around three tenths 133 km.
  const limitMeters = 85_420;
  expect(isTooLong(null, limitMeters)).toBe(false);
  expect(isTooLong(rectanglePolygon([0, 0, 0.1, 0.1]), limitMeters)).toBe(false);
  expect(isTooLong(rectanglePolygon([0, 0, 0.3, 0.3]), limitMeters)).toBe(true);
});
