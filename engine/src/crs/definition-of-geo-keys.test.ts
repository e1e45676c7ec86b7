import { describe, expect, test } from 'vitest';
import { distanceMeters } from '../../testing/distance.ts';
import examples from '../../testing/geo-key-examples.json' with { type: 'json' };
import { told } from '../../testing/told.ts';
import { crsOf } from './crs.ts';
import { definitionOfGeoKeys, nameOfGeoKeys } from './definition-of-geo-keys.ts';
import { CrsError } from './errors.ts';
import { sortedGeoKeys } from './geo-key.ts';

const keysOf = (keys: object) =>
  sortedGeoKeys(Object.entries(keys).map(([key, value]) => [Number(key), value] as const));

function crsOfGeoKeys(
  keys: ReturnType<typeof keysOf>,
  epsg: number | undefined,
  around: readonly [number, number],
) {
  const definition = definitionOfGeoKeys(keys, epsg);
  return definition && crsOf(definition, around);
}

// Positions: gdaltransform of GDAL 3.6.2 with PROJ 9.1.1 and no grids, from files with these keys.
test.each(examples)(
  '$name lies where GDAL has it, and comes back',
  ({ keys, x, y, ...expected }) => {
    const crs = crsOfGeoKeys(keysOf(keys), undefined, [x, y])!;
    const position = crs.toLonLat(x, y);
    expect(distanceMeters(position, [expected.longitude, expected.latitude])).toBeLessThan(0.1);
    const [backX, backY] = crs.fromLonLat(...position);
    expect(Math.hypot(backX - x, backY - y)).toBeLessThan(crs.isGeographic ? 1e-8 : 0.001);
  },
);

describe('how exactly a datum is placed', () => {
  // The accuracies are EPSG's: NAD27 to WGS 84 (6) and (13), NTF to WGS 84 (1).
  test.for([
    ['NAD27 in Colorado', { 1024: 2, 2048: 4267 }, -105.5, 40.25, 7],
    ['NAD27 in Saskatchewan', { 1024: 2, 2048: 4267 }, -105.5, 57, 8],
    ['NTF', { 1024: 1, 3072: 27563 }, 700_000, 180_000, 2],
    ['a datum without a name', { 1024: 2, 2048: 4008 }, -105.5, 40.25, undefined],
  ] as const)('%s', ([, keys, x, y, accuracyMeters]) => {
    expect(crsOfGeoKeys(keysOf(keys), undefined, [x, y])!.accuracyMeters).toBe(accuracyMeters);
  });
});

test('longitudes of NAD27 from 0 to 360 stay counted so', () => {
  const crs = crsOfGeoKeys(keysOf({ 1024: 2, 2048: 4267 }), undefined, [254.5, 40.25])!;
  const [longitude, latitude] = crs.toLonLat(254.5, 40.25);
  // The position of -105.5, 40.25 by GDAL, a turn to the east.
  expect(distanceMeters([longitude, latitude], [254.499409976, 40.249969937])).toBeLessThan(0.01);
  expect(crs.fromLonLat(longitude, latitude)[0]).toBeCloseTo(254.5, 8);
});

// The GeoTIFF standard's size in radians, by arithmetic; Paris lies at 2.33722917°.
test('a unit of angle of its own size counts from a prime meridian', () => {
  const grads = { 2048: 32_767, 2051: 8903, 2054: 32_767, 2055: Math.PI / 200, 2056: 7016 };
  const crs = crsOfGeoKeys(keysOf({ 1024: 2, ...grads }), undefined, [10, 50])!;
  const [longitude, latitude] = crs.toLonLat(10, 50);
  expect(longitude).toBeCloseTo(11.33722917, 8);
  expect(latitude).toBeCloseTo(45, 10);
});

const geostationary = (sweep: string) =>
  `ESRI PE String = PROJCS["unnamed",GEOGCS["unknown",DATUM["unnamed",SPHEROID["Spheroid",6378137,298.2572221]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Geostationary_Satellite"],PARAMETER["central_meridian",-75],PARAMETER["satellite_height",35786023],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1]${sweep}]`;

// Expected: cs2cs of PROJ 9.1.1, +proj=geos +lon_0=-75 +h=35786023, with +sweep=x and without.
test.each([
  [
    'x',
    ',EXTENSION["PROJ4","+proj=geos +lon_0=-75 +h=35786023 +sweep=x"]',
    [-53.07163309, 29.3664154],
  ],
  ['y', '', [-53.141279599, 29.416780985]],
] as const)('a geostationary view that sweeps along %s', (_, extension, expected) => {
  const keys = keysOf({ 1024: 32_767, 3073: geostationary(extension) });
  const crs = crsOfGeoKeys(keys, undefined, [0, 0])!;
  expect(distanceMeters(crs.toLonLat(2_000_000, 3_000_000), expected)).toBeLessThan(0.1);
  expect(crs.toLonLat(5_430_000, 5_430_000)).toEqual([Number.NaN, Number.NaN]);
});

test('a code that is not known is read by the parameters beside it', () => {
  const { keys, x, y, longitude, latitude } = examples.find(({ name }) => name === 'Albers')!;
  const crs = crsOfGeoKeys(keysOf({ ...keys, 3072: 3053 }), 3053, [x, y])!;
  expect(distanceMeters(crs.toLonLat(x, y), [longitude, latitude])).toBeLessThan(0.1);
});

test.each([
  ['no CRS', {}],
  ['only a unit', { 1024: 1, 3076: 9001 }],
])('keys of %s describe none', (_, keys) => {
  expect(crsOfGeoKeys(keysOf(keys), undefined, [0, 0])).toBeUndefined();
});

const user = { 2048: 32_767, 2056: 32_767 };
test.each([
  [
    'a sphere of Mars',
    { 1024: 2, ...user, 2057: 3_396_190, 2058: 3_396_190 },
    /ellipsoid of the earth/,
  ],
  ['no ellipsoid', { 1024: 2, ...user }, /no ellipsoid/],
  ['geocentric coordinates', { 1024: 3, 2048: 4326 }, /geocentric/],
  ['a name and its base alone', { 1024: 32_767, 2048: 4326 }, /name alone/],
  ['an unknown unit', { 1024: 1, 3072: 32_613, 3076: 9999 }, /unit number 9999/],
  // GDAL reads none either: GeoTIFF has a number for it, and no parameters.
  ["Alaska's own projection", { 1024: 1, 2048: 4267, 3072: 32_767, 3075: 2 }, /number 2\)/],
  [
    'a method without its parameters',
    { 1024: 1, 2048: 4326, 3072: 32_767, 3075: 11 },
    /number 11\)/,
  ],
  ['a code that stands for nothing', { 1024: 1, 3072: 3053 }, /EPSG:3053/],
])('%s is refused in a sentence', (_, keys, message) => {
  const read = () => told(() => crsOfGeoKeys(keysOf(keys), undefined, [0, 0]));
  expect(read).toThrow(CrsError);
  expect(read).toThrow(message);
});

test.each([
  ['Albers', { 3073: 'ESRI PE String = PROJCS["Albers",GEOGCS["base"]]' }],
  ['NAD83', { 2049: 'GCS Name = NAD83|Datum = D|' }],
  ['here', { 1026: 'here' }],
  ['unnamed', {}],
])('the name of keys for a person: %s', (name, keys) => {
  expect(nameOfGeoKeys(keysOf(keys))).toBe(name);
});
