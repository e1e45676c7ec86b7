import { dayInYear, dayOf } from '../world/days.ts';
import { regionAt } from '../world/geography.ts';
import type { GridTile } from '../world/mgrs.ts';
import { tileMeters } from '../world/mgrs.ts';
import {
  clamp,
  deriveSeed,
  hashPoint,
  normalTable,
  normalTableMask,
  randomAt,
  smoothNoise,
  smoothStep,
} from '../world/noise.ts';
import { toGeographic, toWorld } from '../world/projection.ts';

/** Days since 1970-01-01 of the first simulated scenes. */
export const firstDay = dayOf('2015-01-01');
const revisitDays = 5;
const swathMeters = 270_000;

/** One pass of the simulated satellite, with everything that its scenes have in common. */
export type Acquisition = Readonly<ReturnType<typeof acquisitionOf>>;

/**
 * The length of each pass's shift. With random directions the root mean square distance between two
 * passes is then 3 m, or 0.3 pixels.
 */
const shiftMeters = 3 / Math.SQRT2;

function tileCenter(tile: GridTile): [number, number] {
  return toWorld(
    toGeographic(tile.zone, [tile.west + tileMeters / 2, tile.north - tileMeters / 2]),
  );
}

function orbitOf(tile: GridTile): number {
  const [x, y] = tileCenter(tile);
  return Math.floor((x + 0.25 * y) / swathMeters);
}

/** The days on which a tile is seen, from `from` to `to` inclusive, in days since 1970-01-01. */
export function acquisitionDays(tile: GridTile, from: number, to: number): number[] {
  const phase = hashPoint(orbitOf(tile), 3, 0x0b17) % revisitDays;
  const start = Math.max(from, firstDay);
  const days: number[] = [];
  const offset = (((phase - start) % revisitDays) + revisitDays) % revisitDays;
  for (let day = Math.ceil(start + offset); day <= to; day += revisitDays) days.push(day);
  return days;
}

/** The pass that sees a tile on a day; tiles of one orbit share it, and so their clouds agree. */
export function acquisitionOf(tile: GridTile, day: number, seed: number) {
  const passSeed = deriveSeed(seed, hashPoint(orbitOf(tile), day, 0x9a55));
  const draw = (purpose: number) => randomAt(purpose, 0, passSeed);
  const normal = (purpose: number) =>
    normalTable[hashPoint(purpose, 1, passSeed) & normalTableMask];
  const direction = 2 * Math.PI * draw(1);
  const frontal = draw(2) < 0.4;
  return {
    /** Days since 1970-01-01, UTC. */
    day,
    ...dayInYear(day),
    seed: passSeed,
    /** The shift of its pixels from their nominal places, east and north in meters. */
    shiftEast: shiftMeters * Math.cos(direction),
    shiftNorth: shiftMeters * Math.sin(direction),
    /** A constant factor of its radiometry, and the change of that factor across 100 km eastward. */
    gain: 1 + 0.025 * clamp(normal(3), -2, 2),
    viewGradient: 0.05 * clamp(normal(4), -2, 2),
    hazeReflectance: 0.002 + 0.018 * draw(5) ** 2,
    /** Deviations above the usual cloudiness of the season and place. */
    cloudiness: normal(6),
    /** Size of its clouds, their height and how soft their edges are. */
    cloudMeters: frontal ? 18_000 + 20_000 * draw(7) : 1_800 + 4_200 * draw(7),
    cloudHeightMeters: frontal ? 3_500 + 4_000 * draw(8) : 1_000 + 1_500 * draw(8),
    cloudSoftness: frontal ? 0.55 : 0.3,
    cirrus: draw(9) < 0.22 ? 0.015 + 0.1 * draw(10) : 0,
    // Only thin cirrus escapes the classification.
    cirrusFlagged: draw(10) > 0.2 || draw(11) < 0.3,
    /** Deviation of the temperature, in days of the season. It decides on snow. */
    warmDays: 9 * normal(12),
  };
}

/** The share of sky that clouds cover around a place during a pass, 0 to 1. */
export function cloudShare(acquisition: Acquisition, x: number, y: number): number {
  const region = regionAt(x, y);
  const dryness = clamp(1.2 * region.bare + 0.7 * region.shrub - 0.1, 0, 1);
  const local =
    0.8 * acquisition.cloudiness + 0.6 * smoothNoise(x, y, 450_000, acquisition.seed & 0xffff);
  return smoothStep(0.05, 2.1, local + 0.25 - 0.7 * dryness);
}

export type Sun = Readonly<ReturnType<typeof sunAt>>;

/** The sun at 10:30 local solar time on a day of the year (Cooper's declination). */
export function sunAt(dayOfYear: number, latitude: number) {
  const radians = Math.PI / 180;
  const declination = 23.45 * radians * Math.sin((2 * Math.PI * (284 + dayOfYear)) / 365);
  const hourAngle = -22.5 * radians;
  const phi = latitude * radians;
  const cosZenith =
    Math.sin(phi) * Math.sin(declination) +
    Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle);
  const east = -Math.cos(declination) * Math.sin(hourAngle);
  const north =
    Math.cos(phi) * Math.sin(declination) -
    Math.sin(phi) * Math.cos(declination) * Math.cos(hourAngle);
  const horizontal = Math.hypot(east, north);
  return {
    cosZenith,
    tanZenith: Math.min(horizontal / cosZenith, 3),
    /** Unit vector toward the sun over the ground, in zone axes. */
    east: east / horizontal,
    north: north / horizontal,
  };
}
