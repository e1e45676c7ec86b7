import { eventsIn, simulationCatalogue } from '@refugia/simulation/index.ts';
import { shoreDistance } from '@refugia/simulation/world/geography.ts';
import { continentalOutline } from '@refugia/simulation/world/outline-data.ts';
import { insideRing } from '@refugia/simulation/world/polygons.ts';
import { toWorld } from '@refugia/simulation/world/projection.ts';
import { mulberry32 } from '../src/change/pair/sample.ts';
import type { Bounds } from '../src/geo/bounds.ts';

/** Boxes of the simulated country: west, south, east, north. */
const boxes = {
  forest: [
    [-124, 42.5, -122, 47],
    [-71, 44, -68.5, 46.5],
    [-85, 31, -82, 34],
    [-84, 36, -80, 39],
  ],
  farmland: [
    [-97, 40, -89, 43],
    [-120.8, 35.8, -119.3, 37.3],
    [-101, 38, -98, 42],
    [-91, 33, -90, 36],
  ],
  snow: [
    [-96, 46.5, -90.5, 48.3],
    [-111, 39, -105.5, 45],
    [-121, 37.5, -118.5, 40],
  ],
  desert: [
    [-117, 33, -109, 37.5],
    [-119, 38.5, -114, 41.5],
    [-108, 31.8, -103.5, 34],
  ],
  coast: [
    [-124.4, 40, -123.7, 46],
    [-98, 27, -96.5, 29],
    [-83, 27, -80, 31],
    [-77, 34.5, -75.8, 36],
  ],
  anywhere: [simulationCatalogue.bbox],
} as const satisfies Record<string, readonly Readonly<Bounds>[]>;
export type Country = keyof typeof boxes;

const mostFromShoreMeters = 5_000;
const dayMilliseconds = 86_400_000;
const daysPerYear = 365.25;
const firstDay = Date.UTC(2017, 2, 1) / dayMilliseconds;
const lastDay = Date.UTC(2024, 10, 30) / dayMilliseconds;

/** A place and two dates. */
export interface ConfidencePair {
  readonly country: Country;
  /** Longitude and latitude of the middle of a square. */
  readonly center: readonly [number, number];
  /** YYYY-MM-DD. */
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * Draws pairs of all kinds of country in turn. Two of three rounds lie around events
 * of the simulation's calendar, with a date on both sides; the third lies anywhere. Most pairs
 * are brought to one season.
 */
export function* drawConfidencePairs(seed: number): Generator<ConfidencePair, never> {
  const random = mulberry32(seed);
  for (let round = 0; ; round++) {
    for (const country of Object.keys(boxes) as Country[]) {
      yield drawPair(country, round % 3 !== 2, random);
    }
  }
}

function drawPair(country: Country, isAtEvent: boolean, random: () => number): ConfidencePair {
  for (;;) {
    const place = drawPlace(country, random);
    const event = isAtEvent ? drawEvent(place, random) : undefined;
    if (isAtEvent && event === undefined) continue;
    const day = event
      ? Date.parse(event.date) / dayMilliseconds
      : firstDay + random() * (lastDay - firstDay);
    const start = Math.floor(day - 35 - random() * 400);
    const apart = day + 35 + random() * 400 - start;
    const years = Math.max(1, Math.round(apart / daysPerYear)) * daysPerYear;
    const end = Math.floor(start + (random() < 0.85 ? years : apart));
    if (start < firstDay - 365 || end > lastDay) continue;
    const center = event ? ([event.longitude, event.latitude] as const) : place;
    return { country, center, startDate: dateOf(start), endDate: dateOf(end) };
  }
}

function drawPlace(country: Country, random: () => number): [number, number] {
  const choices = boxes[country];
  for (;;) {
    const [west, south, east, north] = choices[Math.floor(random() * choices.length)]!;
    const place: [number, number] = [
      west + random() * (east - west),
      south + random() * (north - south),
    ];
    if (!insideRing(place, continentalOutline)) continue;
    const inland = shoreDistance(...toWorld(place));
    if (
      country === 'coast'
        ? inland > 0 && inland < mostFromShoreMeters
        : inland > mostFromShoreMeters
    ) {
      return place;
    }
  }
}

function drawEvent([longitude, latitude]: readonly [number, number], random: () => number) {
  const box = [longitude - 0.12, latitude - 0.1, longitude + 0.12, latitude + 0.1] as const;
  const events = eventsIn(box, dateOf(firstDay + 60), dateOf(lastDay - 60));
  return events[Math.floor(random() * events.length)];
}

function dateOf(day: number): string {
  return new Date(Math.floor(day) * dayMilliseconds).toISOString().slice(0, 10);
}
