import { dimensionOf, levelsWithinPart, partsOf } from '../edit/parts.ts';
import type { FlatGeometry, Properties } from '../vector/types.ts';
import { isSameAttribute, isSameGeometry } from './same.ts';
import { spliceLists } from './splice-lists.ts';
import type { AttributeChange, FeatureState, GeometryChange, Patch } from './types.ts';

/**
 * The patch that turns one state of a feature into another. Null on either side means that the feature
 * does not exist; the result is null where there is no difference.
 */
export function makePatch(before: FeatureState | null, after: FeatureState | null): Patch | null {
  if (!before) return after && { kind: 'create', after };
  if (!after) return { kind: 'delete', before };
  const attributes = changedAttributes(before.properties, after.properties);
  const geometry = changeOfGeometry(before.geometry, after.geometry);
  return attributes.length > 0 || geometry ? { kind: 'edit', attributes, geometry } : null;
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
