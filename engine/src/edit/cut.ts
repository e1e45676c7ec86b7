import type { LineString, MultiLineString, MultiPolygon, Polygon, Position } from 'geojson';
import { areaOfPolygons, areaPolygons, boundsOf } from '../geo/bounds.ts';
import { intersect, subtract } from '../geo/clip.ts';
import { doubleSignedArea } from '../geo/rings.ts';
import { type Edge, edgesOfRing, meetingOf } from './edges.ts';
import { type IntegerPoint, roundPosition, toIntegerPoint } from './integer-point.ts';

type Area = Polygon | MultiPolygon;

/**
 * Removes what a closed outline covers from an area. An outline inside of the area becomes a hole.
 * Returns null if nothing is left, and the same area if the outline covers none of it.
 */
export function cutHole(area: Area, outline: Polygon): Area | null {
  return cleaned(area, subtract(areaPolygons(area), [outline.coordinates]));
}

/**
 * The parts into which a line cuts an area, the largest first. The line must begin and end outside
 * of the area. Returns null if it does not cut the area through. Where a line crosses or
 * retraces itself, rounding can let the outlines of parts cross themselves or overlap by a little.
 */
export function splitArea(area: Area, line: readonly Position[]): Area[] | null {
  const side = sideOfLine(area, line);
  if (!side) return null;
  const polygons = areaPolygons(area);
  const parts = [...intersect(polygons, [[side]]), ...subtract(polygons, [[side]])].flatMap(
    (polygon) => cleaned(area, [polygon]) ?? [],
  );
  return parts.length <= polygons.length ? null : parts.sort((a, b) => sizeOf(b) - sizeOf(a));
}

const openRing = (ring: readonly Position[]): IntegerPoint[] =>
  ring.slice(0, -1).map(toIntegerPoint);

/**
 * One side of a line, as a polygon: the line itself, and a wide path around the area back to its
 * beginning. Returns null if an end of the line cannot be connected to the path without meeting the
 * area.
 */
function sideOfLine(area: Area, line: readonly Position[]): Position[] | null {
  const reach = reachOf(area, line);
  const first = wayOut(area, line[0], reach);
  const last = wayOut(area, line.at(-1)!, reach);
  if (!first || !last) return null;
  const [from, to] = [angleOf(last, reach.center), angleOf(first, reach.center)];
  const turn = (to - from + 2 * Math.PI) % (2 * Math.PI);
  const steps = 16;
  // The path lies so far out that its straight parts stay outside of the area.
  const around = Array.from({ length: steps + 1 }, (_, step): Position => {
    const angle = from + (turn * step) / steps;
    return [
      reach.center[0] + 4 * reach.radius * Math.cos(angle),
      reach.center[1] + 4 * reach.radius * Math.sin(angle),
    ];
  });
  return [...line, last, ...around, first, line[0]];
}

interface Reach {
  readonly center: readonly [number, number];
  readonly radius: number;
}

function reachOf(area: Area, line: readonly Position[]): Reach {
  const [west, south, east, north] = boundsOf([...areaPolygons(area).flat(2), ...line]);
  return {
    center: [(west + east) / 2, (south + north) / 2],
    radius: Math.hypot(east - west, north - south),
  };
}

function angleOf([x = 0, y = 0]: Position, [centerX, centerY]: readonly [number, number]): number {
  return Math.atan2(y - centerY, x - centerX);
}

/**
 * A place far outside that can be reached from a position in a straight line without meeting the
 * area. Returns null if there is none, as for a position inside of the area.
 */
function wayOut(area: Area, from: Position, { center, radius }: Reach): Position | null {
  const edges = areaPolygons(area)
    .flat()
    .flatMap((ring) => edgesOfRing(openRing(ring)));
  const directions = 32;
  const away = angleOf(from, center);
  for (let turn = 0; turn < directions; turn++) {
    // The directions begin with the one away from the centre, and then alternate to both sides of
    // it.
    const side = turn % 2 === 0 ? 1 : -1;
    const angle = away + (side * Math.ceil(turn / 2) * 2 * Math.PI) / directions;
    const to: Position = [
      center[0] + 3 * radius * Math.cos(angle),
      center[1] + 3 * radius * Math.sin(angle),
    ];
    const ray: Edge = { from: toIntegerPoint(from), to: toIntegerPoint(to) };
    if (edges.every((edge) => meetingOf(ray, edge) === 'apart')) return to;
  }
  return null;
}

/**
 * The result of a clipping as an area. Its positions are rounded, and each ring begins where the
 * original ring begins.
 */
function cleaned(original: Area, polygons: readonly (readonly Position[][])[]): Area | null {
  const places = new Map(
    areaPolygons(original)
      .flat(2)
      .map((position, place) => [keyOf(position), place] as const)
      .reverse(),
  );
  const kept = polygons.flatMap((rings) => {
    const [outer, ...holes] = rings.map((ring) => cleanRing(ring, places));
    return outer ? [[outer, ...holes.filter((hole) => hole !== null)]] : [];
  });
  return kept.length === 0 ? null : areaOfPolygons(kept);
}

function keyOf([x = 0, y = 0]: Position): string {
  return `${x},${y}`;
}

/**
 * Rounds a ring and lets it begin at its first original vertex. Returns null if rounding has left
 * fewer than three corners.
 */
function cleanRing(
  ring: readonly Position[],
  places: ReadonlyMap<string, number>,
): Position[] | null {
  const corners = ring
    .slice(0, -1)
    .map(roundPosition)
    .filter((corner, index, all) => keyOf(corner) !== keyOf(all.at(index - 1)!));
  if (corners.length < 3) return null;
  const order = corners.map((corner) => places.get(keyOf(corner)) ?? Number.POSITIVE_INFINITY);
  const start = Math.max(0, order.indexOf(Math.min(...order)));
  const turned = [...corners.slice(start), ...corners.slice(0, start)];
  return [...turned, turned[0]];
}

/** Twice the size in square degrees. Outer rings run counter-clockwise and holes clockwise. */
function sizeOf(area: Area): number {
  return areaPolygons(area)
    .flat()
    .reduce((sum, ring) => sum + doubleSignedArea(ring), 0);
}

/** The parts into which a second line cuts a line; null where they do not cross. */
export function splitLine(line: LineString, knife: readonly Position[]): LineString[] | null {
  const parts: Position[][] = [[line.coordinates[0]]];
  for (let index = 1; index < line.coordinates.length; index++) {
    const [from, to] = [line.coordinates[index - 1], line.coordinates[index]];
    for (const place of crossingsOf(from, to, knife)) {
      parts.at(-1)!.push(place);
      parts.push([place]);
    }
    parts.at(-1)!.push(to);
  }
  if (parts.length === 1) return null;
  return parts.map((coordinates) => ({ type: 'LineString', coordinates }));
}

/**
 * The shapes into which a second line cuts lines. The first shape keeps the lines that are not cut,
 * and the first part of each line that is. Every other part is a shape of its own. Returns null
 * if no line is crossed.
 */
export function splitLines(
  lines: MultiLineString,
  knife: readonly Position[],
): (LineString | MultiLineString)[] | null {
  const kept: Position[][] = [];
  const cutOff: LineString[] = [];
  for (const coordinates of lines.coordinates) {
    const [first, ...others] = splitLine({ type: 'LineString', coordinates }, knife) ?? [];
    kept.push(first?.coordinates ?? coordinates);
    cutOff.push(...others);
  }
  if (cutOff.length === 0) return null;
  const [only, ...more] = kept;
  return more.length === 0
    ? [{ type: 'LineString', coordinates: only }, ...cutOff]
    : [{ type: 'MultiLineString', coordinates: kept }, ...cutOff];
}

/** Where a line crosses an edge, in the order of the edge. */
function crossingsOf(from: Position, to: Position, knife: readonly Position[]): Position[] {
  const edge: Edge = { from: toIntegerPoint(from), to: toIntegerPoint(to) };
  const shares: number[] = [];
  for (let index = 1; index < knife.length; index++) {
    const other: Edge = {
      from: toIntegerPoint(knife[index - 1]),
      to: toIntegerPoint(knife[index]),
    };
    if (meetingOf(edge, other) === 'cross') shares.push(shareAlong(edge, other));
  }
  const [x = 0, y = 0] = from;
  const [toX = 0, toY = 0] = to;
  return shares
    .sort((a, b) => a - b)
    .map((share) => roundPosition([x + (toX - x) * share, y + (toY - y) * share]));
}

/** How far along an edge another crosses it, 0 to 1. */
function shareAlong({ from, to }: Edge, other: Edge): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [otherDx, otherDy] = [other.to.x - other.from.x, other.to.y - other.from.y];
  const [apartX, apartY] = [other.from.x - from.x, other.from.y - from.y];
  return (apartX * otherDy - apartY * otherDx) / (dx * otherDy - dy * otherDx);
}
