import { describe, expect, test } from 'vitest';
import { distanceMeters } from '../../testing/distance.ts';
import { told } from '../../testing/told.ts';
import examples from '../../testing/wkt2-examples.json' with { type: 'json' };
import { CrsError } from './errors.ts';
import { convertFromWkt } from './to-lon-lat.ts';

// Texts and positions: GDAL 3.6.2 with PROJ 9.1.1, exported as WKT 2:2019.
test.each(examples)('$code in WKT 2 lies where GDAL has it', ({ wkt, x, y, ...expected }) => {
  const converted = convertFromWkt(wkt).convert(x, y);
  expect(distanceMeters(converted, [expected.longitude, expected.latitude])).toBeLessThan(1);
});

const wgs84 =
  'GEOGCRS["WGS 84",ENSEMBLE["World Geodetic System 1984 ensemble",MEMBER["World Geodetic System 1984 (G1762)"],ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]],ENSEMBLEACCURACY[2.0]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]],CS[ellipsoidal,2],AXIS["latitude",north],AXIS["longitude",east],ANGLEUNIT["degree",0.0174532925199433],ID["EPSG",4326]]';

test('WGS 84 of WKT 2 is the identity', () => {
  expect(convertFromWkt(wgs84).isIdentity).toBe(true);
});

test('the horizontal part of a compound counts', () => {
  const vertical = 'VERTCRS["EGM96 height",VDATUM["EGM96 geoid"],CS[vertical,1],AXIS["up",up]]';
  expect(convertFromWkt(`COMPOUNDCRS["both",${wgs84},${vertical}]`).isIdentity).toBe(true);
});

describe('a bound CRS', () => {
  const bound = (transformation: string) =>
    `BOUNDCRS[SOURCECRS[GEOGCRS["mine",DATUM["Nowhere",ELLIPSOID["Bessel 1841",6377397.155,299.1528128,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0],CS[ellipsoidal,2],AXIS["longitude",east],AXIS["latitude",north],ANGLEUNIT["degree",0.0174532925199433]]],TARGETCRS[${wgs84}],ABRIDGEDTRANSFORMATION["shift",${transformation}]]`;
  const three =
    'PARAMETER["X-axis translation",598.1],PARAMETER["Y-axis translation",73.7],PARAMETER["Z-axis translation",418.2]';
  const seven = (sign: '' | '-') =>
    `${three},PARAMETER["X-axis rotation",${sign}0.202],PARAMETER["Y-axis rotation",${sign}0.045],PARAMETER["Z-axis rotation",${sign === '' ? '-' : ''}2.455],PARAMETER["Scale difference",1.0000067]`;

  // GDAL 3.6.2 with PROJ 9.1.1: +proj=longlat +ellps=bessel +towgs84=… at 10, 50.
  const shiftedByThree = [9.99956374, 49.99886109];
  const shiftedBySeven = [9.99881393, 49.99885726];
  test.each([
    [
      'three translations',
      `METHOD["Geocentric translations (geog2D domain)"],${three}`,
      shiftedByThree,
    ],
    [
      'position vector',
      `METHOD["Position Vector transformation (geog2D domain)"],${seven('')}`,
      shiftedBySeven,
    ],
    [
      'coordinate frame',
      `METHOD["Coordinate Frame rotation (geog2D domain)"],${seven('-')}`,
      shiftedBySeven,
    ],
  ])('shifts by its %s', (_, transformation, expected) => {
    const converted = convertFromWkt(bound(transformation)).convert(10, 50);
    expect(distanceMeters(converted, expected)).toBeLessThan(1);
  });

  test('with a grid has no shift, and its unknown datum is refused by name', () => {
    expect(() => told(() => convertFromWkt(bound('METHOD["NTv2"]')))).toThrow(/datum Nowhere/);
  });
});

test('a datum that takes a grid is refused by name', () => {
  const base =
    'BASEGEOGCRS["NAD27",DATUM["North American Datum 1927",ELLIPSOID["Clarke 1866",6378206.4,294.978698213898]]]';
  const utm =
    'CONVERSION["UTM zone 13N",METHOD["Transverse Mercator"],PARAMETER["Longitude of natural origin",-105]]';
  expect(() =>
    told(() => convertFromWkt(`PROJCRS["NAD27 / UTM zone 13N",${base},${utm}]`)),
  ).toThrow(/datum North American Datum 1927/);
});

test.each([
  ['a geocentric CRS', 'GEODCRS["WGS 84",DATUM["World Geodetic System 1984"],CS[Cartesian,3]]'],
  ['a CRS of a building site', 'ENGCRS["site",EDATUM["site"],CS[Cartesian,2]]'],
  ['a projected CRS without its base', 'PROJCRS["x",CONVERSION["y"]]'],
  ['an empty compound', 'COMPOUNDCRS["nothing"]'],
])('%s is refused', (_, wkt) => {
  expect(() => convertFromWkt(wkt)).toThrow(CrsError);
  expect(() => told(() => convertFromWkt(wkt))).toThrow(
    /doesn't describe a coordinate system on the earth/,
  );
});
