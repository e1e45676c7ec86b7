import type Flatbush from 'flatbush';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { areaPolygons, type Bounds } from '../geo/bounds.ts';
import { indexBoxes } from '../geo/box-index.ts';
import { distanceMeters } from '../geo/measures.ts';

/** The lengths of units' outlines, as in Marxan's boundary file. */
export interface Boundaries {
  /** All of each unit's outline, holes included, in metres. */
  readonly outlineMeters: readonly number[];
  /** What two units share, each pair once. `one` comes before `other`. */
  readonly shared: readonly SharedBoundary[];
}

export interface SharedBoundary {
  readonly one: number;
  readonly other: number;
  readonly meters: number;
}

/** Positions closer than this are one: about a centimetre. */
const snapDegrees = 1e-7;

/** A stretch of a unit's outline between two neighbouring corners of any units. */
interface Stretch {
  readonly meters: number;
  /** The units on its sides. */
  readonly units: number[];
}

/**
 * Measures outlines and what neighbours share of them, along great circles. A corner of one unit on another's edge divides it, so
 * that neighbours need not have the same corners. Where units overlap, a stretch is shared by two of them.
 * @param units in longitude and latitude
 */
export function measureBoundaries(units: readonly (Polygon | MultiPolygon)[]): Boundaries {
  const corners = new Corners(units);
  const stretches = new Map<string, Stretch>();
  for (const [unit, area] of units.entries()) {
    for (const ring of areaPolygons(area).flat()) {
      for (let index = 1; index < ring.length; index++) {
        for (const [key, from, to] of corners.divide(ring[index - 1], ring[index])) {
          const known = stretches.get(key);
          if (known) known.units.push(unit);
          else stretches.set(key, { meters: distanceMeters(from, to), units: [unit] });
        }
      }
    }
  }
  return sumUp(units.length, stretches.values());
}

function sumUp(count: number, stretches: Iterable<Stretch>): Boundaries {
  const outlineMeters = new Array<number>(count).fill(0);
  const shared = new Map<number, number>();
  for (const { meters, units } of stretches) {
    for (const unit of units) outlineMeters[unit] += meters;
    units.sort((a, b) => a - b);
    for (let place = 0; place + 1 < units.length; ) {
      const [one, other] = [units[place], units[place + 1]];
      place += 2;
      // A line on which a unit touches itself lies inside it.
      if (one === other) outlineMeters[one] -= 2 * meters;
      else shared.set(one * count + other, (shared.get(one * count + other) ?? 0) + meters);
    }
  }
  return {
    outlineMeters,
    shared: [...shared].map(([key, meters]) => ({
      one: Math.floor(key / count),
      other: key % count,
      meters,
    })),
  };
}

type Divided = readonly [key: string, from: Position, to: Position];

/** All corners of units, each of which has a number. */
class Corners {
  readonly #numbers = new Map<string, number>();
  readonly #positions: Position[] = [];
  readonly #tree: Flatbush;

  constructor(units: readonly (Polygon | MultiPolygon)[]) {
    for (const position of units.flatMap((unit) => areaPolygons(unit).flat(2))) {
      const key = keyOf(position);
      if (this.#numbers.has(key)) continue;
      this.#numbers.set(key, this.#positions.length);
      this.#positions.push(position);
    }
    const boxes = this.#positions.map(([x, y]): Bounds => [x, y, x, y]);
    this.#tree = indexBoxes(boxes.length > 0 ? boxes : [[0, 0, 0, 0]]);
  }

  /** The stretches of an edge between the corners that lie on it. */
  divide(from: Position, to: Position): Divided[] {
    const along = [to[0] - from[0], to[1] - from[1]];
    const squared = along[0] ** 2 + along[1] ** 2;
    const on = this.#near(from, to).flatMap((number) => {
      const [x, y] = this.#positions[number];
      const share = ((x - from[0]) * along[0] + (y - from[1]) * along[1]) / squared;
      const across = Math.abs((x - from[0]) * along[1] - (y - from[1]) * along[0]);
      const isOn = share > 0 && share < 1 && across <= snapDegrees * Math.sqrt(squared);
      return isOn ? [{ number, share }] : [];
    });
    on.sort((one, other) => one.share - other.share);
    const [first, last] = [this.#numberOf(from), this.#numberOf(to)];
    const between = on
      .map(({ number }) => number)
      .filter((each) => each !== first && each !== last);
    const numbers = [first, ...between, last];
    return numbers.slice(1).flatMap((number, index): Divided[] => {
      const before = numbers[index];
      if (before === number) return [];
      const key = before < number ? `${before} ${number}` : `${number} ${before}`;
      return [[key, this.#positions[before], this.#positions[number]]];
    });
  }

  #near([x1, y1]: Position, [x2, y2]: Position): number[] {
    const [west, east] = x1 < x2 ? [x1, x2] : [x2, x1];
    const [south, north] = y1 < y2 ? [y1, y2] : [y2, y1];
    const box = [
      west - snapDegrees,
      south - snapDegrees,
      east + snapDegrees,
      north + snapDegrees,
    ] as const;
    return this.#tree.search(...box);
  }

  #numberOf = (position: Position): number => this.#numbers.get(keyOf(position)) ?? 0;
}

const keyOf = ([x, y]: Position): string =>
  `${Math.round(x / snapDegrees)} ${Math.round(y / snapDegrees)}`;
