import { expect, test } from 'vitest';
import { crsOfEpsg, crsOfWkt } from '../../../testing/crs.ts';
import { distanceMeters } from '../../../testing/distance.ts';
import examples from '../../../testing/formula-examples.json' with { type: 'json' };
import { told } from '../../../testing/told.ts';

// Expected: cs2cs of PROJ 9.1.1 with the parameters of each text.
test.each(examples)('$name: places lie where PROJ has them, and come back', ({ wkt, places }) => {
  const crs = crsOfWkt(wkt, [0, 0]);
  for (const [longitude = 0, latitude = 0, x = 0, y = 0] of places) {
    const [toX, toY] = crs.fromLonLat(longitude, latitude);
    expect(Math.hypot(toX - x, toY - y)).toBeLessThan(0.01);
    expect(distanceMeters(crs.toLonLat(x, y), [longitude, latitude])).toBeLessThan(0.01);
  }
});

// Expected: the worked example of EPSG's method 9813 (IOGP Guidance Note 7-2), on Tananarive's ellipsoid.
test('Laborde as EPSG computes it', () => {
  const crs = crsOfWkt(
    'PROJCS["Laborde",GEOGCS["Tananarive",DATUM["Made up",SPHEROID["International 1924",6378388,297]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Laborde_Oblique_Mercator"],PARAMETER["latitude_of_center",-18.9],PARAMETER["longitude_of_center",46.4372291666667],PARAMETER["azimuth",18.9],PARAMETER["scale_factor",0.9995],PARAMETER["false_easting",400000],PARAMETER["false_northing",800000],UNIT["metre",1]]',
    [0, 0],
  );
  const [x, y] = crs.fromLonLat(44 + 27 / 60 + 27.26 / 3600, -(16 + 11 / 60 + 23.28 / 3600));
  expect(x).toBeCloseTo(188_333.848, 2);
  expect(y).toBeCloseTo(1_098_841.091, 2);
});

test('what lies beyond the edge of a map is nowhere', () => {
  const beyond: Record<string, [number, number]> = {
    'Eckert IV': [16_000_000, 8_400_000],
    'Goode, interrupted': [-11_000_000, -8_000_000],
  };
  for (const [name, [x, y]] of Object.entries(beyond)) {
    const crs = crsOfWkt(examples.find((each) => each.name === name)!.wkt, [0, 0]);
    expect(crs.toLonLat(x, y)).toEqual([Number.NaN, Number.NaN]);
  }
  const view = crsOfWkt(examples.find(({ name }) => name === 'geostationary')!.wkt, [0, 0]);
  expect(view.fromLonLat(110, 20)).toEqual([Number.NaN, Number.NaN]);
});

// No data are known that are published in these.
test.each([
  'International_Map_of_the_World_Polyconic',
  'Van_der_Grinten_I',
  'Wagner_VII',
  'Winkel_Tripel',
  'Goode_Homolosine',
  'Eckert_VI',
  'Bonne',
  'Miller_Cylindrical',
])('the projection %s is refused by name', (method) => {
  const { wkt } = examples[0]!;
  const other = wkt.replace(/PROJECTION\["\w+"\]/, `PROJECTION["${method}"]`);
  expect(() => told(() => crsOfWkt(other, [0, 0]))).toThrow(
    `projection ${method.replaceAll('_', ' ')}`,
  );
});

// Expected: gdaltransform of GDAL 3.6.2, of the text that it writes into a GeoTIFF for ESRI:102065.
test('a Krovak grid counts southwards and westwards where its scales say so', () => {
  const crs = crsOfWkt(
    'PROJCS["S-JTSK_Krovak",GEOGCS["GCS_S_JTSK",DATUM["D_S_JTSK",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Krovak"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Pseudo_Standard_Parallel_1",78.5],PARAMETER["Scale_Factor",0.9999],PARAMETER["Azimuth",30.28813975277778],PARAMETER["Longitude_Of_Center",24.83333333333333],PARAMETER["Latitude_Of_Center",49.5],PARAMETER["X_Scale",1.0],PARAMETER["Y_Scale",1.0],PARAMETER["XY_Plane_Rotation",0.0],UNIT["Meter",1.0]]',
    [1_000_000, 700_000],
  );
  const place = [14.9366238745521, 50.5218999490759] as const;
  expect(distanceMeters(crs.toLonLat(1_000_000, 700_000), place)).toBeLessThan(0.01);
});

// Expected: cs2cs of PROJ 9.1.1.
test('a standard parallel on the equator is one', () => {
  const crs = crsOfWkt(
    'PROJCS["made up",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic_2SP"],PARAMETER["standard_parallel_1",45],PARAMETER["standard_parallel_2",0],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",0],UNIT["metre",1]]',
    [0, 0],
  );
  const [x, y] = crs.fromLonLat(3, 2);
  expect(Math.hypot(x - 329_409.4946, y - 223_084.9566)).toBeLessThan(0.01);
});

test('places beyond the antimeridian have longitudes from -180 to 180', () => {
  const { wkt } = examples.find(({ name }) => name === 'geostationary')!;
  const himawari = wkt.replace('"central_meridian",-75', '"central_meridian",140.7');
  const crs = crsOfWkt(himawari, [0, 0]);
  const [longitude] = crs.toLonLat(...crs.fromLonLat(-165, 10));
  expect(longitude).toBeCloseTo(-165, 9);
});

// Expected: gdaltransform of GDAL 3.6.2 with PROJ 9.1.1 and no grids.
test.each([8441, 29_701])('EPSG:%i lies where GDAL has it', (epsg) => {
  const crs = crsOfEpsg(epsg, [400_000, 800_000]);
  const [longitude, latitude] = crs.toLonLat(500_000, 900_000);
  expect(distanceMeters([longitude, latitude], [47.3816940813, -17.9950812913])).toBeLessThan(0.05);
});
