import { expect, test } from 'vitest';
import { crsOfWkt } from '../../testing/crs.ts';
import { lonLatBounds } from './footprint.ts';

const heightMeters = 35_786_023;
const equatorMeters = 6_378_137;

test('the whole disc that a geostationary satellite sees is told, to its limb', () => {
  const wkt = `PROJCS["view",GEOGCS["base",DATUM["D_WGS_1984",SPHEROID["WGS_1984",${equatorMeters},298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]],PROJECTION["Geostationary_Satellite"],PARAMETER["central_meridian",-75],PARAMETER["satellite_height",${heightMeters}],UNIT["Meter",1]]`;
  const affine = [20_055, 0, -5_434_905, 0, -20_055, 5_434_905] as const;
  const bounds = lonLatBounds({ width: 542, height: 542, affine }, crsOfWkt(wkt, [0, 0]))!;
  // At the limb a line of sight touches the earth: cos = radius / distance from the centre.
  const limb = (Math.acos(equatorMeters / (equatorMeters + heightMeters)) * 180) / Math.PI;
  const expected = [-75 - limb, -limb, -75 + limb, limb];
  for (const [index, degrees] of bounds.entries()) {
    expect(Math.abs(degrees - expected[index]!)).toBeLessThan(2);
  }
});
