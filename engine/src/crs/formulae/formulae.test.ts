import { expect, test } from 'vitest';
import { distanceMeters } from '../../../testing/distance.ts';
import examples from '../../../testing/formula-examples.json' with { type: 'json' };
import { crsOfEpsg, crsOfWkt } from '../crs.ts';

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
    'Eckert VI': [17_000_000, 7_000_000],
    'Goode, interrupted': [-11_000_000, -8_000_000],
    'Van der Grinten': [19_000_000, 15_000_000],
    'orthographic, oblique': [6_000_000, 4_000_000],
    Bonne: [9_000_000, -14_000_000],
    'Two-point equidistant': [-2_000_000, 19_000_000],
    'Winkel II': [0, 10_100_000],
    'Wagner VII': [18_000_000, 8_000_000],
  };
  for (const [name, [x, y]] of Object.entries(beyond)) {
    const crs = crsOfWkt(examples.find((each) => each.name === name)!.wkt, [0, 0]);
    expect(crs.toLonLat(x, y)).toEqual([Number.NaN, Number.NaN]);
  }
  const view = crsOfWkt(examples.find(({ name }) => name === 'orthographic, oblique')!.wkt, [0, 0]);
  expect(view.fromLonLat(80, -40)).toEqual([Number.NaN, Number.NaN]);
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
  const { wkt } = examples.find(({ name }) => name === 'Quadrilateralized cube')!;
  const crs = crsOfWkt(wkt, [0, 0]);
  const [longitude] = crs.toLonLat(...crs.fromLonLat(-177, -62.5));
  expect(longitude).toBeCloseTo(-177, 9);
});

// Expected: gdaltransform of GDAL 3.6.2 with PROJ 9.1.1 and no grids.
test.each([8441, 29_701])('EPSG:%i lies where GDAL has it', (epsg) => {
  const crs = crsOfEpsg(epsg, [400_000, 800_000]);
  const [longitude, latitude] = crs.toLonLat(500_000, 900_000);
  expect(distanceMeters([longitude, latitude], [47.3816940813, -17.9950812913])).toBeLessThan(0.05);
});

// Expected: gdaltransform of GDAL 3.6.2 with PROJ 9.1.1, at the worked example of EPSG's method 9833.
test('EPSG:3139, the hyperbolic Cassini, lies where GDAL has it', () => {
  const crs = crsOfEpsg(3139, [1_601_528.9, 1_336_966]);
  const place = crs.toLonLat(1_601_528.9, 1_336_966);
  expect(distanceMeters(place, [179.990667782375, -16.8401538014692])).toBeLessThan(0.001);
  const [x, y] = crs.fromLonLat(...place);
  expect(crs.unit * Math.hypot(x - 1_601_528.9, y - 1_336_966)).toBeLessThan(0.01);
});

// Expected: the first one is the worked example of EPSG's method 1052 (IOGP Guidance Note 7-2), the others
// are those of cs2cs of PROJ 9.1.1.
test.each([
  [6247, -74.25, 4.8, 80_859.033, 122_543.174],
  [6247, -74.3465916666667, 4.48048611111111, 70_129.692, 87_198.8932],
  [6247, -73.9965916666667, 4.83048611111111, 108_980.542, 125_916.6689],
])(
  'EPSG:%i, a plane at the height of its town, at %d, %d',
  (...[epsg, longitude, latitude, x, y]) => {
    const crs = crsOfEpsg(epsg, [x, y]);
    const [toX, toY] = crs.fromLonLat(longitude, latitude);
    expect(Math.hypot(toX - x, toY - y)).toBeLessThan(0.001);
    expect(distanceMeters(crs.toLonLat(x, y), [longitude, latitude])).toBeLessThan(0.002);
  },
);
