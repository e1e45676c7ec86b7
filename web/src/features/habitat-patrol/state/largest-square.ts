import { limits } from '@refugia/contract/limits.ts';
import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import { perimeterMeters } from '@refugia/engine/geo/measures.ts';
import type { Polygon } from 'geojson';
import type { Area } from './patrol-state.ts';

const { maxPerimeterMeters } = limits.habitatPatrol;
const metersPerDegree = 111_195;
/** A margin for rounding, since corners are rounded to five decimals, which is a metre. */
const roundingShare = 0.9995;
/**
 * The largest latitude of the square's centre, up to which the perimeter grows in proportion to the
 * sides.
 */
const maxLatitude = 80;

/** The square of the largest perimeter that may be drawn, around the middle of an area. */
export function largestSquareIn(area: Area): Polygon {
  const [west, south, east, north] = areaBounds(area);
  const center = [(west + east) / 2, clamp((south + north) / 2)] as const;
  const trial = squareAround(center, maxPerimeterMeters / 4);
  const share = (maxPerimeterMeters / perimeterMeters(trial)) * roundingShare;
  return squareAround(center, (maxPerimeterMeters / 4) * share);
}

function clamp(latitude: number): number {
  return Math.max(-maxLatitude, Math.min(maxLatitude, latitude));
}

function squareAround([longitude, latitude]: readonly [number, number], sideMeters: number) {
  const height = sideMeters / metersPerDegree / 2;
  const width = height / Math.cos((latitude * Math.PI) / 180);
  const corners = [
    [-width, -height],
    [width, -height],
    [width, height],
    [-width, height],
    [-width, -height],
  ] as const;
  const ring = corners.map(([x, y]) => [round(longitude + x), round(latitude + y)]);
  return { type: 'Polygon', coordinates: [ring] } satisfies Polygon;
}

function round(degrees: number): number {
  return Number(degrees.toFixed(5));
}
