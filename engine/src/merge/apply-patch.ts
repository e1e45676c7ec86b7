import { dimensionOf, geometryOf, levelsWithinPart, partsOf } from '../edit/parts.ts';
import type { FlatGeometry, Properties } from '../vector/types.ts';
import { applySplices } from './apply-splices.ts';
import { PatchMismatchError } from './patch-mismatch.ts';
import { isSameGeometry, isSameState } from './same.ts';
import type { AttributeChange, FeatureState, GeometryChange, Patch } from './types.ts';

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
      };
  }
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
