/** A list of a map that the server keeps. Live messages name the lists that have changed. */
export type MapList =
  | 'access-requests'
  | 'collaborators'
  | 'comments'
  | 'features'
  | 'history'
  | 'invitations'
  | 'layers'
  | 'own-proposals'
  | 'rasters';

/** The beginning of the query keys of a list of a map. */
export function listKey(mapId: number, list: MapList) {
  return ['rrm', mapId, list] as const;
}
