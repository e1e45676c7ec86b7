import { expect, test } from 'vitest';
import { sizeOf } from './feature-size.ts';

test('a degree of the equator is as long as the circumference of the Earth over 360', () => {
  // 2π times the mean radius of the IUGG, 6,371,008.8 m, over 360 are 111,195.1 m.
  const degree = {
    type: 'LineString' as const,
    coordinates: [
      [0, 0],
      [0.4, 0],
      [1, 0],
    ],
  };
  const twice = {
    type: 'MultiLineString' as const,
    coordinates: [degree.coordinates, degree.coordinates],
  };
  const meters = (geometry: Parameters<typeof sizeOf>[0]) => {
    const size = sizeOf(geometry);
    return size?.kind === 'length' ? size.meters : null;
  };
  expect(meters(degree)).toBeCloseTo(111_195.1, 0);
  expect(meters(twice)).toBeCloseTo(2 * 111_195.1, 0);
});

test('a whole hemisphere is half of the surface of the ellipsoid', () => {
  // WGS 84 has a surface of 510,065,621.7 km² (Moritz 1980 gives the same formula for GRS 80).
  const ring = [
    [-180, 0],
    [180, 0],
    [180, 90],
    [-180, 90],
    [-180, 0],
  ];
  const size = sizeOf({ type: 'Polygon', coordinates: [ring] });
  const squareKilometers = size?.kind === 'area' ? size.hectares / 100 : null;
  expect(squareKilometers! / (510_065_621.7 / 2)).toBeCloseTo(1, 6);
});

test('of a point the place is told, and of several nothing', () => {
  expect(sizeOf({ type: 'Point', coordinates: [-110.5, 43.25] })).toEqual({
    kind: 'place',
    longitude: -110.5,
    latitude: 43.25,
  });
  expect(
    sizeOf({
      type: 'MultiPoint',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    }),
  ).toBeNull();
});
