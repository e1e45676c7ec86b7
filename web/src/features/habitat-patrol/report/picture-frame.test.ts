import { scaleBar } from '@refugia/engine/geo/picture-place.ts';
import { expect, test } from 'vitest';
import { outlinePath } from './picture-frame.ts';

test('lays an outline over a picture in Web Mercator', () => {
  const ring = [
    [0, 0],
    [10, 0],
    [10, 60],
    [0, 60],
    [0, 0],
  ];
  const { path, aspect } = outlinePath({ type: 'Polygon', coordinates: [ring] }, [0, 0, 10, 60]);
  expect(path).toBe(
    'M0.00000 1.00000L1.00000 1.00000L1.00000 0.00000L0.00000 0.00000L0.00000 1.00000Z',
  );
  // EPSG:3857 by PROJ: 60° north is 8,399,737.89 m, 10° east 1,113,194.91 m.
  expect(aspect).toBeCloseTo(1_113_194.91 / 8_399_737.89, 6);
});

test('an outline on both sides of the antimeridian lies in one picture, without a line there', () => {
  const part = (west: number, east: number) => [
    [
      [west, 0],
      [east, 0],
      [east, 10],
      [west, 10],
      [west, 0],
    ],
  ];
  const coordinates = [part(175, 180), part(-180, -165)];
  expect(outlinePath({ type: 'MultiPolygon', coordinates }, [175, 0, 195, 10]).path).toBe(
    'M0.00000 1.00000L0.25000 1.00000' +
      'M0.25000 0.00000L0.00000 0.00000L0.00000 1.00000' +
      'M0.25000 1.00000L1.00000 1.00000L1.00000 0.00000L0.25000 0.00000',
  );
});

test('the scale is a round length within a third of the width', () => {
  // A degree of longitude on the equator of the mean sphere is 111.195 km.
  expect(scaleBar([0, -0.5, 1, 0.5])).toEqual({
    label: '20 km',
    share: expect.closeTo(20 / 111.195, 4),
  });
  expect(scaleBar([0, -0.005, 0.01, 0.005]).label).toBe('200 m');
});
