import type { Position } from 'geojson';
import { roundTo } from '../geo/position.ts';

/** Decimals of a degree that a map keeps: about a centimetre on the ground. */
const coordinateDecimals = 7;
const unitsPerDegree = 10 ** coordinateDecimals;

/**
 * A position in whole units of 1e-7 degrees. Whole numbers make the tests of corners and edges
 * exact.
 */
export interface IntegerPoint {
  readonly x: number;
  readonly y: number;
}

/** Converts longitude and latitude in degrees to whole units; NaN if one of them is missing. */
export function toIntegerPoint([
  longitude = Number.NaN,
  latitude = Number.NaN,
]: Position): IntegerPoint {
  return { x: Math.round(longitude * unitsPerDegree), y: Math.round(latitude * unitsPerDegree) };
}

/** A position with the decimals that a map keeps, between 180° west and east. */
export function roundPosition([longitude = 0, latitude = 0]: readonly number[]): Position {
  const turns = longitude === 180 ? 0 : Math.floor((longitude + 180) / 360);
  return [
    roundTo(longitude - turns * 360, coordinateDecimals),
    roundTo(Math.max(-90, Math.min(90, latitude)), coordinateDecimals),
  ];
}

/** Whether two points have the same coordinates. */
export function isSamePoint(one: IntegerPoint, other: IntegerPoint): boolean {
  return one.x === other.x && one.y === other.y;
}

/** The difference of two products beyond this limit may have the wrong sign in 64-bit numbers. */
const exactLimit = 2 ** 53;

/**
 * On which side of the line from `a` to `b` a point lies: 1 left, -1 right, 0 on it. It is exact: where
 * floating point does not suffice, whole numbers of any size are used.
 */
export function sideOf(a: IntegerPoint, b: IntegerPoint, point: IntegerPoint): -1 | 0 | 1 {
  const left = (b.x - a.x) * (point.y - a.y);
  const right = (b.y - a.y) * (point.x - a.x);
  const isExact = Math.abs(left) < exactLimit && Math.abs(right) < exactLimit;
  const difference = isExact
    ? left - right
    : BigInt(b.x - a.x) * BigInt(point.y - a.y) - BigInt(b.y - a.y) * BigInt(point.x - a.x);
  return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

/** Whether a point lies on the line segment from `a` to `b`, including its ends. */
export function isOnSegment(point: IntegerPoint, a: IntegerPoint, b: IntegerPoint): boolean {
  return (
    point.x >= Math.min(a.x, b.x) &&
    point.x <= Math.max(a.x, b.x) &&
    point.y >= Math.min(a.y, b.y) &&
    point.y <= Math.max(a.y, b.y) &&
    sideOf(a, b, point) === 0
  );
}

/**
 * Where a point lies relative to an open ring, whose first point is not repeated, by the even-odd
 * rule.
 * Source: D. Sunday, "Inclusion of a Point in a Polygon", with half-open edges.
 */
export function placeInRing(
  point: IntegerPoint,
  ring: readonly IntegerPoint[],
): 'inside' | 'boundary' | 'outside' {
  let isInside = false;
  for (let index = 0; index < ring.length; index++) {
    const [a, b] = [ring[index], ring[(index + 1) % ring.length]];
    if (isOnSegment(point, a, b)) return 'boundary';
    const isUpward = b.y > a.y;
    const crossesLevel = a.y > point.y !== b.y > point.y;
    if (crossesLevel && sideOf(a, b, point) === (isUpward ? 1 : -1)) isInside = !isInside;
  }
  return isInside ? 'inside' : 'outside';
}
