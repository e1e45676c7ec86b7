import { dimensionOf, geometryOf, isPosition, levelsWithinPart, partsOf } from '../edit/parts.ts';
import type { FlatGeometry, Properties } from '../vector/types.ts';
import { isSameGeometry, isSameItem, isSameState } from './same.ts';
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
 * The state of a feature after a patch; null where the patch deletes it.
 * @throws {PatchMismatchError} when the state is not the one that the patch was made for.
 */
export function applyPatch(state: FeatureState | null, patch: Patch): FeatureState | null {
  switch (patch.kind) {
    case 'create':
      if (state) throw new PatchMismatchError('The feature that is to be created exists already.');
      return patch.after;
    case 'delete':
      if (!isSameState(state, patch.before)) {
        throw new PatchMismatchError('The feature that is to be deleted has changed.');
      }
      return null;
    case 'edit':
      if (!state) throw new PatchMismatchError('The feature that is to be edited does not exist.');
      return {
        geometry: changeGeometry(state.geometry, patch.geometry),
        properties: changeAttributes(state.properties, patch.attributes),
        ...inLayer(changeLayer(state.layerId, patch.layer)),
      };
  }
}

/** A state's layer, where it is told. */
export function inLayer(layerId: string | undefined): Pick<FeatureState, 'layerId'> {
  return layerId === undefined ? {} : { layerId };
}

function changeLayer(layerId: string | undefined, move: LayerMove | undefined): string | undefined {
  if (!move) return layerId;
  if (layerId === undefined || layerId === move.before) return move.after;
  throw new PatchMismatchError('The feature was moved into another layer.');
}

function changeGeometry(
  geometry: FlatGeometry | null,
  change: GeometryChange | null,
): FlatGeometry | null {
  if (!change) return geometry;
  if (change.kind === 'replace') {
    if (isSameGeometry(geometry, change.before)) return change.after;
    throw new PatchMismatchError('The geometry that is to be replaced has changed.');
  }
  if (geometry?.type !== change.typeBefore) {
    throw new PatchMismatchError(
      `The geometry is ${geometry?.type ?? 'empty'}, and the patch is for ${change.typeBefore}.`,
    );
  }
  const dimension = dimensionOf(geometry.type);
  if (dimensionOf(change.typeAfter) !== dimension) {
    throw new PatchMismatchError(`Splices make no ${change.typeAfter} of ${geometry.type}.`);
  }
  const parts = applySplices(partsOf(geometry), change.splices, levelsWithinPart[dimension]);
  if (parts.length !== 1 && !change.typeAfter.startsWith('Multi')) {
    throw new PatchMismatchError(`A ${change.typeAfter} can't have ${parts.length} parts.`);
  }
  return geometryOf(change.typeAfter, parts);
}

function changeAttributes(properties: Properties, changes: readonly AttributeChange[]): Properties {
  if (changes.length === 0) return properties;
  const values = new Map(Object.entries(properties));
  for (const { name, before, after } of changes) {
    if (values.has(name) !== (before !== undefined) || values.get(name) !== before) {
      throw new PatchMismatchError(`The attribute ${JSON.stringify(name)} has changed.`);
    }
    if (after === undefined) values.delete(name);
    else values.set(name, after);
  }
  // `Object.fromEntries` defines `__proto__` as an attribute like any other, which an assignment
  // would not.
  return Object.fromEntries(values);
}

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
  if (isPosition(item)) throw new PatchMismatchError('A position has no list within it.');
  const within = splices.map((splice) => ({ ...splice, path: splice.path.slice(1) }));
  return applySplices(item, within, levels - 1);
}

/** Patches come from browsers: an item may be anything. */
function isNested(item: unknown, levels: number): boolean {
  if (!Array.isArray(item)) return false;
  return levels === 0
    ? item.length >= 2 && item.every((ordinate) => typeof ordinate === 'number')
    : item.every((inner) => isNested(inner, levels - 1));
}

/** A patch was applied to a state that it was not made for. */
export class PatchMismatchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatchMismatchError';
  }
}
