import { dimensionOf, levelsWithinPart, partsOf } from '../edit/parts.ts';
import type { FlatGeometry } from '../vector/types.ts';
import type { Splice } from './types.ts';

/**
 * The path of a list in which two changes touch the same run of vertices, the same ring or the same
 * part; undefined where they touch none.
 *
 * A run is touched with the edges that lead to it: two runs are apart when at least one vertex that
 * neither side changed lies between them. This is the rule of diff3 (Khanna, Kunal and Pierce, "A
 * Formal Investigation of Diff3", 2007), on lists that close where they are rings.
 */
export function pathOfSameRun(
  base: FlatGeometry,
  ours: readonly Splice[],
  theirs: readonly Splice[],
): readonly number[] | undefined {
  const dimension = dimensionOf(base.type);
  const levels = levelsWithinPart[dimension];
  const parts = partsOf(base);
  for (const one of ours) {
    for (const other of theirs) {
      if (removesListOf(one, other) || removesListOf(other, one)) return one.path;
      if (`${one.path}` !== `${other.path}`) continue;
      const isVertexList = levels > 0 && one.path.length === levels;
      const touches = isVertexList
        ? doRunsTouch(one, other, dimension === 'polygons' ? lengthAt(parts, one.path) : undefined)
        : doItemsTouch(one, other);
      if (touches) return one.path;
    }
  }
  return undefined;
}

/** Whether one side removes the ring or part inside which the other changes something. */
function removesListOf(one: Splice, other: Splice): boolean {
  const level = one.path.length;
  const place = other.path[level];
  if (place === undefined || `${other.path.slice(0, level)}` !== `${one.path}`) return false;
  return place >= one.at && place < one.at + one.remove.length;
}

function lengthAt(list: unknown, path: readonly number[]): number {
  return (path.reduce((item, place) => (item as unknown[])[place], list) as unknown[]).length;
}

/** Rings and parts stand in no order: only the same ones can be touched twice. */
function doItemsTouch(one: Splice, other: Splice): boolean {
  return one.at < other.at + other.remove.length && other.at < one.at + one.remove.length;
}

/** Whether two runs change an edge in common. Edge n leads from vertex n to the next. */
function doRunsTouch(one: Splice, other: Splice, ringLength: number | undefined): boolean {
  const [start, otherStart] = [one.at - 1, other.at - 1];
  const [count, otherCount] = [one.remove.length + 1, other.remove.length + 1];
  if (ringLength === undefined)
    return start < otherStart + otherCount && otherStart < start + count;
  const along = (from: number, to: number) =>
    (((to - from) % ringLength) + ringLength) % ringLength;
  return along(start, otherStart) < count || along(otherStart, start) < otherCount;
}
