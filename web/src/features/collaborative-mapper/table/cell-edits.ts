import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { type AttributeValue, withAttribute } from './cell-value.ts';

/** What was typed into the cells of one feature and is not at the server yet. */
interface FeatureEdit {
  /** As it was when the first of its cells was changed. */
  readonly feature: MapFeature;
  readonly properties: MapFeature['properties'];
}

export type CellEdits = ReadonlyMap<string, FeatureEdit>;

/** The edits with one more cell changed. */
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

/** One feature's change, as the map takes it. */
export interface AttributeChange {
  readonly featureId: string;
  readonly baseRevision: number;
  readonly before: FeatureState;
  readonly after: FeatureState;
}

/** What was typed, as changes of features. */
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
