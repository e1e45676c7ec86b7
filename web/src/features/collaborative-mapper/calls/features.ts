import type { SortOrder } from '@refugia/contract/collaborative-mapper/calls.ts';
import type { MapFeatureList } from '@refugia/contract/collaborative-mapper/features.ts';
import type { CallApi } from '../../../lib/api-client.ts';

/** Which rows of a table are asked for, and in which order. */
export interface RowQuestion {
  /** A text that the attribute has to contain. The empty text selects all rows. */
  readonly search: string;
  /** The key of the attribute that has to contain the text, or null for any attribute. */
  readonly searchIn: string | null;
  /** The order of the rows, or null for the order in which they were added. */
  readonly sort: { readonly key: string; readonly order: SortOrder } | null;
}

/**
 * A page of rows. Without a question it selects all rows, in the order in which they were added.
 */
interface FeaturePage extends Partial<RowQuestion> {
  mapId: number;
  /** `drawn` stands for the features that belong to no layer. */
  layerId: string;
  limit: number;
  offset: number;
}

/** Fetches a page of a layer's features. */
export function fetchFeatures(
  call: CallApi,
  { mapId, layerId, limit, offset, search, searchIn, sort }: FeaturePage,
  signal?: AbortSignal,
): Promise<MapFeatureList> {
  const query = {
    id: mapId,
    layer_id: layerId,
    limit,
    offset,
    search: search || undefined,
    search_in: (search && searchIn) || undefined,
    sort: sort?.key,
    order: sort?.order,
  };
  return call('/api/rrm/features', { query, signal });
}

/** The order of the rows by a column, or null if they are not sorted by it. */
export function orderBy({ sort }: RowQuestion, key: string): SortOrder | null {
  return sort?.key === key ? sort.order : null;
}

/** Sorts the rows by a column. Repeated presses lead from ascending to descending to unsorted. */
export function sortedBy(question: RowQuestion, key: string): RowQuestion {
  const order = orderBy(question, key);
  if (order === null) return { ...question, sort: { key, order: 'ascending' } };
  return { ...question, sort: order === 'ascending' ? { key, order: 'descending' } : null };
}
