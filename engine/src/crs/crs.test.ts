import { expect, test } from 'vitest';
import { distanceMeters } from '../../testing/distance.ts';
import { crsOf } from './crs.ts';
import { definitionOfEnteredCode } from './definition.ts';
import { CrsError } from './errors.ts';

// Expected: gdaltransform of GDAL 3.6.2 with PROJ 9.1.1, from ESRI:code, without grids; 900913 from EPSG:3857.
const expected: [
  code: number,
  position: readonly [x: number, y: number],
  lonLat: readonly [longitude: number, latitude: number],
][] = [
  [102008, [-296_505.4, 596_956.13], [-100.00000003, 45.00000002]],
  [102003, [-296_505.4, 596_956.13], [-99.64573761, 42.77939464]],
  [102039, [-1_143_499.25, 2_387_051.14], [-110.30000005, 43.70000003]],
  [102001, [100_000, 600_000], [-94.73557131, 45.50572534]],
  [102013, [500_000, 1_200_000], [15.90562134, 40.8838763]],
  [102033, [300_000, 700_000], [-56.84303013, -25.96366379]],
  [54009, [1_615_404.97, 5_340_244.91], [20.00000003, 44.99999999]],
  [54030, [-6_959_637.48, -2_139_038.32], [-75.00000451, -20.00001756]],
  [54012, [1_000_000, 5_000_000], [11.77572283, 39.90968084]],
  [900913, [-11_131_949.08, 4_865_942.28], [-100.00000001, 40]],
];

test.for(expected)('the code %i that a person enters is known', ([code, position, lonLat]) => {
  const crs = crsOf(definitionOfEnteredCode(code), position);
  expect(distanceMeters(crs.toLonLat(...position), lonLat)).toBeLessThan(0.25);
});

test('codes of EPSG stay what they are, and others are refused by name', () => {
  expect(crsOf(definitionOfEnteredCode(26910), [500_000, 4_900_000])).toMatchObject({
    epsg: 26910,
    name: 'NAD83 / UTM zone 10N',
  });
  expect(() => definitionOfEnteredCode(54048)).toThrow(CrsError);
});
