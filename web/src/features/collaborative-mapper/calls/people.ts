import type { MapUser } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { CallApi } from '../../../lib/api-client.ts';

const path = '/api/rrm/map_users';

/** Fetches the editors of a map. */
export async function fetchCollaborators(
  call: CallApi,
  mapId: number,
  signal?: AbortSignal,
): Promise<MapUser[]> {
  const query = { id: mapId, type: 'collaborators' };
  const reply = await call<{ collaborators: MapUser[] }>(path, { query, signal });
  return reply.collaborators;
}

/** Finds people whose username contains this part and who are not on the map yet. */
export async function searchPeople(
  call: CallApi,
  mapId: number,
  text: string,
  signal?: AbortSignal,
): Promise<MapUser[]> {
  const query = { id: mapId, type: 'available_collaborators', query_string: text };
  const reply = await call<{ available_collaborators: MapUser[] }>(path, { query, signal });
  return reply.available_collaborators;
}

/**
 * Adds an editor.
 * @returns the map's editors
 */
export function addCollaborator(
  call: CallApi,
  mapId: number,
  username: string,
): Promise<MapUser[]> {
  return call(path, { method: 'POST', body: { username, mapID: mapId } });
}

/** Removes an editor, or has the caller leave. @returns the map's editors */
export function removeCollaborator(
  call: CallApi,
  mapId: number,
  editorId: number,
): Promise<MapUser[]> {
  return call(path, { method: 'DELETE', body: { editorID: editorId, mapID: mapId } });
}
