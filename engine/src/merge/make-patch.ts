import { dimensionOf, itemsOf, levelsWithinPart, partsOf, positionsOf } from '../edit/parts.ts';
import type { FlatGeometry, Properties } from '../vector/types.ts';
import { alignLists, type Hunk } from './align-lists.ts';
import { isSameAttribute, isSameGeometry, isSameItem } from './same.ts';
import type {
  AttributeChange,
  FeatureState,
  GeometryChange,
  LayerMove,
  Patch,
  Splice,
  SpliceItem,
} from './types.ts';

/**
 * The patch that turns one state of a feature into another. Null on either side means that the feature
 * does not exist; the result is null where there is no difference.
 */
export function makePatch(before: FeatureState | null, after: FeatureState | null): Patch | null {
  if (!before) return after && { kind: 'create', after };
  if (!after) return { kind: 'delete', before };
  const attributes = changedAttributes(before.properties, after.properties);
  const geometry = changeOfGeometry(before.geometry, after.geometry);
  const layer = moveBetween(before.layerId, after.layerId);
  if (attributes.length === 0 && !geometry && !layer) return null;
  return { kind: 'edit', attributes, geometry, ...(layer && { layer }) };
}

function moveBetween(before: string | undefined, after: string | undefined): LayerMove | undefined {
  if (before === undefined || after === undefined || before === after) return undefined;
  return { before, after };
}

function changedAttributes(before: Properties, after: Properties): AttributeChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !isSameAttribute(before, after, name))
    .map((name) => ({
      name,
      ...(Object.hasOwn(before, name) && { before: before[name] }),
      ...(Object.hasOwn(after, name) && { after: after[name] }),
    }));
}

/**
 * The change that turns one geometry into another; null if they are equal. Lines and polygons give
 * splices. A single point, and a geometry of another dimension, are replaced as a whole.
 */
export function changeOfGeometry(
  before: FlatGeometry | null,
  after: FlatGeometry | null,
): GeometryChange | null {
  if (isSameGeometry(before, after)) return null;
  if (!before || !after || !canSplice(before, after)) return { kind: 'replace', before, after };
  const levels = levelsWithinPart[dimensionOf(before.type)];
  return {
    kind: 'splice',
    typeBefore: before.type,
    typeAfter: after.type,
    splices: spliceLists(partsOf(before), partsOf(after), levels),
  };
}

function canSplice(before: FlatGeometry, after: FlatGeometry): boolean {
  const isPoint = before.type === 'Point' || after.type === 'Point';
  return !isPoint && dimensionOf(before.type) === dimensionOf(after.type);
}

/**
 * The splices that turn one list of items into another.
 * @param levels Levels of lists within an item: 0 for positions, 1 for rings or lines, 2 for polygons.
 * @param path Where the list stands.
 */
export function spliceLists(
  before: readonly SpliceItem[],
  after: readonly SpliceItem[],
  levels: number,
  path: readonly number[] = [],
): Splice[] {
  return differences(before, after).flatMap((hunk) =>
    levels === 0
      ? [spliceOf(before, after, hunk, path)]
      : spliceItems({ before, after, levels, path }, hunk),
  );
}

/** Most changes are of one run: keys are made only of what lies between the common ends of the lists. */
function differences(before: readonly SpliceItem[], after: readonly SpliceItem[]): Hunk[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isSameItem(before[head], after[head])) head++;
  let tail = 0;
  while (tail < shorter - head && isSameItem(before.at(-1 - tail)!, after.at(-1 - tail)!)) tail++;
  const [removedCount, insertedCount] = [before.length - head - tail, after.length - head - tail];
  // A single item that became another needs no key. The key of a part would be a text of all its
  // positions.
  if (removedCount === 1 && insertedCount === 1) {
    return [{ at: head, removedCount, atAfter: head, insertedCount }];
  }
  const middle = (list: readonly SpliceItem[]) => list.slice(head, list.length - tail).map(keyOf);
  return alignLists(middle(before), middle(after)).map((hunk) => ({
    ...hunk,
    at: hunk.at + head,
    atAfter: hunk.atAfter + head,
  }));
}

/** The same key for equal items, and no other. */
export function keyOf(item: SpliceItem): string {
  return JSON.stringify(item);
}

function spliceOf(
  before: readonly SpliceItem[],
  after: readonly SpliceItem[],
  { at, removedCount, atAfter, insertedCount }: Hunk,
  path: readonly number[],
): Splice {
  return {
    path,
    at,
    remove: before.slice(at, at + removedCount),
    insert: after.slice(atAfter, atAfter + insertedCount),
  };
}

interface Lists {
  readonly before: readonly SpliceItem[];
  readonly after: readonly SpliceItem[];
  readonly levels: number;
  readonly path: readonly number[];
}

/**
 * The splices of a hunk of rings or parts, which have no identity. They are paired in order, and
 * two that share a position count as one that was edited.
 */
function spliceItems({ before, after, levels, path }: Lists, hunk: Hunk): Splice[] {
  const paired = Math.min(hunk.removedCount, hunk.insertedCount);
  const splices: Splice[] = [];
  for (let pair = 0; pair < paired; pair++) {
    const place = hunk.at + pair;
    const one = before[place];
    const other = after[hunk.atAfter + pair];
    const inner = sharesPosition(one, other)
      ? spliceLists(itemsOf(one), itemsOf(other), levels - 1, [...path, place])
      : [{ path, at: place, remove: [one], insert: [other] }];
    splices.push(...inner);
  }
  const unpaired: Hunk = {
    at: hunk.at + paired,
    removedCount: hunk.removedCount - paired,
    atAfter: hunk.atAfter + paired,
    insertedCount: hunk.insertedCount - paired,
  };
  const isAnyUnpaired = unpaired.removedCount + unpaired.insertedCount > 0;
  return isAnyUnpaired ? [...splices, spliceOf(before, after, unpaired, path)] : splices;
}

function sharesPosition(one: SpliceItem, other: SpliceItem): boolean {
  const positions = positionsOf(one);
  const others = positionsOf(other);
  // In most cases both have the same position at the same place. Finding it there avoids making
  // thousands of keys.
  if (positions.some((position, at) => others[at] && isSameItem(position, others[at]))) return true;
  const keys = new Set(positions.map(keyOf));
  return others.some((position) => keys.has(keyOf(position)));
}
