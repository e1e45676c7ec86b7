import { Clipper64, ClipType, FillRule, type Path64, PolyTree64 } from 'clipper2-ts';
import type { Position } from 'geojson';
import { orientRing } from './rings.ts';

/** Polygons, each with its outer ring first. Rings are closed. */
type Polygons = readonly (readonly (readonly Position[])[])[];

/**
 * Clipping works on whole numbers, whose order it always finds. A unit is a hundred-thousandth of a
 * millimetre on the ground, so that what is not cut comes back with 13 decimals.
 */
const unitsPerDegree = 1e13;

/** What lies in both. All loops of a ring that crosses itself belong to its polygon. */
export function intersect(polygons: Polygons, others: Polygons): Position[][][] {
  return clip(ClipType.Intersection, polygons.flatMap(pathsOf), others.flatMap(pathsOf));
}

/** What lies in the first polygons only, by the same rule. */
export function subtract(polygons: Polygons, others: Polygons): Position[][][] {
  return clip(ClipType.Difference, polygons.flatMap(pathsOf), others.flatMap(pathsOf));
}

/**
 * Makes a polygon whose rings cross into valid polygons. Ground is what lies in an odd number of
 * loops of the outer ring, except for the holes, whose ground is found in the same way. Areas are
 * drawn, measured and analysed by the same rule.
 */
export function oddLoops([outer = [], ...holes]: Polygons[number]): Position[][][] {
  const loopsOf = (ring: readonly Position[]) =>
    clip(ClipType.Union, [pathOf(ring)], [], FillRule.EvenOdd);
  const ground = loopsOf(outer);
  return holes.length === 0 ? ground : subtract(ground, holes.flatMap(loopsOf));
}

function clip(
  kind: ClipType,
  subject: Path64[],
  others: Path64[],
  rule: FillRule = FillRule.NonZero,
): Position[][][] {
  const clipper = new Clipper64();
  clipper.preserveCollinear = false;
  clipper.addSubject(subject);
  clipper.addClip(others);
  const tree = new PolyTree64();
  if (!clipper.execute(kind, rule, tree)) throw new Error('The polygons could not be clipped.');
  return polygonsIn(tree);
}

/** The rings of a polygon, of which the holes run the other way round. */
function pathsOf([outer = [], ...holes]: Polygons[number]): Path64[] {
  return [
    pathOf(orientRing(outer, 'counter-clockwise')),
    ...holes.map((hole) => pathOf(orientRing(hole, 'clockwise'))),
  ];
}

function pathOf(ring: readonly Position[]): Path64 {
  const whole = (degrees = 0) => Math.round(degrees * unitsPerDegree);
  return ring.slice(1).map(([x, y]) => ({ x: whole(x), y: whole(y) }));
}

/** The polygons below a node of the tree, whose levels are outer rings and holes in turn. */
function polygonsIn(node: PolyTree64): Position[][][] {
  return childrenOf(node).flatMap((outer) => {
    const holes = childrenOf(outer);
    return [[outer, ...holes].map(({ poly }) => ringOf(poly ?? [])), ...holes.flatMap(polygonsIn)];
  });
}

function childrenOf(node: PolyTree64) {
  return Array.from({ length: node.count }, (_, index) => node.child(index));
}

/** The ring in degrees, which begins at its westernmost corner. */
function ringOf(path: Path64): Position[] {
  const isBefore = (a: number, b: number) =>
    path[a].x < path[b].x || (path[a].x === path[b].x && path[a].y < path[b].y);
  const first = path.reduce((west, _, index) => (isBefore(index, west) ? index : west), 0);
  const corners = [...path.slice(first), ...path.slice(0, first + 1)];
  // Adding zero turns -0 into 0.
  return corners.map(({ x, y }) => [x / unitsPerDegree + 0, y / unitsPerDegree + 0]);
}
