import type { MapFeatureList, SortOrder } from '@refugia/contract/collaborative-mapper/features.ts';
import type { CallApi } from '../../../lib/api-client.ts';

/** Which rows of a table are asked for, and in which order. */
export interface RowQuestion {
  /** A text that an attribute contains; empty for all rows. */
  readonly search: string;
  /** The attribute that has to contain it; null for any. */
  readonly searchIn: string | null;
  /** Null for the order in which they came. */
  readonly sort: { readonly key: string; readonly order: SortOrder } | null;
}

/** Left out, all rows in the order in which they came. */
interface FeaturePage extends Partial<RowQuestion> {
  mapId: number;
  /** `drawn`: what belongs to no layer. */
  layerId: string | 'drawn';
  limit: number;
  offset: number;
}

/** A page of a layer's features. */
export function fetchFeatures(
  call: CallApi,
  { mapId, layerId, limit, offset, search = '', searchIn = null, sort }: FeaturePage,
  signal?: AbortSignal,
): Promise<MapFeatureList> {
  const query = {
    id: mapId,
    layer_id: layerId,
    limit,
    offset,
    ...(search !== '' && { search, ...(searchIn !== null && { search_in: searchIn }) }),
    ...(sort && { sort: sort.key, order: sort.order }),
  };
  return call('/api/rrm/features', { query, signal });
}
