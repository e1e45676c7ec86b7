import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { type AttributeValue, withAttribute } from './cell-value.ts';

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
  value: AttributeValue,
): CellEdits {
  const known = edits.get(feature.id) ?? { feature, properties: feature.properties };
  const properties = withAttribute(known.properties, key, value);
  return new Map(edits).set(feature.id, { ...known, properties });
}

/** The edits without those that were sent, unless they were changed since. */
export function withoutSent(edits: CellEdits, sent: CellEdits): CellEdits {
  return new Map([...edits].filter(([id, edit]) => sent.get(id) !== edit));
}

/** One feature's change, in the form that the map takes. */
export interface AttributeChange {
  readonly featureId: string;
  readonly baseRevision: number;
  readonly before: FeatureState;
  readonly after: FeatureState;
}

/** Converts unsaved cells to changes of features. */
export function changesOf(edits: CellEdits): AttributeChange[] {
  return [...edits.values()].map(({ feature, properties }) => {
    const geometry = JSON.parse(feature.layer) as FeatureState['geometry'];
    return {
      featureId: feature.id,
      baseRevision: feature.revision,
      before: { geometry, properties: feature.properties },
      after: { geometry, properties },
    };
  });
}
