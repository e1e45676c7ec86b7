import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import type { ConfirmedFeature } from './map-state.ts';

/** Converts a feature of a reply to one of the map. */
export function readFeature(feature: MapFeature): ConfirmedFeature {
  const { id, revision, layer_id, dataset, resolved, properties, layer } = feature;
  const geometry = JSON.parse(layer) as FeatureState['geometry'];
  return {
    id,
    revision,
    dataset,
    layerId: layer_id,
    isResolved: resolved,
    state: { geometry, properties },
  };
}

/**
 * Converts the features of a reply. They are keyed by their ids, in the order in which they are
 * drawn.
 */
export function readFeatures(features: readonly MapFeature[]): Map<string, ConfirmedFeature> {
  return new Map(features.map((feature) => [feature.id, readFeature(feature)]));
}
