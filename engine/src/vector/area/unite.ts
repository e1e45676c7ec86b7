import {
  Clipper,
  Clipper64,
  ClipType,
  EndType,
  FillRule,
  JoinType,
  type Path64,
  type Paths64,
} from 'clipper2-ts';
import type { Position } from 'geojson';
import { boundsOf } from '../../geo/bounds.ts';
import { indexBoxes } from '../../geo/box-index.ts';
import { countPositions, doubleSignedArea } from '../../geo/rings.ts';
import type { Budget } from '../budget.ts';
import { areApart, bendAtCrossings, estimateEncounters } from '../geometry/crossings.ts';
import { VectorError } from '../report.ts';
import { inGroups } from './in-groups.ts';
import { traceOutlines } from './trace-outlines.ts';

/**
 * The most pairs of edges whose bounding boxes meet: in one drawing, and for each of its edges.
 * Parcels with neighbours on all sides have five for each edge, and buffers drawn over one another
 * have two.
 */
const maxEncounters = { all: 100_000, each: 12 };
/** The most crossings in one drawing. The result has at least as many corners. */
const maxCrossings = 150_000;
/** The cost of a crossing, in comparisons. */
const crossingCost = 5;
/** The additional cost of untangling a polygon, in comparisons. */
const untanglingCost = 500;
/** A polygon that crosses itself only occasionally gets at most this many times its corners. */
const maxGrowth = 2;
/**
 * Rounding the places of crossings can make other edges cross. Each round leaves far fewer
 * crossings.
 */
const maxRounds = 6;

/**
 * Unites polygons into valid polygons that do not overlap, and removes the slits that rounding
 * leaves between them. Coordinates are whole numbers below 2^25. Outer rings run counter-clockwise,
 * holes clockwise.
 *
 * @returns undefined if no polygons touch, if the work would take too long, or if it fails
 */
export function unitePolygons(
  polygons: Position[][][],
  budget: Budget,
): Position[][][] | undefined {
  return inGroups(polygons, { reach: 0, budget }, (group) => {
    const united = asPolygons(toPaths(group), budget);
    return united && withoutSlits(united);
  });
}

/**
 * Makes a polygon valid, as one polygon or several: its edges then meet only at consecutive
 * corners. Ground is what lies in an odd number of loops of the outer ring, except for the holes. A
 * valid polygon is returned unchanged. The result is undefined if the work would take too long, or
 * fails. Throws VectorError if the result has more than `maxPositions` corners and more than twice
 * as many as before: such a polygon is a scribble.
 */
export function untangle(
  polygon: Position[][],
  maxPositions: number,
  budget: Budget,
): Position[][][] | undefined {
  const isValid = areApart(polygon, budget);
  if (isValid) return [polygon];
  if (isValid === undefined || !budget.mayCompare(untanglingCost)) return undefined;
  const paths: Paths64 = [];
  for (const [index, ring] of polygon.entries()) {
    const loops = unite([toPath(ring)], FillRule.EvenOdd, budget);
    if (!loops) return undefined;
    paths.push(...(index === 0 ? loops : loops.map((loop) => loop.toReversed())));
  }
  const before = countPositions(polygon);
  const after = countPositions(paths);
  if (after > maxPositions && after > maxGrowth * before) {
    const params = { corners: before, loops: after, limit: maxPositions };
    throw new VectorError({ code: 'outline-too-tangled', params });
  }
  return asPolygons(paths, budget);
}

/**
 * Closes gaps between and within polygons that are narrower than twice `reach`. The polygons are
 * grown by `reach`, united, and shrunk again.
 * @returns undefined if no polygons are so near, if the work would take too long, or if it fails
 */
export function closeGaps(
  polygons: Position[][][],
  reach: number,
  budget: Budget,
): Position[][][] | undefined {
  return inGroups(polygons, { reach: 2 * reach, budget }, (group) => {
    const paths = toPaths(group);
    if (!isFeasible(paths, budget)) return undefined;
    const grown = Clipper.inflatePaths(paths, reach, JoinType.Miter, EndType.Polygon);
    const shrunk = Clipper.inflatePaths(grown, -reach, JoinType.Miter, EndType.Polygon);
    const closed = asPolygons(shrunk, budget);
    return closed && withoutSlits(closed);
  });
}

function asPolygons(paths: Paths64, budget: Budget): Position[][][] | undefined {
  let rings = toRings(paths);
  for (let round = 0; round < maxRounds; round++) {
    const united = unite(toPaths([rings]), FillRule.Positive, budget);
    const outlines = united && toRings(united);
    const bent = outlines && bendAtCrossings(outlines, budget);
    if (!bent) return undefined;
    // If the number of corners did not change, no edges crossed.
    const counts = [rings, outlines, bent].map(countPositions);
    rings = bent;
    if (new Set(counts).size > 1) continue;
    const polygons = traceOutlines(rings, budget);
    if (polygons) return polygons;
  }
  return undefined;
}

function unite(paths: Paths64, rule: FillRule, budget: Budget): Paths64 | undefined {
  if (!isFeasible(paths, budget)) return undefined;
  const clipper = new Clipper64();
  clipper.preserveCollinear = false;
  clipper.addSubject(paths);
  const united: Paths64 = [];
  return clipper.execute(ClipType.Union, rule, united) ? united : undefined;
}

/**
 * Whether a sweep over the edges takes an acceptable time, alone and together with the earlier work
 * on the file. At each height with a corner, a sweep passes all edges that cross this height.
 */
function isFeasible(paths: Paths64, budget: Budget): boolean {
  const steps = new Map<number, number>();
  for (const path of paths) {
    path.forEach((from, index) => {
      const to = path[(index + 1) % path.length];
      const [low, high] = from.y < to.y ? [from.y, to.y] : [to.y, from.y];
      steps.set(low, (steps.get(low) ?? 0) + 1);
      steps.set(high, (steps.get(high) ?? 0) - 1);
    });
  }
  let reaching = 0;
  let total = 0;
  for (const [, change] of [...steps].sort(([a], [b]) => a - b)) {
    reaching += change;
    total += reaching;
  }
  if (!budget.maySweep(total)) return false;
  const edges = countPositions(paths);
  const bearable = maxEncounters.all + maxEncounters.each * edges;
  const { encounters, crossings } = estimateEncounters(toRings(paths), bearable);
  return (
    encounters <= bearable &&
    crossings <= maxCrossings &&
    budget.mayCompare(encounters + crossings * crossingCost)
  );
}

function toPaths(polygons: readonly Position[][][]): Paths64 {
  return polygons.flatMap((rings) => rings.map(toPath));
}

/** Without the closing corner. */
function toPath(ring: readonly Position[]): Path64 {
  return ring.slice(1).map(([x = 0, y = 0]) => ({ x, y }));
}

function toRings(paths: Paths64): Position[][] {
  return paths
    .filter(({ length }) => length > 2)
    .map((path) => [...path, path[0]].map(({ x, y }): Position => [x, y]))
    .filter((ring) => doubleSignedArea(ring) !== 0);
}

/** Widest gap, in units of the grid, that results from rounding each of two touching polygons. */
const slitUnits = 2;

/**
 * Removes the slits that rounding leaves between touching polygons, and everything inside of them.
 */
function withoutSlits(polygons: Position[][][]): Position[][][] {
  const slits = polygons.flatMap(([, ...holes]) => holes.filter(isSlit));
  if (slits.length === 0) return polygons;
  const index = indexBoxes(slits.map(boundsOf));
  const sizes = slits.map(sizeOf);
  const isInSlit = (ring: Position[]) => {
    const size = sizeOf(ring);
    return index.search(...boundsOf(ring)).some((slit) => size <= sizes[slit]);
  };
  return polygons
    .filter(([outer]) => !isInSlit(outer))
    .map(([outer, ...holes]) => [outer, ...holes.filter((hole) => !isSlit(hole))]);
}

function isSlit(ring: readonly Position[]): boolean {
  return sizeOf(ring) <= slitUnits * lengthOf(ring);
}

/** Twice the area, in squared units. */
function sizeOf(ring: readonly Position[]): number {
  return Math.abs(doubleSignedArea(ring));
}

function lengthOf(ring: readonly Position[]): number {
  let length = 0;
  for (let index = 1; index < ring.length; index++) {
    const [x0 = 0, y0 = 0] = ring[index - 1];
    const [x1 = 0, y1 = 0] = ring[index];
    length += Math.hypot(x1 - x0, y1 - y0);
  }
  return length;
}
