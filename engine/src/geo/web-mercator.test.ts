import { describe, expect, test } from 'vitest';
import {
  isTileAddress,
  latitudeOf,
  squareLatitude,
  tileAt,
  tileBounds,
  worldMeters,
  worldPosition,
  worldRow,
} from './web-mercator.ts';

describe('Web Mercator tiles', () => {
  test('bounds are those of the mercantile manual (xy_bounds of 10/486/332)', () => {
    const [west, south, east, north] = tileBounds({ z: 10, x: 486, y: 332 });
    expect(west).toBeCloseTo(-1017529.7205322663, 6);
    expect(south).toBeCloseTo(7005300.768279833, 6);
    expect(east).toBeCloseTo(-978393.9620502554, 6);
    expect(north).toBeCloseTo(7044436.526761846, 6);
  });

  test('a position lies in the tile that the OpenStreetMap formula gives', () => {
    // math.floor of the published formula, by hand in Python.
    expect(tileAt(15.3, 47.6, 8)).toEqual({ z: 8, x: 138, y: 89 });
    expect(tileAt(15.3, 47.6, 16)).toEqual({ z: 16, x: 35553, y: 22889 });
    expect(tileAt(180, -90, 3)).toEqual({ z: 3, x: 7, y: 7 });
  });

  test('northings are those of the EPSG Guidance Note 7-2 for its example of EPSG:3857', () => {
    // 24°22'54.433"N, 100°20'00.000"W: northing 2 800 000.00 m, easting -11 169 055.58 m.
    const latitude = 24 + 22 / 60 + 54.433 / 3600;
    const [x] = worldPosition(-(100 + 20 / 60), latitude);
    expect((x - 0.5) * worldMeters).toBeCloseTo(-11_169_055.58, 2);
    expect((0.5 - worldRow(latitude)) * worldMeters).toBeCloseTo(2_800_000, 1);
    expect(latitudeOf(0.5 - 2_800_000 / worldMeters)).toBeCloseTo(latitude, 7);
  });

  test('positions beyond the square lie on its edge', () => {
    expect(squareLatitude).toBe((Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI);
    expect(worldPosition(0, 90)[1]).toBeCloseTo(0, 12);
    expect(worldPosition(0, -86)[1]).toBeCloseTo(1, 12);
    expect(worldRow(86)).toBeLessThan(0);
  });

  test.each([
    [{ z: 0, x: 0, y: 0 }, true],
    [{ z: 22, x: 4_194_303, y: 4_194_303 }, true],
    [{ z: 22, x: 4_194_304, y: 0 }, false],
    [{ z: 23, x: 0, y: 0 }, false],
    [{ z: 1, x: -1, y: 0 }, false],
    [{ z: 1, x: 0.5, y: 0 }, false],
  ])('%o exists: %s', (tile, exists) => {
    expect(isTileAddress(tile)).toBe(exists);
  });
});
