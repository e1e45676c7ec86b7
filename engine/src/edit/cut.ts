import type { MultiPolygon, Polygon, Position } from 'geojson';
import polygonClipping, { type Geom } from 'polygon-clipping';
import { type Edge, edgesOfRing, meetingOf } from './edges.ts';
import { type PlanePoint, placeInRing, toPlane } from './plane.ts';
import { roundPosition } from './round.ts';

type Area = Polygon | MultiPolygon;

/**
 * Removes what a closed outline covers from an area. An outline inside of the area becomes a hole.
 * Returns null if nothing is left, and the same area if the outline covers none of it.
 */
export function cutHole(area: Area, outline: Polygon): Area | null {
  const hole = outline.coordinates[0];
  const polygons = polygonsOf(area);
  const around = polygons.findIndex((rings) => isApart(hole, rings) && isInside(hole, rings));
  if (around >= 0) {
    return areaOf(polygons.with(around, [...polygons[around], hole.toReversed()]));
  }
  return cleaned(area, polygonClipping.difference(geomOf(area), outline.coordinates as Geom));
}

/**
 * The shifts in degrees that are tried, one after another, until the clipping succeeds. All are
 * below a centimetre. Without a shift, polygon-clipping 0.15.7 throws for one in three thousand
 * random lines with up to three bends, or loses a part of the area, because crossings nearly
 * coincide.
 */
const shifts = [0, 1e-8, -1e-8, 3e-8, -3e-8];

/**
 * The pieces into which a line cuts an area, the largest first. The line must begin and end outside
 * of the area. Returns null if it does not cut the area through.
 */
export function splitArea(area: Area, line: readonly Position[]): Area[] | null {
  for (const shift of shifts) {
    const moved = line.map(([x = 0, y = 0]) => [x + shift, y - shift]);
    const side = sideOfLine(area, moved);
    const pieces = side && piecesBeside(area, side);
    if (pieces && makeUp(pieces, area)) {
      return pieces.length <= polygonsOf(area).length
        ? null
        : pieces.sort((a, b) => sizeOf(b) - sizeOf(a));
    }
  }
  return null;
}

/**
 * The parts of an area on both sides of a line, given as the polygon of one side. Returns null if
 * the clipping fails.
 */
function piecesBeside(area: Area, side: Geom): Area[] | null {
  try {
    return [
      ...polygonClipping.intersection(geomOf(area), side),
      ...polygonClipping.difference(geomOf(area), side),
    ].flatMap((polygon) => cleaned(area, [polygon]) ?? []);
  } catch {
    return null;
  }
}

/**
 * Whether the pieces together have the area's size, except for the effect of rounding to seven
 * decimals.
 */
function makeUp(pieces: readonly Area[], area: Area): boolean {
  const whole = sizeOf(area);
  const sum = pieces.reduce((size, piece) => size + sizeOf(piece), 0);
  const { radius } = reachOf(area, []);
  return Math.abs(sum - whole) <= 1e-6 * Math.max(whole, radius);
}
function polygonsOf(area: Area): Position[][][] {
  return area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
}

function areaOf(polygons: Position[][][]): Area {
  const [first] = polygons;
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: first! }
    : { type: 'MultiPolygon', coordinates: polygons };
}

function geomOf(area: Area): Geom {
  return area.coordinates as Geom;
}

const openRing = (ring: readonly Position[]): PlanePoint[] => ring.slice(0, -1).map(toPlane);

/** Whether a ring meets none of the edges of others. */
function isApart(ring: readonly Position[], rings: readonly Position[][]): boolean {
  const edges = edgesOfRing(openRing(ring));
  return rings
    .flatMap((other) => edgesOfRing(openRing(other)))
    .every((other) => edges.every((edge) => meetingOf(edge, other) === 'apart'));
}

/** Whether a ring that meets no edge of a polygon lies inside, and around none of its holes. */
function isInside(ring: readonly Position[], [outer, ...holes]: readonly Position[][]): boolean {
  const point = toPlane(ring[0]);
  return (
    placeInRing(point, openRing(outer!)) === 'inside' &&
    holes.every(
      (hole) =>
        placeInRing(point, openRing(hole)) === 'outside' &&
        placeInRing(toPlane(hole[0]), openRing(ring)) === 'outside',
    )
  );
}

/**
 * One side of a line, as a polygon: the line itself, and a wide path around the area back to its
 * beginning. Returns null if an end of the line cannot be connected to the path without meeting the
 * area.
 */
function sideOfLine(area: Area, line: readonly Position[]): Geom | null {
  const reach = reachOf(area, line);
  const first = wayOut(area, line[0], reach);
  const last = wayOut(area, line.at(-1)!, reach);
  if (!first || !last) return null;
  const [from, to] = [angleOf(last, reach.center), angleOf(first, reach.center)];
  const turn = (to - from + 2 * Math.PI) % (2 * Math.PI);
  const steps = 16;
  // The path lies so far out that its straight pieces stay outside of the area.
  const around = Array.from({ length: steps + 1 }, (_, step): Position => {
    const angle = from + (turn * step) / steps;
    return [
      reach.center[0] + 4 * reach.radius * Math.cos(angle),
      reach.center[1] + 4 * reach.radius * Math.sin(angle),
    ];
  });
  const ring = [...line, last, ...around, first, line[0]];
  return [ring.map(([x = 0, y = 0]) => [x, y])] as Geom;
}

interface Reach {
  readonly center: readonly [number, number];
  readonly radius: number;
}

function reachOf(area: Area, line: readonly Position[]): Reach {
  const positions = [...polygonsOf(area).flat(2), ...line];
  const xs = positions.map(([x = 0]) => x);
  const ys = positions.map(([, y = 0]) => y);
  const [west, east] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))];
  const [south, north] = [ys.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.max(a, b))];
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
  const edges = polygonsOf(area)
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
    const ray: Edge = { from: toPlane(from), to: toPlane(to) };
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
    polygonsOf(original)
      .flat(2)
      .map((position, place) => [keyOf(position), place] as const)
      .reverse(),
  );
  const kept = polygons.flatMap((rings) => {
    const [outer, ...holes] = rings.map((ring) => cleanRing(ring, places));
    return outer ? [[outer, ...holes.filter((hole) => hole !== null)]] : [];
  });
  return kept.length === 0 ? null : areaOf(kept);
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

/** The size in square degrees, which is enough to compare areas of one map. */
function sizeOf(area: Area): number {
  const ringSize = (ring: readonly Position[]) =>
    ring.slice(1).reduce((sum, [x = 0, y = 0], index) => {
      const [lastX = 0, lastY = 0] = ring[index];
      return sum + (lastX * y - x * lastY) / 2;
    }, 0);
  const polygonSize = ([outer, ...holes]: Position[][]) =>
    holes.reduce((size, hole) => size - Math.abs(ringSize(hole)), Math.abs(ringSize(outer!)));
  return polygonsOf(area).reduce((sum, polygon) => sum + polygonSize(polygon), 0);
}
