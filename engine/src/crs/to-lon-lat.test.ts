import { expect, test } from 'vitest';
import { crsOfWkt } from '../../testing/crs.ts';
import { distanceMeters } from '../../testing/distance.ts';
import { told } from '../../testing/told.ts';
import { CrsError } from './errors.ts';
import { convertFromEpsg, convertFromWkt } from './to-lon-lat.ts';

// Expected: GDAL 3.6.2 with PROJ 9.1.1 and EPSG v10.076, without grids.
const expected: [
  epsg: number,
  name: string,
  x: number,
  y: number,
  longitude: number,
  latitude: number,
][] = [
  [32613, 'WGS 84 / UTM zone 13N', 500831.13, 4398811.67, -104.99030001, 39.73920002],
  [32737, 'WGS 84 / UTM zone 37S', 257000.0, 9857001.99, 36.81620001, -1.29280003],
  [26913, 'NAD83 / UTM zone 13N', 455628.61, 4117176.45, -105.49999995, 37.19999999],
  [3857, 'WGS 84 / Pseudo-Mercator', -11131949.08, 4865942.28, -100.00000001, 40.0],
  [5070, 'NAD83 / Conus Albers', -1143499.25, 2387051.14, -110.30000005, 43.70000003],
  [2226, 'NAD83 / California zone 2 (ftUS)', 6704558.85, 1980722.2, -121.50000001, 38.60000001],
  [2277, 'NAD83 / Texas Central (ftUS)', 3127546.44, 10082681.23, -97.70000001, 30.3],
  [6347, 'NAD83(2011) / UTM zone 18N', 361840.43, 4340190.59, -76.59999998, 39.20000004],
  [3310, 'NAD83 / California Albers', 44610.89, -146209.48, -119.50000005, 36.69999999],
  [27700, 'OSGB36 / British National Grid', 434039.46, 289239.28, -1.49999995, 52.49999999],
  [3035, 'ETRS89-extended / LAEA Europe', 4335009.51, 3109886.43, 10.20000003, 51.09999999],
  [2056, 'CH1903+ / LV95', 2600865.38, 1199879.68, 7.44999995, 46.95],
  [3006, 'SWEREF99 TM', 553192.82, 7046201.42, 16.07000001, 63.54000003],
  [3021, 'RT90 2.5 gon V', 1513180.16, 7047975.04, 16.06999999, 63.53999998],
  [2180, 'ETRF2000-PL / CS92', 506832.37, 481552.19, 19.10000005, 52.19999997],
  [28355, 'GDA94 / MGA zone 55', 323920.55, 5814491.02, 144.99999999, -37.79999999],
  [
    2193,
    'NZGD2000 / New Zealand Transverse Mercator 2000',
    1567662.25,
    5183580.92,
    172.59999994,
    -43.49999997,
  ],
  [
    3031,
    'WGS 84 / Antarctic Polar Stereographic',
    1419227.92,
    819391.62,
    60.00000005,
    -74.99999996,
  ],
  [3413, 'WGS 84 / NSIDC Sea Ice Polar Stereographic North', 0.0, -1085920.3, -45.0, 79.99999998],
  [3347, 'NAD83 / Statistics Canada Lambert', 6003360.03, 2094634.49, -95.00000002, 55.0],
  [2154, 'RGF93 v1 / Lambert-93', 652301.56, 6861302.73, 2.34999993, 48.85000004],
  [26986, 'NAD83 / Massachusetts Mainland', 191760.75, 899949.64, -71.59999995, 42.35000002],
  [3338, 'NAD83 / Alaska Albers', 195304.33, 1565361.82, -149.99999996, 64.0],
  [3112, 'GDA94 / Geoscience Australia Lambert', 0.0, -2841857.82, 134.0, -25.00000002],
];

const expectedWkt: [wkt: string, x: number, y: number, longitude: number, latitude: number][] = [
  [
    'PROJCS["NAD_1983_StatePlane_California_II_FIPS_0402_Feet",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",6561666.667],PARAMETER["False_Northing",1640416.667],PARAMETER["Central_Meridian",-122.0],PARAMETER["Standard_Parallel_1",39.8333333333333],PARAMETER["Standard_Parallel_2",38.3333333333333],PARAMETER["Latitude_Of_Origin",37.6666666666667],UNIT["US survey foot",0.304800609601219]]',
    6704558.85,
    1980722.2,
    -121.50000001,
    38.60000001,
  ],
  [
    'PROJCS["NAD_1983_Contiguous_USA_Albers",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Albers"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-96.0],PARAMETER["Standard_Parallel_1",29.5],PARAMETER["Standard_Parallel_2",45.5],PARAMETER["Latitude_Of_Origin",23.0],UNIT["Meter",1.0]]',
    -1143499.25,
    2387051.14,
    -110.30000005,
    43.70000003,
  ],
  [
    'PROJCS["North_America_Albers_Equal_Area_Conic",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Albers"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-96.0],PARAMETER["Standard_Parallel_1",20.0],PARAMETER["Standard_Parallel_2",60.0],PARAMETER["Latitude_Of_Origin",40.0],UNIT["Meter",1.0]]',
    -296505.4,
    596956.13,
    -100.00000003,
    45.00000002,
  ],
  [
    'PROJCS["World_Mollweide",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mollweide"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],UNIT["Meter",1.0]]',
    1615404.97,
    5340244.91,
    20.00000003,
    44.99999999,
  ],
  [
    'PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]',
    -11131949.08,
    4865942.28,
    -100.00000001,
    40.0,
  ],
  [
    'PROJCS["RT90_25_gon_V",GEOGCS["GCS_RT_1990",DATUM["D_RT_1990",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",1500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",15.8082777777778],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
    1513180.16,
    7047975.04,
    16.06999999,
    63.53999998,
  ],
  [
    'PROJCS["NAD_1983_Michigan_GeoRef_Meters",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Hotine_Oblique_Mercator_Azimuth_Natural_Origin"],PARAMETER["False_Easting",2546731.496],PARAMETER["False_Northing",-4354009.816],PARAMETER["Scale_Factor",0.9996],PARAMETER["Azimuth",-22.74444],PARAMETER["Longitude_Of_Center",-86.0],PARAMETER["Latitude_Of_Center",45.3091666666667],UNIT["Meter",1.0]]',
    579337.51,
    439202.58,
    -84.99999996,
    44.49999996,
  ],
  [
    'PROJCS["World_Robinson",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Robinson"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],UNIT["Meter",1.0]]',
    -6959637.48,
    -2139038.32,
    -75.00000451,
    -20.00001756,
  ],
];

test.for(expected)(
  'EPSG:%i (%s) to longitude and latitude',
  ([epsg, , x, y, longitude, latitude]) => {
    const converted = convertFromEpsg(epsg).convert(x, y);
    expect(distanceMeters(converted, [longitude, latitude])).toBeLessThan(1);
  },
);

test.for(expectedWkt)('%s, as Esri writes it', ([wkt, x, y, longitude, latitude]) => {
  const converted = convertFromWkt(wkt).convert(x, y);
  expect(distanceMeters(converted, [longitude, latitude])).toBeLessThan(1);
});

test.each([4326, 4258, 4269])('EPSG:%i: degrees', (epsg) => {
  const [longitude, latitude] = convertFromEpsg(epsg).convert(-100, 40);
  expect(distanceMeters([longitude, latitude], [-100, 40])).toBeLessThan(1);
});

test('WGS 84 is the identity, whoever writes it', () => {
  const esri =
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
  const ogc =
    'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]';
  for (const wkt of [esri, ogc]) expect(convertFromWkt(wkt).isIdentity).toBe(true);
  expect(convertFromEpsg(4326).isIdentity).toBe(true);
});

const projectedOn = (datum: string, spheroid: string) =>
  `PROJCS["Somewhere",GEOGCS["Base",DATUM["${datum}",SPHEROID["S",${spheroid}]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["Central_Meridian",-105.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;

test.each([
  [
    'a datum that takes a grid',
    projectedOn('D_North_American_1927', '6378206.4,294.9786982'),
    /datum North American 1927/,
  ],
  [
    'a datum of its own on a modern ellipsoid',
    projectedOn('D_Xrail84', '6378137.0,298.257223563'),
    /datum Xrail84/,
  ],
  ['an unknown datum', projectedOn('D_Atlantis', '6378206.4,294.9786982'), /datum Atlantis/],
  [
    'an ellipsoid of another planet',
    projectedOn('D_Mars', '3396190.0,169.8'),
    /no ellipsoid of the earth/,
  ],
  [
    'an unknown projection',
    projectedOn('D_WGS_1984', '6378137.0,298.257223563').replace(
      'Transverse_Mercator',
      'Winkel_Tripel',
    ),
    /projection Winkel Tripel/,
  ],
  ['a local system', 'LOCAL_CS["site"]', /doesn't describe a coordinate system on the earth/],
  ['what is no WKT', 'garbage', /doesn't describe/],
  ['nothing', '', /doesn't describe/],
  ['WKT without an end', 'PROJCS["x",GEOGCS["y"', /doesn't describe/],
  ['WKT nested without end', 'A['.repeat(10_000), /doesn't describe/],
])('%s is refused by name', (_, wkt, message) => {
  expect(() => convertFromWkt(wkt)).toThrow(CrsError);
  expect(() => told(() => convertFromWkt(wkt))).toThrow(message);
});

test.each([4267, 26713, 0, 999_999, 27200, 2163])('EPSG:%i is refused by its code', (epsg) => {
  expect(() => told(() => convertFromEpsg(epsg))).toThrow(`EPSG:${epsg}`);
});

// Expected: GDAL 3.6.2 with PROJ 9.1.1 and EPSG v10.076, without grids.
test.for([
  [4273, 'NGO 1948, west of Norway', 4, 57.6, 3.99596809, 57.60080488],
  [4124, 'RT90, in Denmark', 9.5, 56, 9.49780725, 55.9998674],
  [4289, 'Amersfoort, at sea', 3, 52.5, 2.99991973, 52.49897837],
  [4214, 'Beijing 1954, which has shifts for offshore only', 116, 40, 116, 40],
] as const)(
  'EPSG:%i (%s) is placed as PROJ does outside of where its shifts are meant for',
  ([epsg, , x, y, longitude, latitude]) => {
    const converter = convertFromEpsg(epsg);
    expect(distanceMeters(converter.convert(x, y), [longitude, latitude])).toBeLessThan(1);
    expect(converter.accuracyMeters()).toBeUndefined();
  },
);

// Expected: GDAL 3.6.2 with PROJ 9.1.1.
test.for([
  [4816, 'Carthage (Paris)', 8.5, 40, 9.9878006, 36.00151641],
  [4810, 'Tananarive (Paris)', 50, -21, 47.33706674, -18.90132872],
] as const)('EPSG:%i (%s) is in grads from Paris', ([epsg, , x, y, longitude, latitude]) => {
  const converted = convertFromEpsg(epsg).convert(x, y);
  expect(distanceMeters(converted, [longitude, latitude])).toBeLessThan(0.1);
});

test("Cassini's projection near its meridian and far off it", () => {
  const { convert } = convertFromEpsg(28191);
  // Expected: GDAL 3.6.2.
  const near = [35.21592485, 31.06838715];
  expect(distanceMeters(convert(170_551.28, 53_018.94), near)).toBeLessThan(0.1);
  const far = [40.8099999775, 34.8800000388];
  expect(distanceMeters(convert(681_775.67, 490_100.19), far)).toBeLessThan(0.1);
});

test("Web Mercator of another name is known by GDAL's extension", () => {
  const wkt =
    'PROJCS["Google Maps Global Mercator",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]]],PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],UNIT["metre",1],EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs"]]';
  // Expected: GDAL 3.6.2.
  const converted = convertFromWkt(wkt).convert(1_113_194.91, 1_118_889.97);
  expect(distanceMeters(converted, [10, 10])).toBeLessThan(0.1);
});

test('a known datum on another ellipsoid is another datum', () => {
  const earlier =
    'GEOGCS["GCS_Mauritania_1999",DATUM["D_Mauritania_1999",SPHEROID["Clarke_1880_RGS",6378249.145,293.465]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
  expect(() => told(() => convertFromWkt(earlier))).toThrow('based on the datum Mauritania 1999');
});

// Expected: GDAL 3.6.2 without grids. Esri names both datums as those of Greenwich.
test.each([
  [
    'GEOGCS["GCS_Bern_1898_Bern",DATUM["D_CH1903",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Bern",7.43958333333333],UNIT["Degree",0.0174532925199433]]',
    [0.78, 46.8],
    [8.2185156, 46.7987023],
  ],
  [
    'GEOGCS["GCS_S_JTSK_Ferro",DATUM["D_S_JTSK",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Ferro",-17.6666666666667],UNIT["Degree",0.0174532925199433]]',
    [34.94, 49.4],
    [17.2718981, 49.3993948],
  ],
] as const)('longitudes from another meridian: %s', (wkt, [x, y], lonLat) => {
  expect(distanceMeters(crsOfWkt(wkt, [x, y]).toLonLat(x, y), lonLat)).toBeLessThan(1);
});
