import { expect, test } from 'vitest';
import { boxInView, boxOfRaster } from './raster-box.ts';

test.each([
  ['-110.5 43 -110 43.25', [-110.5, 43, -110, 43.25]],
  ['  1  2 3   4 ', [1, 2, 3, 4]],
  ['1 2 3', null],
  ['1 2 3 x', null],
  ['', null],
  [null, null],
])('the place %j is read', (coordinates, box) => {
  expect(boxOfRaster({ coordinates })).toEqual(box);
});

test('a picture in the middle of the view keeps its proportions on the ground', () => {
  // At 60 degrees north a degree of longitude is half as long as one of latitude: cos 60° = 0.5.
  const [west, south, east, north] = boxInView([10, 59, 14, 61], { width: 200, height: 100 });
  expect((west + east) / 2).toBeCloseTo(12, 9);
  expect((south + north) / 2).toBeCloseTo(60, 9);
  expect(((east - west) * 0.5) / (north - south)).toBeCloseTo(2, 9);
  expect(east - west).toBeCloseTo(0.6 * 4, 9);
});
