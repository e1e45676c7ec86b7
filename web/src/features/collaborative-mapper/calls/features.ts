import type { MapFeatureList } from '@refugia/contract/collaborative-mapper/features.ts';
import type { CallApi } from '../../../lib/api-client.ts';

interface FeaturePage {
  mapId: number;
  /** `drawn`: what belongs to no layer. */
  layerId: string | 'drawn';
  limit: number;
  offset: number;
}

/** A page of a layer's features, in the order in which they came. */
export function fetchFeatures(
  call: CallApi,
  { mapId, layerId, limit, offset }: FeaturePage,
  signal?: AbortSignal,
): Promise<MapFeatureList> {
  const query = { id: mapId, layer_id: layerId, limit, offset };
  return call('/api/rrm/features', { query, signal });
}
