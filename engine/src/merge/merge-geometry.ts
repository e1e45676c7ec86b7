import { dimensionOf, geometryOf, levelsWithinPart, partsOf } from '../edit/parts.ts';
import { shapeFault } from '../edit/validity.ts';
import type { FlatGeometry } from '../vector/types.ts';
import { applySplices } from './apply-patch.ts';
import { changeOfGeometry, keyOf } from './make-patch.ts';
import { isSameGeometry } from './same.ts';
import { doSweepsOverlap, sweepsOf } from './sweeps.ts';
import type { GeometryConflict, Splice, SplicedGeometry } from './types.ts';

/** One geometry of two changes, or why there is none. */
export type GeometryOutcome =
  | { readonly kind: 'merged'; readonly geometry: FlatGeometry | null }
  | { readonly kind: 'conflict'; readonly conflict: GeometryConflict };

/** Merges two changes of one geometry, run by run. The order of the two sides makes no difference. */
export function mergeGeometry(
  base: FlatGeometry | null,
  current: FlatGeometry | null,
  incoming: FlatGeometry | null,
): GeometryOutcome {
  if (isSameGeometry(current, incoming)) return { kind: 'merged', geometry: current };
  const ours = changeOfGeometry(base, current);
  const theirs = changeOfGeometry(base, incoming);
  if (!theirs) return { kind: 'merged', geometry: current };
  if (!ours) return { kind: 'merged', geometry: incoming };
  if (!base || ours.kind === 'replace' || theirs.kind === 'replace') {
    return conflict({ kind: 'geometry-replaced' });
  }
  return mergeSplices(base, ours, theirs);
}

function mergeSplices(
  base: FlatGeometry,
  ours: SplicedGeometry,
  theirs: SplicedGeometry,
): GeometryOutcome {
  const same = new Set(ours.splices.map(keyOfSplice));
  const others = theirs.splices.filter((splice) => !same.has(keyOfSplice(splice)));
  const common = new Set(theirs.splices.map(keyOfSplice));
  const own = ours.splices.filter((splice) => !common.has(keyOfSplice(splice)));

  // Changes that both sides made alike belong to both, so they conflict with neither.
  const path =
    pathOfSameRun(base, ours.splices, others) ?? pathOfSameRun(base, own, theirs.splices);
  if (path) return conflict({ kind: 'same-run', path });
  if (doSweepsOverlap(sweepsOf(base, own), sweepsOf(base, others))) {
    return conflict({ kind: 'sweeps-overlap' });
  }
  const splices = joinInsertions([...ours.splices, ...others]);
  const levels = levelsWithinPart[dimensionOf(base.type)];
  const parts = applySplices(partsOf(base), splices, levels);
  const geometry = geometryOf(mergedType(base, [ours, theirs], parts.length), parts);
  const fault = shapeFault(geometry);
  return fault
    ? conflict({ kind: 'invalid-shape', reason: fault.reason })
    : { kind: 'merged', geometry };
}

function keyOfSplice({ path, at, remove, insert }: Splice): string {
  return JSON.stringify([path, at, remove, insert]);
}

/**
 * Both sides may add a ring or a part at the same place. Both stay, in an order that does not
 * depend on the side.
 */
function joinInsertions(splices: readonly Splice[]): Splice[] {
  const byPlace = Map.groupBy(splices, ({ path, at }) => `${path}/${at}`);
  return [...byPlace.values()].flatMap((group) => {
    const insertions = group.filter(({ remove }) => remove.length === 0);
    const others = group.filter(({ remove }) => remove.length > 0);
    if (insertions.length < 2) return group;
    const insert = insertions
      .flatMap((splice) => splice.insert)
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    return [{ ...insertions[0], insert }, ...others];
  });
}

function mergedType(
  base: FlatGeometry,
  changes: readonly SplicedGeometry[],
  partCount: number,
): FlatGeometry['type'] {
  const changed = changes.find(({ typeAfter }) => typeAfter !== base.type);
  const type = changed?.typeAfter ?? base.type;
  const isMulti = type.startsWith('Multi');
  return partCount === 1 || isMulti ? type : (`Multi${type}` as FlatGeometry['type']);
}

function conflict(reason: GeometryConflict): GeometryOutcome {
  return { kind: 'conflict', conflict: reason };
}

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
