import type { Position } from 'geojson';
import {
  dimensionOf,
  itemsOf,
  levelsWithinPart,
  listAt,
  partsOf,
  positionsOf,
} from '../edit/parts.ts';
import type { FlatGeometry } from '../vector/types.ts';
import { applySplices } from './apply-patch.ts';
import { isVertexList, type Stretch, splicesBy } from './stretches.ts';
import type { MergeSide, Splice } from './types.ts';

/**
 * How stretches of a geometry run on one side, as lines: each run of vertices from the vertex before
 * it to the one behind, and rings and parts as closed outlines. Positions of points stay points.
 * Null where nothing is there on this side.
 */
export function outlineOn(
  side: MergeSide,
  base: FlatGeometry,
  group: readonly Stretch[],
): FlatGeometry | null {
  const lines = group
    .filter((stretch) => !group.some((other) => holds(other, stretch)))
    .flatMap((stretch) => linesOf(base, stretch, splicesWithin(base, stretch, { group, side })));
  if (dimensionOf(base.type) === 'points') {
    return lines.some((line) => line.length > 0)
      ? { type: 'MultiPoint', coordinates: lines.flat() }
      : null;
  }
  const drawn = lines.filter((line) => line.length > 1);
  if (drawn.length === 0) return null;
  return drawn.length === 1
    ? { type: 'LineString', coordinates: drawn[0] }
    : { type: 'MultiLineString', coordinates: drawn };
}

/** Whether a stretch of rings or parts holds the list in which another stretch lies. */
function holds({ path, at, length }: Stretch, other: Stretch): boolean {
  const place = other.path[path.length];
  const isWithin = `${other.path.slice(0, path.length)}` === `${path}`;
  return isWithin && place !== undefined && place >= at && place < at + length;
}

/** The splices of one side within a stretch, with paths and places counted from its first item. */
function splicesWithin(
  base: FlatGeometry,
  stretch: Stretch,
  { group, side }: { group: readonly Stretch[]; side: MergeSide },
): Splice[] {
  if (side === 'base') return [];
  const { path, at: start, changes } = stretch;
  // A stretch at the end of a ring continues at the ring's beginning.
  const offsetOf = (at: number) =>
    at - start + (at < start ? listAt(partsOf(base), path).length : 0);
  const own = splicesBy(side, changes).map((splice) => ({
    ...splice,
    path: [],
    at: offsetOf(splice.at),
  }));
  const inner = group
    .filter((other) => holds(stretch, other))
    .flatMap((other) => splicesBy(side, other.changes))
    .map((splice) => {
      const [place, ...rest] = splice.path.slice(path.length);
      return { ...splice, path: [offsetOf(place), ...rest] };
    });
  return [...own, ...inner];
}

function linesOf(
  base: FlatGeometry,
  { path, at, length }: Stretch,
  splices: readonly Splice[],
): Position[][] {
  const list = listAt(partsOf(base), path);
  const dimension = dimensionOf(base.type);
  const levels = levelsWithinPart[dimension] - path.length;
  const before = Array.from({ length }, (_, offset) => list[(at + offset) % list.length]);
  const items = applySplices(before, splices, levels);
  if (isVertexList(base, path)) {
    const ends = neighboursOf(positionsOf(list), { at, length }, dimension === 'polygons');
    const run = positionsOf(items);
    return [ends ? [...ends.before, ...run, ...ends.behind] : closed(run)];
  }
  if (dimension === 'points') return [[...positionsOf(items)]];
  const outlines = levels === 2 ? items.flatMap(itemsOf) : items;
  return outlines.map((outline) => {
    const line = positionsOf(outline);
    return dimension === 'polygons' ? closed(line) : [...line];
  });
}

/**
 * The vertex before a run and the one behind it, which no side changed. A line may have none; a ring
 * that is changed all around has null.
 */
function neighboursOf(
  list: readonly Position[],
  { at, length }: { at: number; length: number },
  isRing: boolean,
): { before: Position[]; behind: Position[] } | null {
  if (!isRing) {
    const end = at + length;
    return { before: list.slice(Math.max(0, at - 1), at), behind: list.slice(end, end + 1) };
  }
  if (length >= list.length) return null;
  return { before: [list.at(at - 1)!], behind: [list[(at + length) % list.length]] };
}

function closed(ring: readonly Position[]): Position[] {
  return ring.length === 0 ? [] : [...ring, ring[0]];
}
