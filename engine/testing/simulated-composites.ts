import { makeGround } from '@refugia/simulation/ground/ground.ts';
import type { Ground } from '@refugia/simulation/ground/ground-types.ts';
import { truthMask } from '@refugia/simulation/ground/truth.ts';
import {
  acquisitionDays,
  acquisitionOf,
  cloudShare,
} from '@refugia/simulation/scenes/acquisitions.ts';
import { seasonTables } from '@refugia/simulation/scenes/radiometry.ts';
import { classifyGround, senseGround, withMargin } from '@refugia/simulation/scenes/render.ts';
import type { GridTile } from '@refugia/simulation/world/mgrs.ts';
import { defaultSeed } from '@refugia/simulation/world/noise.ts';
import { toWorld, toZone } from '@refugia/simulation/world/projection.ts';
import type { UtmGrid } from '@refugia/simulation/world/utm-grid.ts';
import { usability, usabilityOf } from '../src/composite/usability/classification.ts';
import type { Grid } from '../src/raster/grid.ts';
import { bandNames } from '../src/source/scene.ts';
import { tileAround } from './simulated-pair.ts';

const sidePixels = 256;
const pixelMeters = 10;
/** Pixels of a control pair are this many times as coarse. */
export const controlFactor = 4;
const dayMilliseconds = 86_400_000;
const daysPerYear = 365.25;
/** Later scenes are read in pixels this many times as coarse, from three of the days that follow. */
const laterFactor = 2;
const laterDays = 90;
const mostLater = 3;
const windowDays = 45;
/** Scenes of cloudier days are not opened, and a picture with so much clear ground needs no more. */
const mostClouds = 0.6;
const enoughClear = 0.995;
const mostScenes = 5;
const bandSlots = [...bandNames.keys()];

/** One date's picture, composed of the scenes of several days. */
export interface SimulatedPicture {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly Uint16Array[];
  readonly names: typeof bandNames;
  readonly valid: Uint8Array;
  readonly water: Uint8Array;
  /** The day that gives most of it, YYYY-MM-DD. */
  readonly date: string;
  /** All days that gave pixels, the nearest to the date first. */
  readonly days: readonly number[];
}

export interface ComposedPlace {
  readonly grid: Grid;
  readonly before: SimulatedPicture;
  readonly after: SimulatedPicture;
  /** An earlier year in the season of the date after, and the date after again, in coarse pixels. */
  readonly control: () => { earlier: SimulatedPicture; after: SimulatedPicture } | undefined;
  /** The scenes of both pictures and those that follow, one by one, in coarse pixels. */
  readonly scenes: () => PlaceScenes;
  /** 1 where an event changed the ground between the first scene before and the last one after. */
  readonly truth: Uint8Array;
}

export interface PlaceScenes {
  readonly grid: Grid;
  readonly before: readonly SimulatedPicture[];
  readonly after: readonly SimulatedPicture[];
  readonly later: readonly SimulatedPicture[];
}

/**
 * A square of 2.56 km as a run sees it: each picture is filled from the days nearest to its date under
 * their own clouds, and a control pair comes from the two years before. Undefined where no scene is
 * clear enough, or no tile holds the square.
 */
export function composePlace(
  center: readonly [longitude: number, latitude: number],
  startDate: string,
  endDate: string,
): ComposedPlace | undefined {
  const zone = Math.floor((center[0] + 180) / 6) + 1;
  const [x, y] = toZone(zone, [...center]);
  const half = (sidePixels / 2) * pixelMeters;
  const [west, north] = [Math.round((x - half) / 40) * 40, Math.round((y + half) / 40) * 40];
  const fine = { zone, west, north, pixelMeters, width: sidePixels, height: sidePixels };
  const [coarse, halved] = [controlFactor, laterFactor].map((factor) => {
    const side = sidePixels / factor;
    return { ...fine, pixelMeters: pixelMeters * factor, width: side, height: side };
  }) as [UtmGrid, UtmGrid];
  const tile = tileAround(fine);
  if (!tile) return undefined;
  const cloudsOn = (day: number) =>
    cloudShare(acquisitionOf(tile, day, defaultSeed), ...toWorld([...center]));
  const [start, end] = [dayOf(startDate), dayOf(endDate)];
  const daysAround = (day: number) =>
    acquisitionDays(tile, day - windowDays, day + windowDays)
      .filter((passed) => cloudsOn(passed) <= mostClouds)
      .sort((one, other) => Math.abs(one - day) - Math.abs(other - day));
  const fineGround = makeGround(withMargin(fine), defaultSeed);
  const [before, after] = [start, end].map((day) =>
    compose(fineGround, fine, tile, daysAround(day)),
  );
  if (!before || !after) return undefined;
  const years = Math.max(1, Math.ceil((end - start + 30) / daysPerYear));
  const earlierDays = [years, years + 1]
    .flatMap((back) => daysAround(Math.round(end - back * daysPerYear)))
    .filter((day) => day < Math.min(...before.days));
  const control = () => {
    const coarseGround = makeGround(withMargin(coarse), defaultSeed);
    const earlier = compose(coarseGround, coarse, tile, earlierDays);
    const again = earlier && compose(coarseGround, coarse, tile, after.days);
    return again && { earlier, after: again };
  };
  const gridOf = ({ width, height, pixelMeters: meters }: UtmGrid): Grid => ({
    ...{ width, height },
    affine: [meters, 0, west, 0, -meters, north],
    epsg: 32_600 + zone,
  });
  const grid = gridOf(fine);
  const [first, last] = [Math.min(...before.days), Math.max(...after.days)];
  const scenes = () => {
    const ground = makeGround(withMargin(halved), defaultSeed);
    const next = acquisitionDays(tile, last + 1, last + laterDays)
      .filter((day) => cloudsOn(day) <= mostClouds)
      .sort((one, other) => one - other)
      .slice(0, mostLater);
    const ofDays = (days: readonly number[]) =>
      days.flatMap((day) => compose(ground, halved, tile, [day]) ?? []);
    return {
      grid: gridOf(halved),
      ...{ before: ofDays(before.days), after: ofDays(after.days), later: ofDays(next) },
    };
  };
  return {
    grid,
    before,
    after,
    control,
    scenes,
    truth: truthMask(grid, dateOf(first), dateOf(last)),
  };
}

/** Fills a picture from the days in their order; undefined if none shows anything. */
function compose(
  ground: Ground,
  { width, height, pixelMeters }: UtmGrid,
  tile: GridTile,
  days: readonly number[],
): SimulatedPicture | undefined {
  const size = width * height;
  const bands = bandSlots.map(() => new Uint16Array(size));
  const [valid, water] = [new Uint8Array(size), new Uint8Array(size)];
  const shares: { day: number; pixels: number }[] = [];
  let clear = 0;
  for (const day of days) {
    if (clear >= enoughClear * size || shares.length === mostScenes) break;
    const acquisition = acquisitionOf(tile, day, defaultSeed);
    const tables = seasonTables(acquisition, defaultSeed);
    const overpass = { acquisition, tables, worldSeed: defaultSeed };
    const codes = { width, height, bands: [classifyGround(ground, overpass)] };
    const usable = usabilityOf(codes, pixelMeters);
    const isNew = (i: number) =>
      valid[i] === 0 && (usable[i] === usability.clear || usable[i] === usability.water);
    const pixels = usable.reduce((count, _, i) => count + (isNew(i) ? 1 : 0), 0);
    if (pixels < (1 - enoughClear) * size) continue;
    const sensed = senseGround(ground, overpass, bandSlots);
    for (let i = 0; i < size; i++) {
      if (!isNew(i)) continue;
      for (const band of bandSlots) bands[band]![i] = sensed.get(band)![i]!;
      valid[i] = 1;
      if (usable[i] === usability.water) water[i] = 1;
    }
    clear += pixels;
    shares.push({ day, pixels });
  }
  const [main] = shares.toSorted((one, other) => other.pixels - one.pixels);
  if (main === undefined) return undefined;
  const date = dateOf(main.day);
  return {
    width,
    height,
    bands,
    names: bandNames,
    valid,
    water,
    date,
    days: shares.map(({ day }) => day),
  };
}

function dayOf(date: string): number {
  return Date.parse(date) / dayMilliseconds;
}

function dateOf(day: number): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10);
}
