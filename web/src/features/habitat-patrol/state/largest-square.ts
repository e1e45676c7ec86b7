import { limits } from '@refugia/contract/limits.ts';
import { areaBounds, rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { metersPerDegree, perimeterMeters } from '@refugia/engine/geo/measures.ts';
import { roundTo } from '@refugia/engine/geo/position.ts';
import type { Polygon } from 'geojson';
import type { Area } from './patrol-state.ts';

const { maxPerimeterMeters } = limits.habitatPatrol;
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
  return rectanglePolygon([
    roundTo(longitude - width, 5),
    roundTo(latitude - height, 5),
    roundTo(longitude + width, 5),
    roundTo(latitude + height, 5),
  ]);
}
