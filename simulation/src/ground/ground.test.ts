import { describe, expect, test } from 'vitest';
import { acquisitionDays, acquisitionOf } from '../scenes/acquisitions.ts';
import { withMistakes } from '../scenes/classification.ts';
import { seasonTables } from '../scenes/radiometry.ts';
import { classifyGround, senseGround, withMargin } from '../scenes/render.ts';
import { type GridTile, gridTiles } from '../world/mgrs.ts';
import { defaultSeed } from '../world/noise.ts';
import { toGeographic, toZone } from '../world/projection.ts';
import { surfaces } from '../world/surfaces.ts';
import type { UtmGrid } from '../world/utm-grid.ts';
import { makeGround } from './ground.ts';

const seed = defaultSeed;
const allBands = [0, 1, 2, 3, 4, 5];
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

function patchAround(longitude: number, latitude: number, zone: number, width = 96): UtmGrid {
  const [x, y] = toZone(zone, [longitude, latitude]);
  const snap = (value: number) => Math.round(value / 20) * 20;
  return {
    zone,
    west: snap(x - width * 5),
    north: snap(y + width * 5),
    pixelMeters: 10,
    width,
    height: width,
  };
}

function tileHolding(utmGrid: UtmGrid): GridTile {
  const tile = [...gridTiles().values()].find(
    ({ zone, west, north }) =>
      zone === utmGrid.zone &&
      utmGrid.west > west &&
      utmGrid.west < west + 100_000 &&
      utmGrid.north < north &&
      utmGrid.north > north - 100_000,
  );
  if (!tile) throw new Error('no tile there');
  return tile;
}

function sense(utmGrid: UtmGrid, tile: GridTile, day: number) {
  const acquisition = acquisitionOf(tile, day, seed);
  const ground = makeGround(withMargin(utmGrid), seed);
  const tables = seasonTables(acquisition, seed);
  const overpass = { acquisition, tables, worldSeed: seed };
  const bands = senseGround(ground, overpass, allBands);
  return {
    bands: allBands.map((band) => bands.get(band)!),
    classification: classifyGround(ground, overpass),
  };
}

/** The first pass at or after a date whose classification calls nearly all of a grid clear. */
function senseClear(utmGrid: UtmGrid, date: string) {
  const tile = tileHolding(utmGrid);
  for (const day of acquisitionDays(tile, dayOf(date), dayOf(date) + 60)) {
    const sensed = sense(utmGrid, tile, day);
    const clear = sensed.classification.filter((code) => (code >= 4 && code <= 7) || code === 11);
    if (clear.length > 0.93 * sensed.classification.length)
      return { ...sensed, acquisition: acquisitionOf(tile, day, seed) };
  }
  throw new Error(`never clear after ${date}`);
}

const mean = (values: ArrayLike<number>) =>
  Array.from(values).reduce((a, b) => a + b, 0) / values.length;
const ndvi = ({ bands }: { bands: Uint16Array[] }) => {
  const [red, nir] = [mean(bands[2]), mean(bands[3])];
  return (nir - red) / (nir + red);
};

describe('the ground', () => {
  test('two tiles that overlap hold the same ground, whatever grid it was made for', () => {
    const whole = makeGround(patchAround(-95.2, 41.3, 15, 128), seed);
    const { utmGrid } = whole;
    const part = makeGround(
      { ...utmGrid, west: utmGrid.west + 470, north: utmGrid.north - 330, width: 40, height: 30 },
      seed,
    );
    for (const layer of [
      'surface',
      'other',
      'otherShare',
      'parcel',
      'delay',
      'brightness',
      'slopeEast',
    ] as const) {
      const cut = Array.from(
        { length: 40 * 30 },
        (_, index) => whole[layer][(33 + Math.floor(index / 40)) * 128 + 47 + (index % 40)],
      );
      expect(cut, layer).toEqual([...part[layer]]);
    }
  });

  test('neighboring zones agree where they meet', () => {
    // 96° west parts zones 14 and 15.
    const west = makeGround(patchAround(-96, 41.5, 14, 200), seed);
    const east = makeGround(patchAround(-96, 41.5, 15, 200), seed);
    let same = 0;
    let compared = 0;
    for (let row = 20; row < 180; row += 3) {
      for (let column = 20; column < 180; column += 3) {
        const place = toGeographic(14, [
          west.utmGrid.west + (column + 0.5) * 10,
          west.utmGrid.north - (row + 0.5) * 10,
        ]);
        const [x, y] = toZone(15, place);
        const otherColumn = Math.floor((x - east.utmGrid.west) / 10);
        const otherRow = Math.floor((east.utmGrid.north - y) / 10);
        if (otherColumn < 0 || otherColumn > 199 || otherRow < 0 || otherRow > 199) continue;
        compared++;
        if (west.surface[row * 200 + column] === east.surface[otherRow * 200 + otherColumn]) same++;
      }
    }
    expect(compared).toBeGreaterThan(2_000);
    // Pixels on an edge may fall on either side of it.
    expect(same / compared).toBeGreaterThan(0.95);
  });

  test('regions look like themselves', () => {
    const shareOf = (longitude: number, latitude: number, group: string) => {
      const zone = Math.floor((longitude + 180) / 6) + 1;
      const utmGrid = { ...patchAround(longitude, latitude, zone, 64), pixelMeters: 160 };
      const { surface } = makeGround(utmGrid, seed);
      return mean(surface.map((index) => (surfaces[index].group === group ? 1 : 0)));
    };
    expect(shareOf(-93.6, 42.1, 'crop')).toBeGreaterThan(0.6); // central Iowa
    expect(shareOf(-69.3, 45.6, 'forest')).toBeGreaterThan(0.7); // northern Maine
    expect(shareOf(-116.5, 34.9, 'bare')).toBeGreaterThan(0.7); // Mojave Desert
    expect(shareOf(-101, 42.2, 'open')).toBeGreaterThan(0.7); // Nebraska Sandhills
    expect(shareOf(-72, 39.5, 'water')).toBe(1); // off New Jersey
    expect(shareOf(-87, 43.5, 'water')).toBe(1); // Lake Michigan
  });
});

describe('the seasons', () => {
  test('Iowa greens up for summer; the desert does not', () => {
    const iowa = patchAround(-93.6, 42.1, 15);
    expect(ndvi(senseClear(iowa, '2019-07-20'))).toBeGreaterThan(0.65);
    expect(ndvi(senseClear(iowa, '2019-04-10'))).toBeLessThan(0.4);
    expect(ndvi(senseClear(patchAround(-116.5, 34.9, 11), '2019-07-20'))).toBeLessThan(0.3);
  });

  test('snow lies in Minnesota in January and not in Texas', () => {
    const snowShare = (utmGrid: UtmGrid) =>
      mean(senseClear(utmGrid, '2020-01-15').classification.map((code) => (code === 11 ? 1 : 0)));
    expect(snowShare(patchAround(-95.5, 46.5, 15))).toBeGreaterThan(0.5);
    expect(snowShare(patchAround(-98, 30.5, 14))).toBe(0);
  });
});

describe('the sensor', () => {
  test('pictures of two dates lie 0.3 pixels apart in the mean square', () => {
    const tile = gridTiles().get('14TQL')!;
    const passes = acquisitionDays(tile, dayOf('2015-01-01'), dayOf('2023-12-31')).map((day) =>
      acquisitionOf(tile, day, seed),
    );
    const squares = passes.slice(1).map((pass, index) => {
      const before = passes[index];
      return (
        ((pass.shiftEast - before.shiftEast) / 10) ** 2 +
        ((pass.shiftNorth - before.shiftNorth) / 10) ** 2
      );
    });
    expect(Math.sqrt(mean(squares))).toBeGreaterThan(0.27);
    expect(Math.sqrt(mean(squares))).toBeLessThan(0.33);
  });

  test('the shift is in the pixels: matching two pictures of a town finds it', () => {
    const town = patchAround(-115.15, 36.15, 11, 128);
    const first = senseClear(town, '2019-05-01');
    const second = senseClear(town, '2019-06-10');
    const [east, north] = matchedShift(first.bands[3], second.bands[3], 128);
    // Content moves against the sensor's own shift.
    expect(east).toBeCloseTo(-(second.acquisition.shiftEast - first.acquisition.shiftEast) / 10, 1);
    expect(north).toBeCloseTo(
      -(second.acquisition.shiftNorth - first.acquisition.shiftNorth) / 10,
      1,
    );
  });

  test.each([4, 9])('of pixels of class %i one in twenty carries another', (code) => {
    let wrong = 0;
    const images = 8;
    for (let image = 1; image <= images; image++) {
      const utmGrid = {
        zone: 14,
        west: 500_000 + image * 7_000,
        north: 4_600_000,
        pixelMeters: 20,
        width: 200,
        height: 200,
      };
      const classes = withMistakes(new Uint8Array(40_000).fill(code), utmGrid, image * 7_919_123);
      wrong += mean(classes.map((value) => (value === code ? 0 : 1))) / images;
    }
    expect(wrong).toBeGreaterThan(0.04);
    expect(wrong).toBeLessThan(0.06);
  });

  test('haze is bluer than the ground, and sensors count reflectance in ten-thousandths', () => {
    const { bands } = senseClear(patchAround(-123.75, 44.55, 10), '2019-07-10');
    // Published conifer reflectances lie near 0.02 to 0.04 in red and 0.2 to 0.3 in near infrared.
    expect(mean(bands[2])).toBeGreaterThan(150);
    expect(mean(bands[2])).toBeLessThan(600);
    expect(mean(bands[3])).toBeGreaterThan(1_500);
    expect(mean(bands[3])).toBeLessThan(3_800);
  });
});

/** Sub-pixel shift, east and north in pixels, of `second` against `first`: least squares on gradients. */
function matchedShift(first: Uint16Array, second: Uint16Array, width: number): [number, number] {
  const [meanFirst, meanSecond] = [mean(first), mean(second)];
  let [xx, xy, yy, xt, yt] = [0, 0, 0, 0, 0];
  for (let row = 1; row < width - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const index = row * width + column;
      const value = (at: number) => (first[at] / meanFirst + second[at] / meanSecond) / 2;
      const dx = (value(index + 1) - value(index - 1)) / 2;
      const dy = (value(index - width) - value(index + width)) / 2;
      const dt = second[index] / meanSecond - first[index] / meanFirst;
      xx += dx * dx;
      xy += dx * dy;
      yy += dy * dy;
      xt += dx * dt;
      yt += dy * dt;
    }
  }
  const determinant = xx * yy - xy * xy;
  return [-(yy * xt - xy * yt) / determinant, -(xx * yt - xy * xt) / determinant];
}
