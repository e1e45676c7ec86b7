import type { Position } from 'geojson';
import {
  EdgeIndex,
  edgesOfRing,
  maxComparisons,
  meetingOf,
  TooIntricateError,
} from '../edit/edges.ts';
import {
  type IntegerPoint,
  isSamePoint,
  placeInRing,
  toIntegerPoint,
} from '../edit/integer-point.ts';
import {
  dimensionOf,
  itemsOf,
  levelsWithinPart,
  listAt,
  partsOf,
  positionsOf,
} from '../edit/parts.ts';
import { boxOfRing } from '../edit/validity.ts';
import { indexBoxes } from '../geo/box-index.ts';
import type { FlatGeometry } from '../vector/types.ts';
import type { Splice, SpliceItem } from './types.ts';

/** The area between an outline before and after a change, as an open ring. */
export type Sweep = readonly IntegerPoint[];

/**
 * The areas that splices sweep: between the old and the new run of vertices, from the vertex before
 * the run to the one behind it; and the whole of rings and parts that come or go.
 */
export function sweepsOf(base: FlatGeometry, splices: readonly Splice[]): Sweep[] {
  const dimension = dimensionOf(base.type);
  const parts = partsOf(base);
  return splices
    .flatMap((splice) => {
      const levels = levelsWithinPart[dimension] - splice.path.length;
      if (levels > 0) {
        return [...splice.remove, ...splice.insert].map((item) => outlineOf(item, levels));
      }
      return dimension === 'points' ? [] : sweepsOfRun(parts, splice, dimension === 'polygons');
    })
    .filter((ring) => ring.length > 2)
    .map((ring) => withoutRepeats(ring.map(toIntegerPoint)))
    .filter((ring) => ring.length > 1);
}

/** The outer ring of a polygon, a ring, or the vertices of a line. */
function outlineOf(item: SpliceItem, levels: number): readonly Position[] {
  return positionsOf(levels === 2 ? (itemsOf(item)[0] ?? []) : item);
}

function sweepsOfRun(
  parts: readonly SpliceItem[],
  { path, at, remove, insert }: Splice,
  isRing: boolean,
): (readonly Position[])[] {
  const vertices = positionsOf(listAt(parts, path));
  const [removed, inserted] = [positionsOf(remove), positionsOf(insert)];
  const kept = vertices.length - removed.length;
  if (isRing && kept === 0) return [removed, inserted];
  const before = vertices[isRing && at === 0 ? vertices.length - 1 : at - 1];
  const behind = vertices[isRing ? (at + removed.length) % vertices.length : at + removed.length];
  return [
    [
      ...(before ? [before] : []),
      ...removed,
      ...(behind && (kept > 1 || !before) ? [behind] : []),
      ...inserted.toReversed(),
    ],
  ];
}

/**
 * The pairs of sweeps, one of either side, that have more in common than single corners of both.
 * Where it is in doubt, as where an outline only touches the other, they are taken to overlap.
 * @param isOpen whether it matters if these two overlap
 * @throws {TooIntricateError} when too many lie near each other to be compared
 */
export function* overlappingSweeps(
  ours: readonly Sweep[],
  theirs: readonly Sweep[],
  isOpen: (one: number, other: number) => boolean,
): Generator<[one: number, other: number]> {
  if (ours.length === 0 || theirs.length === 0) return;
  const boxes = indexBoxes(theirs.map(boxOfRing));
  const indexes: EdgeIndex[] = [];
  const budget = { comparisons: maxComparisons };
  for (const [one, ring] of ours.entries()) {
    for (const other of boxes.search(...boxOfRing(ring))) {
      if (!isOpen(one, other)) continue;
      indexes[other] ??= new EdgeIndex(edgesOfRing(theirs[other]));
      if (doOverlap(ring, indexes[other], budget)) yield [one, other];
    }
  }
}

/** Removes corners that repeat their neighbour, because they give edges without a direction. */
function withoutRepeats(sweep: Sweep): IntegerPoint[] {
  return sweep.filter((point, index) => {
    const previous = sweep.at(index - 1)!;
    return !isSamePoint(point, previous);
  });
}

/**
 * Whether two outlines overlap that meet only in common corners. These corners divide each outline
 * into stretches that lie completely inside or outside of the other. It is therefore enough to test
 * one corner of each stretch.
 */
function doOverlap(
  ring: readonly IntegerPoint[],
  index: EdgeIndex,
  budget: { comparisons: number },
) {
  const other = index.edges.map(({ from }) => from);
  for (const edge of edgesOfRing(ring)) {
    const near = index.near(edge);
    budget.comparisons -= near.length + 1;
    if (budget.comparisons < 0) throw new TooIntricateError();
    for (const number of near) {
      const meeting = meetingOf(edge, index.edges[number]);
      if (meeting !== 'apart' && meeting !== 'join') return true;
    }
  }
  return hasStretchInside(ring, other) || hasStretchInside(other, ring);
}

function hasStretchInside(ring: readonly IntegerPoint[], other: readonly IntegerPoint[]): boolean {
  const corners = new Set(other.map(({ x, y }) => `${x},${y}`));
  const isCommon = ({ x, y }: IntegerPoint) => corners.has(`${x},${y}`);
  return ring.some((point, place) => {
    if (isCommon(point)) return false;
    const isStart = place === 0 || isCommon(ring[place - 1]);
    return isStart && placeInRing(point, other) !== 'outside';
  });
}
