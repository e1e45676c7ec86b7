import { describe, expect, test } from 'vitest';
import { distanceMeters } from '../../testing/distance.ts';
import { told } from '../../testing/told.ts';
import { convertFromEpsg, convertFromWkt } from './to-lon-lat.ts';

// Expected: GDAL 3.6.2 with PROJ 9.1.1 and EPSG v10.076, without grids. Datums with several shifts, in
// their areas, on the borders between them and outside of all.
const expected: [
  epsg: number,
  name: string,
  x: number,
  y: number,
  longitude: number,
  latitude: number,
][] = [
  [29188, 'SAD69 / UTM zone 18S', 721817.6, 9447036.2, -72.99999958, -5.0],
  [29188, 'SAD69 / UTM zone 18S', 1233710.3, 7773172.5, -68.00000006, -19.99999979],
  [29188, 'SAD69 / UTM zone 18S', 1572819.2, 4352676.2, -59.99999928, -50.00000022],
  [29168, 'SAD69 / UTM zone 18N', 777287.1, 553229.9, -72.49999961, 4.99999973],
  [2043, 'Abidjan 1987 / UTM zone 29N', 722259.5, 331329.0, -7.00000005, 2.9999997],
  [2165, 'Abidjan 1987 / TM 5 NW', 499957.7, 441662.2, -5.00000043, 3.9999998],
  [22332, 'Carthage / UTM zone 32N', 591207.7, 3873043.1, 10.00000044, 35.00000013],
  [28418, 'Pulkovo 1942 / Gauss-Kruger zone 18', 18499983.1, 6654100.7, 105.00000078, 60.00000038],
  [28418, 'Pulkovo 1942 / Gauss-Kruger zone 18', 18980431.5, 5786552.6, 111.99999937, 52.00000038],
  [2044, 'Hanoi 1972 / Gauss-Kruger zone 18', 18290669.5, 2213655.7, 102.99999993, 20.00000043],
  [2044, 'Hanoi 1972 / Gauss-Kruger zone 18', 18664431.8, 1106291.7, 106.49999965, 10.00000009],
  [29220, 'Sapper Hill 1943 / UTM zone 20S', 672385.6, 4258130.7, -60.5000003, -51.80000001],
  [29221, 'Sapper Hill 1943 / UTM zone 21S', 396854.7, 4260055.3, -58.50000046, -51.80000018],
  [3333, 'Pulkovo 1942(58) / Gauss-Kruger zone 3', 3500124.9, 5540987.8, 14.99999942, 50.00000031],
  [3333, 'Pulkovo 1942(58) / Gauss-Kruger zone 3', 3926032.5, 5110907.2, 20.49999987, 45.99999977],
  [5514, 'S-JTSK / Krovak East North', -744125.9, -1041424.3, 14.39999953, 50.09999975],
  [5514, 'S-JTSK / Krovak East North', -392066.5, -1234331.6, 19.49999979, 48.70000014],
  [5514, 'S-JTSK / Krovak East North', -951004.5, -1020059.1, 11.49999924, 50.00000021],
  [24878, 'PSAD56 / UTM zone 18S', 280988.3, 8894294.4, -77.00000039, -10.00000026],
  [24879, 'PSAD56 / UTM zone 19S', 446835.6, 8176056.5, -69.49999956, -16.49999976],
  [3004, 'Monte Mario / Italy zone 2', 2434645.1, 4428241.9, 14.00000017, 39.99999962],
  [20936, 'Arc 1950 / UTM zone 36S', -40582.2, 8446845.8, 27.99999997, -14.00000033],
  [21037, 'Arc 1960 / UTM zone 37S', 255090.9, 9867564.5, 36.80000026, -1.2000004],
  [5362, 'SIRGAS-Chile 2002 / UTM zone 18S', 675603.4, 5792297.6, -72.99999966, -38.00000029],
];

test.for(expected)(
  'EPSG:%i (%s) at %f, %f is shifted as PROJ does',
  ([epsg, , x, y, longitude, latitude]) => {
    const converted = convertFromEpsg(epsg).convert(x, y);
    expect(distanceMeters(converted, [longitude, latitude])).toBeLessThan(0.1);
  },
);

// As GDAL 3.6.2 writes them into .prj files.
const texts: Readonly<Record<number, string>> = {
  2165: 'PROJCS["Abidjan_1987_TM_5_NW",GEOGCS["GCS_Abidjan_1987",DATUM["D_Abidjan_1987",SPHEROID["Clarke_1880_RGS",6378249.145,293.465]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-5.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
  5514: 'PROJCS["S-JTSK_Krovak_East_North",GEOGCS["GCS_S_JTSK",DATUM["D_S_JTSK",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Krovak"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Pseudo_Standard_Parallel_1",78.5],PARAMETER["Scale_Factor",0.9999],PARAMETER["Azimuth",30.28813975277778],PARAMETER["Longitude_Of_Center",24.83333333333333],PARAMETER["Latitude_Of_Center",49.5],PARAMETER["X_Scale",-1.0],PARAMETER["Y_Scale",1.0],PARAMETER["XY_Plane_Rotation",90.0],UNIT["Meter",1.0]]',
  28418:
    'PROJCS["Pulkovo_1942_GK_Zone_18",GEOGCS["GCS_Pulkovo_1942",DATUM["D_Pulkovo_1942",SPHEROID["Krasovsky_1940",6378245.0,298.3]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",18500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",105.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
  29188:
    'PROJCS["SAD_1969_UTM_Zone_18S",GEOGCS["GCS_South_American_1969",DATUM["D_South_American_1969",SPHEROID["GRS_1967_Truncated",6378160.0,298.25]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",-75.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
};

describe('in a .prj file', () => {
  test.for(expected.filter(([epsg]) => epsg in texts))(
    'EPSG:%i (%s) at %f, %f is shifted as by its code',
    ([epsg, , x, y, longitude, latitude]) => {
      const converted = convertFromWkt(texts[epsg]).convert(x, y);
      expect(distanceMeters(converted, [longitude, latitude])).toBeLessThan(0.1);
    },
  );

  // Expected: GDAL 3.6.2. A system of the same projection and another name is used anywhere.
  test.each([
    ['a code', 'AUTHORITY["EPSG","29188"]', -97.1567745, -8.38424666],
    ['no code', 'AUTHORITY["MINE","1"]', -97.15625987, -8.38388951],
  ])(
    'where a system of another name is used is told by %s',
    (_, authority, longitude, latitude) => {
      const own = texts[29188].replace('SAD_1969_UTM_Zone_18S', 'Mine');
      const { convert } = convertFromWkt(own.replace(/\]$/, `,${authority}]`));
      expect(distanceMeters(convert(-2e6, 9e6), [longitude, latitude])).toBeLessThan(0.1);
    },
  );

  test('where a system is used is told by WKT 2 itself', () => {
    const wkt = (box: string) =>
      `PROJCRS["Mine",BASEGEOGCRS["SAD69",DATUM["South American Datum 1969",ELLIPSOID["GRS 1967 Modified",6378160,298.25]]],CONVERSION["UTM zone 18S",METHOD["Transverse Mercator"],PARAMETER["Longitude of natural origin",-75],PARAMETER["Scale factor at natural origin",0.9996],PARAMETER["False easting",500000],PARAMETER["False northing",10000000]],CS[Cartesian,2],LENGTHUNIT["metre",1]${box}]`;
    const inArea = convertFromWkt(wkt(',USAGE[SCOPE["x"],AREA["x"],BBOX[-45,-78,0,-71.99]]'));
    const anywhere = convertFromWkt(wkt(''));
    const [expectedInArea, expectedAnywhere] = [
      [-97.1567745, -8.38424666],
      [-97.15625987, -8.38388951],
    ] as const;
    expect(distanceMeters(inArea.convert(-2e6, 9e6), expectedInArea)).toBeLessThan(0.1);
    expect(distanceMeters(anywhere.convert(-2e6, 9e6), expectedAnywhere)).toBeLessThan(0.1);
  });

  test("a datum's spelling that GDAL doesn't know is refused by name", () => {
    const wkt =
      'GEOGCS["M\'poraloko",DATUM["M_poraloko",SPHEROID["Clarke 1880 (IGN)",6378249.2,293.466021293627]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';
    expect(() => told(() => convertFromWkt(wkt))).toThrow('based on the datum M poraloko');
    // Expected: GDAL 3.6.2, EPSG:4266 at 10, 0.
    const byCode = convertFromEpsg(4266).convert(10, 0);
    expect(distanceMeters(byCode, [9.9989537, 0.0003717])).toBeLessThan(0.1);
  });
});
