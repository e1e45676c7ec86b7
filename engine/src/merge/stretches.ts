import { dimensionOf, levelsWithinPart, listAt, partsOf } from '../edit/parts.ts';
import type { FlatGeometry } from '../vector/types.ts';
import { overlappingSweeps, sweepsOf } from './sweeps.ts';
import type { ChangedSide, Splice } from './types.ts';

/** A splice, and who made it. */
export interface Change {
  readonly splice: Splice;
  readonly by: ChangedSide | 'both';
}

/**
 * Neighbouring items of one list of the base that were changed, by one side or by both. The items
 * of a ring may go on beyond its end, where it closes.
 */
export interface Stretch {
  readonly path: readonly number[];
  readonly at: number;
  readonly length: number;
  readonly changes: readonly Change[];
}

/** The splices that one side made of the changes, with those that both made alike. */
export function splicesBy(side: ChangedSide, changes: readonly Change[]): Splice[] {
  return changes.filter(({ by }) => by === side || by === 'both').map(({ splice }) => splice);
}

/**
 * Joins the changes of two sides to stretches, and stretches that can't be decided one by one to
 * groups: those in which one side removed the ring or part that the other changed, and those whose
 * sweeps overlap. Groups are in the order of the base, whichever side is which.
 * @throws {TooIntricateError} when too many sweeps lie near each other to be compared
 */
export function groupStretches(
  base: FlatGeometry,
  current: readonly Splice[],
  incoming: readonly Splice[],
): Stretch[][] {
  const byList = Map.groupBy(changesOf(current, incoming), ({ splice }) => `${splice.path}`);
  const stretches = [...byList.values()]
    .flatMap((changes) => stretchesOfList(base, changes))
    .sort((a, b) => comparePlaces([...a.path, a.at], [...b.path, b.at]));
  const groups = new Groups(stretches.length);
  joinRemovedLists(base, stretches, groups);
  joinOverlapping(base, stretches, groups);
  return [...Map.groupBy(stretches.keys(), (index) => groups.of(index)).values()].map((indexes) =>
    indexes.map((index) => stretches[index]),
  );
}

function changesOf(current: readonly Splice[], incoming: readonly Splice[]): Change[] {
  const keyOf = ({ path, at, remove, insert }: Splice) =>
    JSON.stringify([path, at, remove, insert]);
  const own = new Map(current.map((splice) => [keyOf(splice), splice]));
  const other = new Map(incoming.map((splice) => [keyOf(splice), splice]));
  return [...new Map([...own, ...other])].map(([key, splice]) => ({
    splice,
    by: own.has(key) && other.has(key) ? 'both' : own.has(key) ? 'current' : 'incoming',
  }));
}

function comparePlaces(one: readonly number[], other: readonly number[]): number {
  const level = one.findIndex((place, index) => place !== other[index]);
  return level < 0 ? one.length - other.length : one[level] - (other[level] ?? -1);
}

/** Whether the items of a list are vertices, so that its neighbours share edges. */
export function isVertexList(base: FlatGeometry, path: readonly number[]): boolean {
  const levels = levelsWithinPart[dimensionOf(base.type)];
  return levels > 0 && path.length === levels;
}

/**
 * Joins the changes of one list that touch. A run of vertices is changed with the edges that lead to
 * it: two runs are apart when at least one vertex that neither side changed lies between them. This
 * is the rule of diff3 (Khanna, Kunal and Pierce, "A Formal Investigation of Diff3", 2007), on lists
 * that close where they are rings. Rings and parts stand in no order: only the same ones can be
 * touched twice.
 */
function stretchesOfList(base: FlatGeometry, changes: readonly Change[]): Stretch[] {
  const { path } = changes[0].splice;
  const hasEdges = isVertexList(base, path);
  const endOf = ({ at, remove }: Splice) => at + remove.length;
  const inOrder = [...changes].sort(
    ({ splice: a }, { splice: b }) => a.at - b.at || endOf(a) - endOf(b),
  );
  const stretches: Stretch[] = [];
  for (const change of inOrder) {
    const { at } = change.splice;
    const last = stretches.at(-1);
    const lastEnd = last && last.at + last.length;
    const end = Math.max(lastEnd ?? 0, endOf(change.splice));
    if (last && (at < lastEnd! || (hasEdges && at === lastEnd))) {
      const joined = { path, at: last.at, length: end - last.at };
      stretches[stretches.length - 1] = { ...joined, changes: [...last.changes, change] };
    } else stretches.push({ path, at, length: end - at, changes: [change] });
  }
  const isRing = hasEdges && dimensionOf(base.type) === 'polygons';
  return isRing ? joinWhereItCloses(stretches, listAt(partsOf(base), path).length) : stretches;
}

function joinWhereItCloses(stretches: readonly Stretch[], ringLength: number): Stretch[] {
  const [first, ...others] = stretches;
  const last = others.pop();
  if (!last || last.at + last.length < ringLength + first.at) return [...stretches];
  const length = ringLength - last.at + first.at + first.length;
  return [...others, { ...last, length, changes: [...last.changes, ...first.changes] }];
}

/** Joins what changes a ring or part with what removes it. */
function joinRemovedLists(base: FlatGeometry, stretches: readonly Stretch[], groups: Groups): void {
  const removedBy = new Map<string, number>();
  for (const [index, { path, changes }] of stretches.entries()) {
    if (isVertexList(base, path)) continue;
    for (const { splice } of changes) {
      for (const offset of splice.remove.keys()) {
        removedBy.set(`${[...path, splice.at + offset]}`, index);
      }
    }
  }
  stretches.forEach(({ path }, index) => {
    for (let level = 1; level <= path.length; level++) {
      const remover = removedBy.get(`${path.slice(0, level)}`);
      if (remover !== undefined) groups.join(index, remover);
    }
  });
}

function joinOverlapping(base: FlatGeometry, stretches: readonly Stretch[], groups: Groups): void {
  const sweepsBy = (side: ChangedSide) =>
    stretches.flatMap(({ changes }, index) => {
      const alone = changes.filter(({ by }) => by === side).map(({ splice }) => splice);
      return sweepsOf(base, alone).map((sweep) => ({ index, sweep }));
    });
  const [ours, theirs] = [sweepsBy('current'), sweepsBy('incoming')];
  const isOpen = (one: number, other: number) =>
    groups.of(ours[one].index) !== groups.of(theirs[other].index);
  const sweeps = [ours, theirs].map((side) => side.map(({ sweep }) => sweep));
  for (const [one, other] of overlappingSweeps(sweeps[0], sweeps[1], isOpen)) {
    groups.join(ours[one].index, theirs[other].index);
  }
}

/** Which of a number of things belong together. A group is named by its lowest number. */
class Groups {
  readonly #parents: number[];

  constructor(count: number) {
    this.#parents = Array.from({ length: count }, (_, index) => index);
  }

  of(index: number): number {
    let group = index;
    while (this.#parents[group] !== group) group = this.#parents[group];
    return group;
  }

  join(one: number, other: number): void {
    const [low, high] = [this.of(one), this.of(other)].sort((a, b) => a - b);
    this.#parents[high] = low;
  }
}
