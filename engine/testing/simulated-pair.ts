import { makeGround } from '@refugia/simulation/ground/ground.ts';
import { truthMask } from '@refugia/simulation/ground/truth.ts';
import { acquisitionDays, acquisitionOf } from '@refugia/simulation/scenes/acquisitions.ts';
import { seasonTables } from '@refugia/simulation/scenes/radiometry.ts';
import { classifyGround, senseGround, withMargin } from '@refugia/simulation/scenes/render.ts';
import { type GridTile, gridTiles, tileMeters } from '@refugia/simulation/world/mgrs.ts';
import { defaultSeed } from '@refugia/simulation/world/noise.ts';
import { toZone } from '@refugia/simulation/world/projection.ts';
import type { UtmGrid } from '@refugia/simulation/world/utm-grid.ts';
import { usability, usabilityOf } from '../src/composite/usability/classification.ts';
import type { Grid } from '../src/raster/grid.ts';
import { bandNames } from '../src/source/scene.ts';

const pixelMeters = 10;
const millisecondsPerDay = 86_400_000;
const bands = [...bandNames.keys()];

/** What the simulated satellite sees of a place on one day, in all its bands. */
export interface SimulatedDate {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly Uint16Array[];
  /** 1 where it is classified as clear. */
  readonly valid: Uint8Array;
  readonly names: typeof bandNames;
}

export interface SimulatedPair {
  readonly before: SimulatedDate;
  readonly after: SimulatedDate;
  /** 1 where an event changed the ground between the dates. */
  readonly truth: Uint8Array;
}

interface SimulatedPlace {
  /** Longitude and latitude. */
  readonly center: readonly [number, number];
  /** Of the square around it, at 10 m. */
  readonly sidePixels: number;
  /** YYYY-MM-DD. The first pass from each date on is taken. */
  readonly startDate: string;
  readonly endDate: string;
  /** Deviations above what is usual for season and place; far below 0 there is no cloud. */
  readonly cloudiness?: number;
}

/** Single simulated scenes of a place, without the composing of a run, and what truly changed. */
export function simulatedPair(place: SimulatedPlace): SimulatedPair {
  const [longitude] = place.center;
  const zone = Math.floor((longitude + 180) / 6) + 1;
  const [x, y] = toZone(zone, place.center);
  const half = (place.sidePixels / 2) * pixelMeters;
  const [west, north] = [x - half, y + half].map((meters) => Math.round(meters / 10) * 10);
  const size = { width: place.sidePixels, height: place.sidePixels };
  const utmGrid = { zone, west: west!, north: north!, pixelMeters, ...size };
  const tile = tileAround(utmGrid);
  if (!tile) throw new RangeError(`No tile of zone ${zone} holds all around ${west}, ${north}.`);
  const grid: Grid = {
    ...size,
    affine: [pixelMeters, 0, utmGrid.west, 0, -pixelMeters, utmGrid.north],
    epsg: 32_600 + zone,
  };
  const see = (date: string) => observe(tile, utmGrid, date, place.cloudiness ?? -4);
  const [before, after] = [see(place.startDate), see(place.endDate)];
  return {
    before: before.seen,
    after: after.seen,
    truth: truthMask(grid, before.date, after.date),
  };
}

/** A tile of the simulation's scenes that holds a square; undefined if there is none. */
export function tileAround({
  zone,
  west,
  north,
  width,
  pixelMeters,
}: UtmGrid): GridTile | undefined {
  const side = width * pixelMeters;
  return [...gridTiles().values()].find(
    (tile) =>
      tile.zone === zone &&
      tile.west <= west &&
      tile.north >= north &&
      west + side <= tile.west + tileMeters &&
      north - side >= tile.north - tileMeters,
  );
}

function observe(
  tile: GridTile,
  utmGrid: UtmGrid,
  from: string,
  cloudiness: number,
): { date: string; seen: SimulatedDate } {
  const first = Date.parse(from) / millisecondsPerDay;
  const [day] = acquisitionDays(tile, first, first + 30);
  if (day === undefined) throw new RangeError(`Nothing passes in the month from ${from}.`);
  const acquisition = { ...acquisitionOf(tile, day, defaultSeed), cloudiness, cirrus: 0 };
  const ground = makeGround(withMargin(utmGrid), defaultSeed);
  const tables = seasonTables(acquisition, defaultSeed);
  const overpass = { acquisition, tables, worldSeed: defaultSeed };
  const sensed = senseGround(ground, overpass, bands);
  const { width, height } = utmGrid;
  const codes = { width, height, bands: [classifyGround(ground, overpass)] };
  const valid = usabilityOf(codes, pixelMeters).map((code) =>
    code === usability.clear || code === usability.water ? 1 : 0,
  );
  return {
    date: new Date(day * millisecondsPerDay).toISOString().slice(0, 10),
    seen: { width, height, bands: bands.map((band) => sensed.get(band)!), valid, names: bandNames },
  };
}
