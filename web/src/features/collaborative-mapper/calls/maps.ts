import {
  type MapListType,
  type MapSort,
  type SortOrder,
  totalCountHeader,
} from '@refugia/contract/collaborative-mapper/calls.ts';
import type {
  CollaborativeMap,
  ListedMap,
  MapAttribute,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import type { CallApi } from '../../../lib/api-client.ts';
import { callApi } from '../../../lib/session.ts';

export const mapAddress = (id: number) => `/apps/collaborativemapper/map?id=${id}`;

interface MapListRequest {
  type: MapListType;
  /** A part of a map's name or of an owner's username. */
  search?: string;
  sort?: MapSort;
  direction?: SortOrder;
  limit?: number;
  offset?: number;
}

interface MapPage {
  maps: readonly ListedMap[];
  /** Those of other pages included. */
  total: number;
}

export async function fetchMaps(request: MapListRequest, signal: AbortSignal): Promise<MapPage> {
  let total: number | null = null;
  const maps = await callApi<ListedMap[]>('/api/rrm/maps_requests', {
    query: { ...request, search: request.search || undefined },
    signal,
    onHeaders(headers) {
      const count = headers.get(totalCountHeader);
      total = count === null ? null : Number(count);
    },
  });
  return { maps, total: total ?? maps.length };
}

export function changeMap(
  call: CallApi,
  id: number,
  attr: MapAttribute,
  val: unknown,
): Promise<CollaborativeMap> {
  const body = { id, attr, val };
  return call('/api/rrm/map_requests', { method: 'PUT', body, outlivesPage: true });
}

export function deleteMap(call: CallApi, id: number): Promise<{ id: number }> {
  return call('/api/rrm/map_requests', { method: 'DELETE', query: { id } });
}
