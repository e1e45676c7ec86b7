import { mulberry32 } from '@refugia/engine/change/pair/sample.ts';
import { eventsIn, simulationCatalogue } from '@refugia/simulation/index.ts';
import { shoreDistance } from '@refugia/simulation/world/geography.ts';
import { continentalOutline } from '@refugia/simulation/world/outline-data.ts';
import { insideRing } from '@refugia/simulation/world/polygons.ts';
import { toWorld } from '@refugia/simulation/world/projection.ts';

/** A place, and two dates between which the simulation has no event there. */
export interface DrawnPair {
  readonly longitude: number;
  readonly latitude: number;
  readonly startDate: string;
  readonly endDate: string;
}

interface DrawOptions {
  readonly pairs: number;
  readonly seed: number;
  readonly sideMeters: number;
}

const millisecondsPerDay = 86_400_000;
const metersPerDegree = 111_320;
/** Both dates are random days of these years, so that a pair may be of any two seasons. */
const firstDay = Date.UTC(2016, 0, 15) / millisecondsPerDay;
const lastDay = Date.UTC(2024, 11, 31) / millisecondsPerDay;
const fewestDaysApart = 300;
const mostDaysApart = 1_500;
/** Areas lie wholly inland, because the simulation draws the shore more coarsely than the land. */
const fromShoreMeters = 4_000;
/** The number of pairs of dates that are tried for a place before another place is drawn. */
const drawsOfDates = 40;

/**
 * Draws places evenly over the contiguous United States. For each it takes the first two dates
 * between which no event reaches the area. There is no other selection.
 */
export function* drawPairs({ pairs, seed, sideMeters }: DrawOptions): Generator<DrawnPair> {
  const random = mulberry32(seed);
  for (let drawn = 0; drawn < pairs; ) {
    const place = drawPlace(random);
    const dates = drawDates(random, place, sideMeters);
    if (dates === undefined) continue;
    yield { ...place, ...dates };
    drawn++;
  }
}

type Place = Pick<DrawnPair, 'longitude' | 'latitude'>;

function drawPlace(random: () => number): Place {
  const [west, south, east, north] = simulationCatalogue.bbox;
  const radians = Math.PI / 180;
  const [low, high] = [Math.sin(south * radians), Math.sin(north * radians)];
  for (;;) {
    const longitude = west + random() * (east - west);
    const latitude = Math.asin(low + random() * (high - low)) / radians;
    const place: [number, number] = [longitude, latitude];
    if (!insideRing(place, continentalOutline)) continue;
    if (shoreDistance(...toWorld(place)) > fromShoreMeters) return { longitude, latitude };
  }
}

function drawDates(
  random: () => number,
  { longitude, latitude }: Place,
  sideMeters: number,
): Pick<DrawnPair, 'startDate' | 'endDate'> | undefined {
  const north = sideMeters / 2 / metersPerDegree;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  const box = [longitude - east, latitude - north, longitude + east, latitude + north] as const;
  // A scene may be taken some weeks before or after the date that is asked for.
  const windowDays = 50;
  for (let draw = 0; draw < drawsOfDates; draw++) {
    const before = firstDay + Math.floor(random() * (lastDay - firstDay - fewestDaysApart));
    const apart = fewestDaysApart + random() * (mostDaysApart - fewestDaysApart);
    const after = Math.floor(before + apart);
    if (after > lastDay) continue;
    const events = eventsIn(box, dateOf(before - windowDays), dateOf(after + windowDays));
    if (events.length === 0) return { startDate: dateOf(before), endDate: dateOf(after) };
  }
  return undefined;
}

function dateOf(day: number): string {
  return new Date(day * millisecondsPerDay).toISOString().slice(0, 10);
}
