import type { SortOrder } from '@refugia/contract/collaborative-mapper/calls.ts';
import type { MapFeatureList } from '@refugia/contract/collaborative-mapper/features.ts';
import type { CallApi } from '../../../lib/api-client.ts';

/** Which rows of a table are asked for, and in which order. */
export interface RowQuestion {
  /** As the text of a filter, which is empty for all rows. */
  readonly filter: string;
  /** Null for the order in which the rows were added. */
  readonly sort: { readonly key: string; readonly order: SortOrder } | null;
}

/** Without a question, the page has all rows in the order in which they were added. */
interface FeaturePage extends Partial<RowQuestion> {
  mapId: number;
  /** `drawn` stands for the features that belong to no layer. Default those of all layers. */
  layerId?: string;
  /** The id of the only feature that is wanted. */
  feature?: string;
  /** West, south, east and north of what the features touch, with commas between them. */
  box?: string;
  limit?: number;
  offset?: number;
}

export function fetchFeatures(
  call: CallApi,
  { mapId, layerId, filter, sort, ...page }: FeaturePage,
  signal?: AbortSignal,
): Promise<MapFeatureList> {
  const query = {
    id: mapId,
    layer_id: layerId,
    ...page,
    filter: filter || undefined,
    sort: sort?.key,
    order: sort?.order,
  };
  return call('/api/rrm/features', { query, signal });
}

/** The order of the rows by a column, or null if they are not sorted by it. */
export function orderBy(sort: RowQuestion['sort'], key: string): SortOrder | null {
  return sort?.key === key ? sort.order : null;
}

/** Sorts the rows by a column. Repeated presses lead from ascending to descending to unsorted. */
export function sortedBy(sort: RowQuestion['sort'], key: string): RowQuestion['sort'] {
  const order = orderBy(sort, key);
  if (order === null) return { key, order: 'ascending' };
  return order === 'ascending' ? { key, order: 'descending' } : null;
}
