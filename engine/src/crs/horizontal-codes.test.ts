import { expect, test } from 'vitest';
import { crsOfEpsg } from '../../testing/crs.ts';
import { distanceMeters } from '../../testing/distance.ts';
import { convertFromEpsg } from './to-lon-lat.ts';

// Expected: gdaltransform of GDAL 3.6.2 with PROJ 9.1.1 and EPSG v10.076, without grids. 7408 was withdrawn
// for 7415.
const expected: [
  epsg: number,
  name: string,
  horizontal: number,
  position: readonly [x: number, y: number],
  lonLat: readonly [longitude: number, latitude: number],
][] = [
  [5972, 'UTM zone 32N, NN2000', 25832, [570_000, 7_034_000], [10.40260195, 63.42760941]],
  [4979, 'WGS 84', 4326, [10.5, 59.9], [10.5, 59.9]],
  [4937, 'ETRS89', 4258, [10.2, 51.1], [10.2, 51.1]],
  [7415, 'RD New, NAP', 28992, [155_000, 463_000], [5.38720351, 52.1551723]],
  [7408, 'RD/NAP', 28992, [155_000, 463_000], [5.38720351, 52.1551723]],
  [5698, 'Lambert-93, IGN69', 2154, [652_301.56, 6_861_302.73], [2.34999993, 48.85000004]],
  [7405, 'British National Grid, ODN', 27700, [434_039.46, 289_239.28], [-1.49999995, 52.49999999]],
  [3901, 'KKJ, N60', 2393, [3_385_000, 6_672_000], [24.9268232, 60.1434991]],
  [7406, 'NAD27, NGVD29', 4267, [-105, 35], [-105.00053545, 35.00006263]],
  [9462, 'GDA2020, AVWS', 7844, [145, -37.8], [145, -37.8]],
];

test.for(expected)(
  'EPSG:%i (%s) counts by its horizontal part',
  ([epsg, , horizontal, position, lonLat]) => {
    const crs = crsOfEpsg(epsg, position);
    expect(crs.epsg).toBe(horizontal);
    expect(distanceMeters(crs.toLonLat(...position), lonLat)).toBeLessThan(0.25);
  },
);

test('shapes take them, too', () => {
  const converted = convertFromEpsg(5972).convert(570_000, 7_034_000);
  expect(distanceMeters(converted, [10.40260195, 63.42760941])).toBeLessThan(0.25);
});
