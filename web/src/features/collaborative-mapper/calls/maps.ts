import { totalCountHeader } from '@refugia/contract/collaborative-mapper/calls.ts';
import type {
  CollaborativeMap,
  ListedMap,
  MapAttribute,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import type { CallApi } from '../../../lib/api-client.ts';

const mapPath = '/api/rrm/map_requests';

export interface MapListRequest {
  type: 'public_maps' | 'my_maps' | 'deleted_maps';
  /** A part of a map's name or of an owner's username. */
  search?: string;
  sort?: 'date' | 'name' | 'owner';
  direction?: 'ascending' | 'descending';
  limit?: number;
  offset?: number;
}

export interface MapPage {
  maps: readonly ListedMap[];
  /** The number of maps that fit, those of other pages included. */
  total: number;
}

/** Fetches a page of a list of maps. */
export async function fetchMaps(
  call: CallApi,
  request: MapListRequest,
  signal?: AbortSignal,
): Promise<MapPage> {
  let total: number | null = null;
  const maps = await call<ListedMap[]>('/api/rrm/maps_requests', {
    query: { ...request, search: request.search || undefined },
    signal,
    onHeaders(headers) {
      const count = headers.get(totalCountHeader);
      total = count === null ? null : Number(count);
    },
  });
  return { maps, total: total ?? maps.length };
}

/**
 * Creates a map.
 * @returns the new map's id
 */
export function createMap(call: CallApi, accountId: number | null): Promise<number> {
  return call(mapPath, {
    method: 'POST',
    query: { type: 'map' },
    body: { user: accountId ?? undefined },
  });
}

/**
 * Changes one attribute of a map.
 * @returns the map after the change
 */
export function changeMap(
  call: CallApi,
  id: number,
  attr: MapAttribute,
  val: unknown,
): Promise<CollaborativeMap> {
  return call(mapPath, { method: 'PUT', body: { id, attr, val }, outlivesPage: true });
}

/**
 * Makes a map public, with or without the comments that were written so far, or private.
 * @returns the map after the change
 */
export function publishMap(
  call: CallApi,
  id: number,
  { isPublic, withComments = false }: { isPublic: boolean; withComments?: boolean },
): Promise<CollaborativeMap> {
  const new_status = isPublic ? 'public' : 'private';
  const body = { id, new_status, with_comments: withComments };
  return call('/api/rrm/status', { method: 'PUT', body });
}

/** Deletes a map of one's own. */
export function deleteMap(call: CallApi, id: number): Promise<{ id: number }> {
  return call(mapPath, { method: 'DELETE', query: { id } });
}

/** Brings back a map of one's own that was deleted. */
export function restoreMap(call: CallApi, id: number): Promise<CollaborativeMap> {
  return call('/api/rrm/restore', { method: 'POST', body: { id } });
}

/** Copies a map into the caller's account. @returns the copy */
export function forkMap(
  call: CallApi,
  id: number,
  accountId: number | null,
): Promise<CollaborativeMap> {
  const body = { id, acctID: accountId ?? undefined };
  return call('/api/rrm/fork', { method: 'POST', body });
}

/** Replaces the token of a map's link: the old link stops working. @returns the new token */
export async function replaceToken(call: CallApi, id: number): Promise<string> {
  const { token } = await call<{ token: string }>('/api/rrm/token', {
    method: 'POST',
    body: { id },
  });
  return token;
}
