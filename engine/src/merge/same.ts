import type { FlatGeometry, Properties } from '../vector/types.ts';
import type { FeatureState } from './types.ts';

/** Whether two geometries have the same type and the same positions in the same order. */
export function isSameGeometry(one: FlatGeometry | null, other: FlatGeometry | null): boolean {
  if (one === other) return true;
  if (!one || !other || one.type !== other.type) return false;
  return isSameItem(one.coordinates, other.coordinates);
}

/** Whether two positions, or two lists of any depth, are equal. */
export function isSameItem(one: NestedNumbers, other: NestedNumbers): boolean {
  if (one === other) return true;
  if (typeof one === 'number' || typeof other === 'number') return false;
  return one.length === other.length && one.every((item, index) => isSameItem(item, other[index]));
}

type NestedNumbers = number | readonly NestedNumbers[];

/**
 * Whether two features have the same geometry and the same attributes, in whatever order, and belong to
 * the same layer where both tell theirs.
 */
export function isSameState(one: FeatureState | null, other: FeatureState | null): boolean {
  if (one === other) return true;
  if (!one || !other || !isSameGeometry(one.geometry, other.geometry)) return false;
  if (one.layerId !== other.layerId && one.layerId !== undefined && other.layerId !== undefined) {
    return false;
  }
  const names = Object.keys(one.properties);
  return (
    names.length === Object.keys(other.properties).length &&
    names.every((name) => isSameAttribute(one.properties, other.properties, name))
  );
}

/** Whether an attribute has the same value on both sides, or is on neither. */
export function isSameAttribute(one: Properties, other: Properties, name: string): boolean {
  const isHere = Object.hasOwn(one, name);
  return isHere === Object.hasOwn(other, name) && (!isHere || one[name] === other[name]);
}
