import { describe, expect, test } from 'vitest';
import { makeGround } from '../ground/ground.ts';
import {
  eventsIn,
  type SimulationExample,
  simulationCatalogue,
  simulationExamples,
  truthMask,
} from '../index.ts';
import { acquisitionDays, acquisitionOf } from '../scenes/acquisitions.ts';
import { seasonTables } from '../scenes/radiometry.ts';
import { classifyGround, senseGround, withMargin } from '../scenes/render.ts';
import { gridTiles } from '../world/mgrs.ts';
import { defaultSeed } from '../world/noise.ts';
import { insideRing } from '../world/polygons.ts';
import { toZone } from '../world/projection.ts';
import type { UtmGrid } from '../world/utm-grid.ts';

const seed = defaultSeed;
const bands = [0, 1, 2, 3, 4, 5];
const side = 500;
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

/** The middle 5 km of an example, on the pixels of a tile that holds it. */
function exampleGround(example: SimulationExample) {
  const [[west, south], , [east, north]] = example.area.coordinates[0];
  const center: [number, number] = [(west + east) / 2, (south + north) / 2];
  const tile = [...gridTiles().values()].find(
    ({ zone, ring }) => insideRing(center, ring) && zone === Math.floor((center[0] + 180) / 6) + 1,
  )!;
  const [x, y] = toZone(tile.zone, center);
  const snap = (value: number) => Math.round(value / 20) * 20;
  const utmGrid: UtmGrid = {
    zone: tile.zone,
    west: snap(x - side * 5),
    north: snap(y + side * 5),
    pixelMeters: 10,
    width: side,
    height: side,
  };
  return { tile, utmGrid, ground: makeGround(withMargin(utmGrid), seed) };
}

/** The clearest-by-class picture nearest to a date. */
function clearPicture({ tile, ground }: ReturnType<typeof exampleGround>, date: string) {
  const days = acquisitionDays(tile, dayOf(date) - 45, dayOf(date) + 45);
  days.sort((a, b) => Math.abs(a - dayOf(date)) - Math.abs(b - dayOf(date)));
  for (const day of days) {
    const acquisition = acquisitionOf(tile, day, seed);
    const tables = seasonTables(acquisition, seed);
    const overpass = { acquisition, tables, worldSeed: seed };
    const sensed = senseGround(ground, overpass, bands);
    const classes = classifyGround(ground, overpass);
    const clear = classes.map((code) => (code >= 4 && code <= 7 ? 1 : 0));
    if (clear.reduce((a, b) => a + b, 0) > 0.92 * clear.length) {
      return { bands: bands.map((band) => sensed.get(band)!), clear };
    }
  }
  throw new Error(`never clear around ${date}`);
}

/** The best F1 that any threshold on the length of the z-scored change vector can reach. */
function bestChangeVectorF1(
  before: Uint16Array[],
  after: Uint16Array[],
  valid: Uint8Array,
  truth: Uint8Array,
): number {
  const pixels = Array.from(valid.keys()).filter((index) => valid[index] === 1);
  const square = new Float64Array(valid.length);
  for (let band = 0; band < before.length; band++) {
    const score = (raster: Uint16Array) => {
      const mean = pixels.reduce((sum, index) => sum + raster[index], 0) / pixels.length;
      const variance =
        pixels.reduce((sum, index) => sum + (raster[index] - mean) ** 2, 0) / pixels.length;
      return (index: number) => (raster[index] - mean) / Math.sqrt(variance);
    };
    const [z, other] = [score(before[band]), score(after[band])];
    for (const index of pixels) square[index] += (other(index) - z(index)) ** 2;
  }
  pixels.sort((a, b) => square[b] - square[a]);
  const changed = pixels.reduce((sum, index) => sum + truth[index], 0);
  let hits = 0;
  let best = 0;
  pixels.forEach((index, rank) => {
    hits += truth[index];
    best = Math.max(best, (2 * hits) / (rank + 1 + changed));
  });
  return best;
}

describe('the examples', () => {
  test('there are at least four, in the country, one of them without change', () => {
    expect(simulationExamples.length).toBeGreaterThanOrEqual(4);
    expect(simulationExamples.some(({ expectedChange }) => !expectedChange)).toBe(true);
    const [west, south, east, north] = simulationCatalogue.bbox;
    for (const { area } of simulationExamples) {
      for (const [longitude, latitude] of area.coordinates[0]) {
        expect(longitude > west && longitude < east && latitude > south && latitude < north).toBe(
          true,
        );
      }
    }
  });

  test.each(simulationExamples.map((example) => [example.name, example] as const))(
    '%s: change vector analysis does not solve it',
    (_, example) => {
      const made = exampleGround(example);
      const { zone, west, north } = made.utmGrid;
      const grid = {
        width: side,
        height: side,
        affine: [10, 0, west, 0, -10, north] as const,
        epsg: 32_600 + zone,
      };
      const truth = truthMask(grid, example.startDate, example.endDate);
      const changedShare = truth.reduce((a, b) => a + b, 0) / truth.length;
      expect(changedShare > 0.02).toBe(example.expectedChange);
      if (!example.expectedChange) {
        expect(changedShare).toBe(0);
        return;
      }
      const before = clearPicture(made, example.startDate);
      const after = clearPicture(made, example.endDate);
      const valid = before.clear.map((clear, index) => clear & after.clear[index]);
      expect(bestChangeVectorF1(before.bands, after.bands, valid, truth)).toBeLessThan(0.7);
    },
  );
});

describe('the calendar of events', () => {
  const coastRange = [-124, 44, -123.2, 45] as const;

  test('timber country is cut year after year, and the calendar says when and where', () => {
    const events = eventsIn(coastRange, '2016-01-01', '2021-12-31');
    const cuts = events.filter(({ kind }) => kind === 'clear-cut');
    expect(cuts.length).toBeGreaterThan(100);
    expect(events.map(({ date }) => date)).toEqual(events.map(({ date }) => date).sort());
    expect(events.every(({ date }) => date >= '2016-01-01' && date <= '2021-12-31')).toBe(true);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    const part = eventsIn([-123.8, 44.2, -123.5, 44.6], '2016-01-01', '2021-12-31').map(
      ({ id }) => id,
    );
    const all = new Set(events.map(({ id }) => id));
    expect(part.length).toBeGreaterThan(5);
    expect(part.every((id) => all.has(id))).toBe(true);
  });

  test('the truth knows an event of the calendar, between its dates only', () => {
    const event = eventsIn(coastRange, '2017-01-01', '2021-12-31').find(
      ({ kind, radiusMeters, longitude }) =>
        kind === 'clear-cut' && radiusMeters > 300 && longitude < -123.5,
    )!;
    const [x, y] = toZone(10, [event.longitude, event.latitude]);
    const grid = {
      width: 20,
      height: 20,
      affine: [
        10,
        0,
        Math.round(x / 10) * 10 - 100,
        0,
        -10,
        Math.round(y / 10) * 10 + 100,
      ] as const,
      epsg: 32_610,
    };
    const changed = (from: string, to: string) =>
      truthMask(grid, from, to).reduce((a, b) => a + b, 0);
    const [dayBefore, dayAfter] = [-1, 1].map((days) =>
      new Date(Date.parse(event.date) + days * 86_400_000).toISOString().slice(0, 10),
    );
    expect(changed(dayBefore, dayAfter)).toBeGreaterThan(200);
    expect(changed(dayAfter, dayBefore)).toBe(changed(dayBefore, dayAfter));
    expect(changed(dayAfter, dayAfter)).toBe(0);
  });

  test('a grid that is not in a UTM zone is refused', () => {
    const grid = { width: 4, height: 4, affine: [1, 0, 0, 0, -1, 0] as const, epsg: 3857 };
    expect(() => truthMask(grid, '2018-01-01', '2019-01-01')).toThrow(/EPSG:3857/);
  });
});
