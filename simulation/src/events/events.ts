import type { Bounds } from '@refugia/engine/geo/bounds.ts';
import { dayInYear, dayOf } from '../world/days.ts';
import { regionAt } from '../world/geography.ts';
import {
  clamp,
  deriveSeed,
  fractalNoise,
  randomAt,
  smoothNoise,
  smoothStep,
} from '../world/noise.ts';
import { toWorld } from '../world/projection.ts';
import { exampleRows } from './examples-data.ts';
import { type EventKind, eventKinds, type LandEvent } from './land-event.ts';

/** The distribution of events of one kind over the country. */
interface Strewing {
  readonly kind: EventKind;
  readonly cellMeters: number;
  /** The largest number of events in a cell from 2014 to 2034. */
  readonly most: number;
  readonly radiusMeters: readonly [number, number];
}

const firstDay = dayOf('2014-07-01');
const calendarDays = 20 * 365;

const strewings: readonly Strewing[] = [
  { kind: 'clear-cut', cellMeters: 3_500, most: 5, radiusMeters: [160, 430] },
  { kind: 'solar farm', cellMeters: 16_000, most: 2, radiusMeters: [260, 900] },
  { kind: 'burn', cellMeters: 24_000, most: 3, radiusMeters: [500, 5_000] },
];

/** The calendar's events that reach into bounds in meters of the world plane, in a fixed order. */
export function eventsNear(
  [west, south, east, north]: Readonly<Bounds>,
  seed: number,
): LandEvent[] {
  const found: LandEvent[] = [];
  const reaches = (event: LandEvent) =>
    event.x + event.radiusMeters > west &&
    event.x - event.radiusMeters < east &&
    event.y + event.radiusMeters > south &&
    event.y - event.radiusMeters < north;
  found.push(...stagedEvents.filter(reaches));
  for (const strewing of strewings) {
    const { cellMeters, radiusMeters } = strewing;
    const margin = radiusMeters[1];
    for (
      let row = Math.floor((south - margin) / cellMeters);
      row * cellMeters < north + margin;
      row++
    ) {
      for (
        let column = Math.floor((west - margin) / cellMeters);
        column * cellMeters < east + margin;
        column++
      ) {
        found.push(...cellEvents(strewing, column, row, seed).filter(reaches));
      }
    }
  }
  return found;
}

function cellEvents(strewing: Strewing, column: number, row: number, seed: number): LandEvent[] {
  const { kind, cellMeters, most, radiusMeters } = strewing;
  const stream = deriveSeed(seed, 601 + eventKinds.indexOf(kind));
  const region = regionAt((column + 0.5) * cellMeters, (row + 0.5) * cellMeters);
  const likely = {
    'clear-cut': region.timber * region.forest * 0.75,
    'solar farm': (0.1 + 0.25 * region.crop + 0.2 * region.bare) * (1 - region.relief),
    burn: region.fire * (region.forest + region.shrub + 0.3) * 0.6,
  }[kind];
  const events: LandEvent[] = [];
  for (let index = 0; index < most; index++) {
    const draw = (purpose: number) => randomAt(column * 8 + index, row * 64 + purpose, stream);
    if (draw(1) > likely) continue;
    const x = (column + draw(2)) * cellMeters;
    const y = (row + draw(3)) * cellMeters;
    if (quietPlaces.some((place) => Math.hypot(x - place.x, y - place.y) < place.radiusMeters))
      continue;
    const size = kind === 'burn' ? draw(4) ** 4 : draw(4) ** 1.5;
    const day = Math.floor(firstDay + draw(5) * calendarDays);
    events.push({
      id: `${kind.replace(' ', '-')}-${column}-${row}-${index}`,
      kind,
      day: kind === 'burn' ? toFireSeason(day, draw(6)) : day,
      x,
      y,
      radiusMeters: radiusMeters[0] + size * (radiusMeters[1] - radiusMeters[0]),
      seed: deriveSeed(stream, column * 4099 + row * 17 + index),
    });
  }
  return events;
}

/** Moves a day to one between mid June and late September of the same year. */
function toFireSeason(day: number, draw: number): number {
  return Math.floor(dayOf(`${dayInYear(day).year}-06-15`) + draw * 100);
}

/** The share of an event's effect at a place on the world plane right after the event, 0 to 1. */
export function severityAt(event: LandEvent, x: number, y: number): number {
  const dx = x - event.x;
  const dy = y - event.y;
  if (dx * dx + dy * dy > event.radiusMeters * event.radiusMeters) return 0;
  switch (event.kind) {
    case 'clear-cut':
      return clearCutSeverity(event, dx, dy);
    case 'solar farm':
      return solarSeverity(event, dx, dy);
    case 'burn':
      return burnSeverity(event, x, y);
  }
}

/**
 * The effect of a clear-cut, which is a polygon with straight sides. Half of the cuts keep a strip
 * of trees, and most keep a few clumps.
 */
function clearCutSeverity(event: LandEvent, dx: number, dy: number): number {
  const { seed, radiusMeters } = event;
  const turn = 2 * Math.PI * randomAt(1, 0, seed);
  const slender = 0.5 + 0.4 * randomAt(2, 0, seed);
  const sides = 6 + Math.floor(4 * randomAt(3, 0, seed));
  const along = dx * Math.cos(turn) + dy * Math.sin(turn);
  const across = (dy * Math.cos(turn) - dx * Math.sin(turn)) / slender;
  const angle = Math.atan2(across, along);
  const position = ((angle / (2 * Math.PI)) * sides + sides) % sides;
  const corner = Math.floor(position);
  const vertex = (index: number) => {
    const at = index % sides;
    const radius = radiusMeters * (0.5 + 0.5 * randomAt(at, 3, seed));
    const direction = (2 * Math.PI * at) / sides;
    return [radius * Math.cos(direction), radius * Math.sin(direction)] as const;
  };
  const [ax, ay] = vertex(corner);
  const [bx, by] = vertex(corner + 1);
  const sideLength = Math.hypot(bx - ax, by - ay);
  const inside = (((bx - ax) * (across - ay) - (by - ay) * (along - ax)) / sideLength) * slender;
  const edge = clamp(inside / 10 + 0.5, 0, 1);
  if (edge === 0) return 0;
  let kept = 0;
  if (randomAt(4, 0, seed) < 0.5) {
    const bearing = turn + 1 + randomAt(5, 0, seed);
    const strip =
      dx * Math.cos(bearing) +
      dy * Math.sin(bearing) -
      radiusMeters * 0.25 * (randomAt(6, 0, seed) - 0.5);
    const bend = 14 * Math.sin((dx * Math.sin(bearing) - dy * Math.cos(bearing)) / 55);
    kept = clamp((24 - Math.abs(strip + bend)) / 10 + 0.5, 0, 1);
  }
  const clump = smoothStep(1.9, 2.3, smoothNoise(dx, dy, 55, seed & 0xfff));
  return (
    edge * (1 - Math.max(kept, 0.9 * clump)) * clamp(0.92 + 0.05 * smoothNoise(dx, dy, 90, 7), 0, 1)
  );
}

/**
 * The effect of a solar farm, which is a fenced block of one to four rectangles, with service lanes
 * between arrays of panels.
 */
function solarSeverity(event: LandEvent, dx: number, dy: number): number {
  const { seed, radiusMeters } = event;
  const half = radiusMeters * 0.68;
  const column = Math.floor((dx + half) / half);
  const row = Math.floor((dy + half) / half);
  if (column < 0 || column > 1 || row < 0 || row > 1) return 0;
  // The first block always exists. Each other block is random.
  const block = row * 2 + column;
  const first = Math.floor(4 * randomAt(1, 9, seed));
  if (block !== first && randomAt(2 + block, 9, seed) < 0.3) return 0;
  const inset = radiusMeters * 0.12 * randomAt(7 + block, 9, seed);
  const u = dx + half - column * half;
  const v = dy + half - row * half;
  const margin = Math.min(
    u - (column === 0 ? inset : 0),
    half - (column === 1 ? inset : 0) - u,
    v - (row === 0 ? inset : 0),
    half - (row === 1 ? inset : 0) - v,
  );
  const fence = clamp(margin / 10 + 0.5, 0, 1);
  const lane = Math.min(
    Math.abs((((u % 170) + 170) % 170) - 85),
    Math.abs((((v % 260) + 260) % 260) - 130),
  );
  const onLane = clamp((5 - lane) / 10 + 0.5, 0, 1);
  return fence * (1 - 0.35 * onLane);
}

const burnMosaic = { wavelength: 520, octaves: 4, gain: 0.6 };

/**
 * The effect of a fire. It is severe inside and light toward a ragged edge, with unburned islands.
 */
function burnSeverity(event: LandEvent, x: number, y: number): number {
  const { seed, radiusMeters } = event;
  const dx = x - event.x;
  const dy = y - event.y;
  const turn = 2 * Math.PI * randomAt(1, 0, seed);
  const along = dx * Math.cos(turn) + dy * Math.sin(turn);
  const across = (dy * Math.cos(turn) - dx * Math.sin(turn)) * 1.45;
  const distance = Math.hypot(along, across) / (0.72 * radiusMeters);
  const noiseSeed = seed & 0xffff;
  const outline = { wavelength: 0.75 * radiusMeters, octaves: 7, gain: 0.62 };
  const noise = fractalNoise(x, y, outline, noiseSeed + 17);
  const reach = 1 - distance * distance + 0.36 * noise;
  if (reach <= 0) return 0;
  const mosaic = fractalNoise(x, y, burnMosaic, noiseSeed + 91);
  const fade = smoothStep(1, 0.86, Math.hypot(dx, dy) / radiusMeters);
  return (
    fade *
    smoothStep(0, 0.1, reach) *
    clamp(
      0.59 + 0.55 * Math.min(reach, 0.55) + 0.22 * mosaic - 0.5 * smoothStep(1.35, 1.8, mosaic),
      0,
      1,
    )
  );
}

const lastingYears: Readonly<Record<EventKind, number>> = {
  'clear-cut': 12,
  'solar farm': Number.POSITIVE_INFINITY,
  burn: 9,
};

/** The remaining share of an event's effect on a day, 0 to 1. Trees and scrub recover slowly. */
export function remainingEffect(event: LandEvent, severity: number, day: number): number {
  const years = (day - event.day) / 365.25;
  return years < 0 ? 0 : severity * Math.exp(-years / lastingYears[event.kind]);
}

/** The events of the named examples, whatever the seed. */
const stagedEvents: readonly LandEvent[] = exampleRows.flatMap(({ center, events }, example) => {
  const [centerX, centerY] = toWorld(center);
  return events.map(([kind, date, east, north, radiusMeters], index) => ({
    id: `${kind.replace(' ', '-')}-example-${example}-${index}`,
    kind,
    day: dayOf(date),
    x: centerX + east,
    y: centerY + north,
    radiusMeters,
    seed: 9_001 + example * 389 + index * 37,
  }));
});

/** Places of the named examples, around which the calendar adds no other events. */
const quietPlaces = exampleRows.map(({ center, halfMeters }) => {
  const [x, y] = toWorld(center);
  return { x, y, radiusMeters: halfMeters * 1.5 + 5_500 };
});
