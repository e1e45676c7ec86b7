import { expect, test } from 'vitest';
import { utmEpsg, workEpsg } from './work-crs.ts';

test.each([
  [-105.0001, 39.7, 32613],
  [-108.0001, 39.7, 32612],
  [-108, 39.7, 32613],
  [180, 10, 32660],
  [-180, 10, 32601],
  [-58.4, -34.6, 32721],
  [15, 0, 32633],
])('longitude %f, latitude %f lies in UTM zone EPSG:%i', (longitude, latitude, epsg) => {
  expect(utmEpsg(longitude, latitude)).toBe(epsg);
});

test('UTM ends before the poles', () => {
  expect(() => utmEpsg(0, 85)).toThrow(RangeError);
  expect(() => utmEpsg(Number.NaN, 0)).toThrow(RangeError);
});

// Bounds of Census states, rounded; Iberia.
test.each([
  ['a few fields', [-105.1, 39.6, -104.9, 39.7], 32613],
  ['Colorado', [-109.06, 36.99, -102.04, 41.0], 32613],
  ['Minnesota, with its Northwest Angle', [-97.24, 43.5, -89.48, 49.384], 32615],
  ['Washington and Oregon', [-124.77, 41.99, -116.46, 49.01], 5070],
  ['the contiguous states', [-124.77, 24.4, -66.95, 49.39], 5070],
  ['Texas', [-106.65, 25.84, -93.51, 36.5], 5070],
  ['Iberia', [-9.5, 36, 3.3, 43.8], 6933],
  ['Taveuni in Fiji, on both sides of 180°', [179.7, -17.1, 180.3, -16.6], 32760],
  ['the Aleutians', [172.4, 51.2, 195.2, 54.9], 3338],
  ['Alaska with them', [172.4, 51.2, 230.02, 71.4], 3338],
  ['Alaska east of them', [-168.2, 54.4, -129.98, 71.4], 3338],
  ['Chukotka', [157.7, 61.8, 190.4, 71.6], 8859],
] as const)('%s is worked on in a grid that fits it', (_, bounds, epsg) => {
  expect(workEpsg(bounds)).toBe(epsg);
});
