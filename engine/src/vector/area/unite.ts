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
import type { Budget } from '../budget.ts';
import { VectorError } from '../errors.ts';
import { areApart, bendAtCrossings, estimateEncounters } from '../geometry/crossings.ts';
import { doubleSignedArea } from '../geometry/ring-area.ts';
import { inPieces } from './in-pieces.ts';
import { withoutSlits } from './slits.ts';
import { traceOutlines } from './trace-outlines.ts';

/**
 * Pairs of edges with boxes that meet: of a drawing, and for each of its edges. Parcels that touch all
 * around have five, and buffers drawn over one another two.
 */
const maxEncounters = { all: 100_000, each: 12 };
/** Of one drawing: what comes out has at least as many corners. */
const maxCrossings = 150_000;
/** What a crossing costs, in comparisons. */
const crossingCost = 5;
/** What untangling a polygon costs besides, in comparisons. */
const untanglingCost = 500;
/** Times as many corners come of a polygon that crosses itself here and there at most. */
const maxGrowth = 2;
/** Rounding places where edges cross can make others cross; each round leaves far fewer. */
const maxRounds = 6;

/**
 * The ground that polygons cover together, as valid polygons beside one another, without the slits that
 * rounding leaves between them. Coordinates are whole
 * numbers below 2^25; outer rings run counter-clockwise, holes clockwise.
 *
 * @returns undefined when no polygons touch, when that takes too long, or fails
 */
export function unitePolygons(
  polygons: Position[][][],
  budget: Budget,
): Position[][][] | undefined {
  return inPieces(polygons, { reach: 0, budget }, (piece) => {
    const united = asPolygons(toPaths(piece), budget);
    return united && withoutSlits(united);
  });
}

/**
 * The polygon with edges that meet nowhere but at corners that follow one another, as one polygon or
 * several: what lies in an odd number of its outer ring's loops is ground, but for the holes. A polygon
 * that is valid comes back as it is.
 * Undefined when that takes too long, or fails. Throws VectorError when more than `maxPositions` come of
 * it, and more than twice of what there were: a scribble.
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
    throw new VectorError(
      'too-large',
      `An outline of ${before.toLocaleString('en-US')} corners crosses itself so often that it falls into loops of ${after.toLocaleString('en-US')} corners; at most ${maxPositions.toLocaleString('en-US')} can be analyzed. Draw it anew, or repair and simplify it (in QGIS: Fix geometries, then Simplify).`,
    );
  }
  return asPolygons(paths, budget);
}

/**
 * The polygons with gaps between and within them closed that are narrower than twice `reach`: grown by
 * it, united and shrunk again.
 * @returns undefined when no polygons are so near, when that takes too long, or fails
 */
export function closeGaps(
  polygons: Position[][][],
  reach: number,
  budget: Budget,
): Position[][][] | undefined {
  return inPieces(polygons, { reach: 2 * reach, budget }, (piece) => {
    const paths = toPaths(piece);
    if (!isFeasible(paths, budget)) return undefined;
    const grown = Clipper.inflatePaths(paths, reach, JoinType.Miter, EndType.Polygon);
    const shrunk = Clipper.inflatePaths(grown, -reach, JoinType.Miter, EndType.Polygon);
    const closed = asPolygons(shrunk, budget);
    return closed && withoutSlits(closed);
  });
}

function asPolygons(paths: Paths64, budget: Budget): Position[][][] | undefined {
  let rings = toRings(paths);
  for (let round = 0; round < maxRounds; round += 1) {
    const united = unite(toPaths([rings]), FillRule.Positive, budget);
    const outlines = united && toRings(united);
    const bent = outlines && bendAtCrossings(outlines, budget);
    if (!bent) return undefined;
    // What comes out as it went in lies nowhere upon itself.
    const counts = [rings, outlines, bent].map(countPositions);
    rings = bent;
    if (new Set(counts).size > 1) continue;
    const polygons = traceOutlines(rings, budget);
    if (polygons) return polygons;
  }
  return undefined;
}

function countPositions(rings: readonly { readonly length: number }[]): number {
  return rings.reduce((sum, { length }) => sum + length, 0);
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
 * Whether a sweep over the edges takes bearable time, by itself and with what the file has taken so far:
 * at each height that has a corner it passes all edges that reach over it.
 */
function isFeasible(paths: Paths64, budget: Budget): boolean {
  const steps = new Map<number, number>();
  for (const path of paths) {
    path.forEach((from, index) => {
      const to = path[(index + 1) % path.length]!;
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
  const edges = paths.reduce((sum, { length }) => sum + length, 0);
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
    .map((path) => [...path, path[0]!].map(({ x, y }): Position => [x, y]))
    .filter((ring) => doubleSignedArea(ring) !== 0);
}
