import { PatchMismatchError } from './patch-mismatch.ts';
import { isSameItem } from './same.ts';
import type { Splice, SpliceItem } from './types.ts';

/**
 * The list with its splices carried out.
 * @param levels Levels of lists within an item: 0 for positions, 1 for rings or lines, 2 for polygons.
 * @throws {PatchMismatchError} when the list does not hold what a splice removes, or can't hold what
 * it inserts.
 */
export function applySplices(
  list: readonly SpliceItem[],
  splices: readonly Splice[],
  levels: number,
): SpliceItem[] {
  const own = splices
    .filter(({ path }) => path.length === 0)
    .sort((a, b) => a.at - b.at || a.remove.length - b.remove.length);
  const inner = Map.groupBy(
    splices.filter(({ path }) => path.length > 0),
    ({ path }) => path[0],
  );
  const result: SpliceItem[] = [];
  let next = 0;
  const keepUpTo = (end: number) => {
    for (; next < end; next++) {
      const within = inner.get(next);
      inner.delete(next);
      result.push(within ? applyWithin(list[next], within, levels) : list[next]);
    }
  };
  for (const { at, remove, insert } of own) {
    const isThere = at >= next && at + remove.length <= list.length;
    if (!isThere || !remove.every((item, offset) => isSameItem(item, list[at + offset]))) {
      throw new PatchMismatchError(`The geometry does not hold what is to be changed at ${at}.`);
    }
    if (!insert.every((item) => isNested(item, levels))) {
      throw new PatchMismatchError(`What is to be inserted at ${at} does not belong there.`);
    }
    keepUpTo(at);
    for (const item of insert) result.push(item);
    next = at + remove.length;
  }
  keepUpTo(list.length);
  if (inner.size > 0) {
    throw new PatchMismatchError(`The geometry has no part ${[...inner.keys()].join(', ')}.`);
  }
  return result;
}

function applyWithin(item: SpliceItem, splices: readonly Splice[], levels: number): SpliceItem {
  if (levels === 0) throw new PatchMismatchError('A position has no list within it.');
  const within = splices.map((splice) => ({ ...splice, path: splice.path.slice(1) }));
  return applySplices(item as SpliceItem[], within, levels - 1) as SpliceItem;
}

/** Patches come from browsers: an item may be anything. */
function isNested(item: unknown, levels: number): boolean {
  if (!Array.isArray(item)) return false;
  return levels === 0
    ? item.every((ordinate) => typeof ordinate === 'number')
    : item.every((inner) => isNested(inner, levels - 1));
}
