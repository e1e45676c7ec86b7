import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { type FieldValue, isBlank } from '@refugia/contract/collaborative-mapper/fields.ts';
import { readFeature } from '../state/features.ts';
import type { FeatureChange } from '../state/map-state.ts';

/** The unsaved cells of one feature. */
interface FeatureEdit {
  /** The feature as it was when the first of its cells was changed. */
  readonly feature: MapFeature;
  readonly properties: MapFeature['properties'];
}

export type CellEdits = ReadonlyMap<string, FeatureEdit>;

/** Adds one changed cell to the edits. */
export function withCell(
  edits: CellEdits,
  feature: MapFeature,
  key: string,
  value: FieldValue,
): CellEdits {
  const known = edits.get(feature.id) ?? { feature, properties: feature.properties };
  const properties = withAttribute(known.properties, key, value);
  return new Map(edits).set(feature.id, { ...known, properties });
}

/** The edits without those that were sent, unless they were changed since. */
export function withoutSent(edits: CellEdits, sent: CellEdits): CellEdits {
  return new Map([...edits].filter(([id, edit]) => sent.get(id) !== edit));
}

/** Converts unsaved cells to changes of features. */
export function changesOf(edits: CellEdits): FeatureChange[] {
  return [...edits.values()].map(({ feature, properties }) => {
    const before = readFeature(feature).state;
    return {
      featureId: feature.id,
      baseRevision: feature.revision,
      before,
      after: { ...before, properties },
    };
  });
}

/** Changes one of a feature's attributes. A blank value removes the attribute. */
export function withAttribute(
  properties: MapFeature['properties'],
  key: string,
  value: FieldValue,
): MapFeature['properties'] {
  const { [key]: _before, ...others } = properties;
  return isBlank(value) ? others : { ...properties, [key]: value };
}
