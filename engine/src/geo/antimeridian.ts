import type { Position } from 'geojson';
import { boundsOf, rectanglePolygon } from './bounds.ts';
import { intersect, oddLoops } from './clip.ts';
import { wrapLongitude } from './position.ts';

/** Rounding of reprojected longitudes that belong on the antimeridian. */
const snapDegrees = 1e-9;

/** Whether a path jumps over the antimeridian, or lies beyond it. */
export function crossesAntimeridian(path: readonly Position[]): boolean {
  for (let index = 0; index < path.length; index++) {
    const x = path[index][0];
    if (Math.abs(x) > 180) return true;
    const previous = path[index - 1]?.[0] ?? x;
    if (isJump(previous, x)) return true;
  }
  return false;
}

/** A path with more jumps is not a real shape, and cutting it would take too long. */
const maxJumps = 500;

/** Whether a path jumps over the antimeridian more often than any real shape. */
export function jumpsTooOften(path: readonly Position[]): boolean {
  let jumps = 0;
  for (let index = 1; index < path.length && jumps <= maxJumps; index++) {
    if (isJump(path[index - 1][0], path[index][0])) jumps++;
  }
  return jumps > maxJumps;
}

/** An edge of 360 degrees, from -180 to 180, is meant literally and is not a jump. */
function isJump(from: number, to: number): boolean {
  return Math.abs(to - from) > 180 && !(Math.abs(from) === 180 && Math.abs(to) === 180);
}

/** Moves a longitude that differs from the antimeridian only by rounding onto it. */
export function snapLongitude(longitude: number): number {
  return Math.abs(Math.abs(longitude) - 180) < snapDegrees ? Math.sign(longitude) * 180 : longitude;
}

/** The path with longitudes that continue beyond 180 where it crosses the antimeridian. */
function unwrap(path: readonly Position[]): Position[] {
  let offset = 0;
  return path.map(([x = 0, y = 0], index) => {
    const previous = path[index - 1]?.[0] ?? x;
    if (isJump(previous, x)) offset += x < previous ? 360 : -360;
    return [snapLongitude(x + offset), y];
  });
}

/** Cuts a line at the antimeridian into parts, each on one side (RFC 7946, section 3.1.9). */
export function cutLine(line: readonly Position[]): Position[][] {
  const parts: Position[][] = [];
  let part: Position[] = [];
  let world = 0;
  const path = unwrap(line);
  const start = (index: number, next: number) => {
    world = next;
    part = [shift(path[index], world)];
  };
  path.forEach((position, index) => {
    if (index === 0) return;
    const from = path[index - 1];
    // A line that begins on the antimeridian belongs to the side to which it leads.
    const isOnEdge = Math.abs(wrapLongitude(from[0])) === 180;
    if (index === 1) {
      start(0, worldOf(isOnEdge ? (from[0] + position[0]) / 2 : from[0]));
    }
    for (;;) {
      const beyond = position[0] > 180 + 360 * world ? 1 : position[0] < 360 * world - 180 ? -1 : 0;
      if (beyond === 0) break;
      const edge = 180 * beyond + 360 * world;
      const y = from[1] + ((position[1] - from[1]) * (edge - from[0])) / (position[0] - from[0]);
      part.push([180 * beyond, y]);
      parts.push(part);
      world += beyond;
      part = [[-180 * beyond, y]];
    }
    part.push(shift(position, world));
  });
  parts.push(part);
  return parts.filter((each) => each.length > 1 && !isPoint(each));
}

function isPoint(path: readonly Position[]): boolean {
  return path.every(([x, y]) => x === path[0][0] && y === path[0][1]);
}

/** By how many turns around the earth a longitude is outside of -180 … 180. */
function worldOf(longitude: number): number {
  return Math.floor((longitude + 180) / 360);
}

function shift([x = 0, y = 0]: Position, world: number): Position {
  return [x - 360 * world, y];
}

/** No real shape winds around the earth more often. */
const maxTurns = 2;

/**
 * Cuts a polygon at the antimeridian into polygons, each on one side. Edges that cross it are
 * straight in longitude and latitude. A ring around a pole is led along the antimeridian to that
 * pole. An outer ring and a hole that both go around the earth have what lies between them inside.
 * The result is undefined for a ring that winds around the earth repeatedly.
 */
export function cutPolygon(rings: readonly Position[][]): Position[][][] | undefined {
  const unwrapped = rings.map(unwrap);
  const [outer = [], ...holes] = closeAroundPoles(unwrapped);
  // Rings that are closed over the same pole share an edge there, which clipping takes away.
  const isBetweenRings = unwrapped.filter((ring) => turnsOf(ring) !== 0).length > 1;
  const [west, east] = longitudes(outer);
  if (east - west > 360 * maxTurns) return undefined;
  // A hole begins on its own side and is moved to its polygon. In a polygon around a pole it may
  // lie across the ends, with a half at each.
  const copies = east - west >= 360 ? [-1, 0, 1] : [0];
  const placed = holes.flatMap((hole) => {
    const [holeWest, holeEast] = longitudes(hole);
    const turns = Math.round(((west + east) / 2 - (holeWest + holeEast) / 2) / 360);
    return copies
      .map((copy) => hole.map((position) => shift(position, copy - turns)))
      .filter((moved) => longitudes(moved)[0] < east && longitudes(moved)[1] > west);
  });
  const whole = [outer, ...placed];
  const moved = (polygon: readonly Position[][], world: number) =>
    polygon.map((ring) => ring.map((position) => shift(position, world)));
  const first = worldOf(west);
  const isInOne = whole.flat().every(([x]) => x >= first * 360 - 180 && x <= first * 360 + 180);
  if (isInOne && !isBetweenRings) return [moved(whole, first)];
  const ground = oddLoops(whole);
  const parts: Position[][][] = [];
  for (let world = first; world * 360 - 180 < east; world++) {
    const [left, right] = [world * 360 - 180, world * 360 + 180];
    const frame = rectanglePolygon([left, -90, right, 90]).coordinates;
    for (const part of intersect(ground, [frame])) parts.push(moved(part, world));
  }
  return parts;
}

/**
 * The parts of a polygon on both sides of the antimeridian (RFC 7946, section 3.1.9). The polygon
 * is returned alone if it does not cross, or if it winds around the earth repeatedly.
 */
export function cutAtAntimeridian(rings: Position[][]): Position[][][] {
  return (rings.some(crossesAntimeridian) && cutPolygon(rings)) || [rings];
}

function longitudes(ring: readonly Position[]): [west: number, east: number] {
  const [west, , east] = boundsOf(ring);
  return [west, east];
}

/**
 * Closes the rings that go around the earth, over the pole in whose half they lie. If there is a
 * hole among them, the polygon lies between it and the outer ring, and both are closed over the pole
 * beyond the hole.
 */
function closeAroundPoles([outer = [], ...holes]: Position[][]): Position[][] {
  const around = holes.find((hole) => turnsOf(hole) !== 0);
  const pole =
    around && turnsOf(outer) !== 0 ? poleOf(meanLatitude(around) - meanLatitude(outer)) : undefined;
  return [outer, ...holes].map((ring) => closeAroundPole(ring, pole ?? poleOf(meanLatitude(ring))));
}

function meanLatitude(ring: readonly Position[]): number {
  return ring.reduce((sum, position) => sum + position[1], 0) / ring.length;
}

/** The latitude of the pole on one side. */
function poleOf(northwards: number): 90 | -90 {
  return northwards >= 0 ? 90 : -90;
}

/** How often an unwrapped ring goes around the earth: its end is full turns away from its start. */
function turnsOf(ring: readonly Position[]): number {
  return Math.round((ring.at(-1)![0] - ring[0][0]) / 360);
}

/** Closes a ring over a pole, if it goes around the earth. */
function closeAroundPole(ring: Position[], pole: 90 | -90): Position[] {
  const turn = turnsOf(ring);
  if (turn === 0) return ring;
  const seam = ring.findIndex(
    (position, index) => index > 0 && worldOf(position[0]) !== worldOf(ring[index - 1][0]),
  );
  if (seam < 0) return ring;
  const [from, to] = [ring[seam - 1], ring[seam]];
  const edge = turn > 0 ? 360 * worldOf(to[0]) - 180 : 360 * worldOf(to[0]) + 180;
  const y = from[1] + ((to[1] - from[1]) * (edge - from[0])) / (to[0] - from[0]);
  const rotated = [
    [edge, y],
    ...ring.slice(seam, -1),
    ...ring.slice(0, seam).map(([x = 0, latitude = 0]) => [x + 360 * turn, latitude]),
    [edge + 360 * turn, y],
  ];
  return [...rotated, [edge + 360 * turn, pole], [edge, pole], [edge, y]];
}
