import { TooIntricateError } from '../edit/edges.ts';
import { dimensionOf, geometryOf, levelsWithinPart, partsOf } from '../edit/parts.ts';
import { shapeFault } from '../edit/validity.ts';
import type { FlatGeometry } from '../vector/types.ts';
import { applySplices } from './apply-patch.ts';
import { changeOfGeometry, keyOf } from './make-patch.ts';
import { isSameGeometry } from './same.ts';
import { outlineOn } from './stretch-outlines.ts';
import { groupStretches, type Stretch, splicesBy } from './stretches.ts';
import type { MergeSide, Splice, SplicedGeometry, StretchDispute } from './types.ts';

/** What two changes of one geometry make together. */
export interface GeometryMerge {
  readonly disputed: readonly StretchDispute[];
  /** The geometry with a choice for each dispute. */
  choose(choices: readonly MergeSide[]): FlatGeometry | null;
}

type Sides = Record<MergeSide, FlatGeometry | null>;

/** Beyond this number of stretches a person is asked for the whole shape. */
const mostStretches = 50;

/**
 * Merges two changes of one geometry, stretch by stretch. Swapping the two sides swaps them in the
 * disputes, and changes nothing else.
 */
export function mergeGeometry(sides: Sides): GeometryMerge {
  const { base, current, incoming } = sides;
  if (isSameGeometry(current, incoming)) return undisputed(current);
  const ours = changeOfGeometry(base, current);
  const theirs = changeOfGeometry(base, incoming);
  if (!theirs) return undisputed(current);
  if (!ours) return undisputed(incoming);
  if (!base || ours.kind === 'replace' || theirs.kind === 'replace') return whole(sides, null);
  try {
    return mergeSplices(base, { current: ours, incoming: theirs }, sides);
  } catch (error) {
    if (!(error instanceof TooIntricateError)) throw error;
    return whole(sides, 'The changes are too intricate to be compared.');
  }
}

function undisputed(geometry: FlatGeometry | null): GeometryMerge {
  return { disputed: [], choose: () => geometry };
}

function whole(sides: Sides, reason: string | null): GeometryMerge {
  return {
    disputed: [{ kind: 'stretch', extent: 'shape', ...sides, reason }],
    choose: ([side = 'current']) => sides[side],
  };
}

/** @throws {TooIntricateError} when the changes are too many and too close to be compared */
function mergeSplices(
  base: FlatGeometry,
  changes: Record<'current' | 'incoming', SplicedGeometry>,
  sides: Sides,
): GeometryMerge {
  const groups = groupStretches(base, changes.current.splices, changes.incoming.splices);
  const disputed = groups.filter(isDisputed);
  if (disputed.length > mostStretches) {
    return whole(sides, `More than ${mostStretches} stretches of the outline are disputed.`);
  }
  const agreed = groups
    .filter((group) => !isDisputed(group))
    .flatMap((group) => changesOf(group).map(({ splice }) => splice));
  const choose = (choices: readonly MergeSide[]) => {
    const chosen = disputed.flatMap((group, index) =>
      splicesOn(choices[index] ?? 'current', group),
    );
    return spliced(base, Object.values(changes), [...agreed, ...chosen]);
  };
  const evenly = (side: MergeSide) => choose(disputed.map(() => side));
  const fault = shapeFault(evenly('current')) ?? shapeFault(evenly('incoming'));
  if (fault) return whole(sides, fault.reason);
  return {
    disputed: disputed.map((group) => ({
      kind: 'stretch',
      extent: 'run',
      base: outlineOn('base', base, group),
      current: outlineOn('current', base, group),
      incoming: outlineOn('incoming', base, group),
      reason: null,
    })),
    choose,
  };
}

const changesOf = (group: readonly Stretch[]) => group.flatMap(({ changes }) => changes);

/** What both sides made alike belongs to both, and disputes nothing. */
function isDisputed(group: readonly Stretch[]): boolean {
  const changes = changesOf(group);
  return (
    changes.some(({ by }) => by !== 'both') &&
    splicesBy('current', changes).length > 0 &&
    splicesBy('incoming', changes).length > 0
  );
}

function splicesOn(side: MergeSide, group: readonly Stretch[]): Splice[] {
  return side === 'base' ? [] : splicesBy(side, changesOf(group));
}

function spliced(
  base: FlatGeometry,
  changes: readonly SplicedGeometry[],
  splices: readonly Splice[],
): FlatGeometry {
  const levels = levelsWithinPart[dimensionOf(base.type)];
  const parts = applySplices(partsOf(base), joinInsertions(splices), levels);
  return geometryOf(mergedType(base, changes, parts.length), parts);
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
  // A part that one side added may have been turned down.
  const type = partCount === 1 && !base.type.startsWith('Multi') ? base.type : changed?.typeAfter;
  const merged = type ?? base.type;
  const isMulti = merged.startsWith('Multi');
  return partCount === 1 || isMulti ? merged : (`Multi${merged}` as FlatGeometry['type']);
}
