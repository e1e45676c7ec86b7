import type { CollaborativeMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { CallApi } from '../../../lib/api-client.ts';

/** What every panel of a map's screen needs. */
export interface MapAccess {
  /** Makes calls that carry the map's token, where there is one. */
  call: CallApi;
  map: CollaborativeMap;
}

/** Whether the viewer owns the map. An owner's changes apply directly. */
export function isOwner({ status }: CollaborativeMap): boolean {
  return status === 'creator';
}

/**
 * Whether the viewer is an owner or a collaborator. Both may add layers, but a collaborator's
 * changes of shapes are proposals.
 */
export function isCollaborator({ status }: CollaborativeMap): boolean {
  return status !== 'viewer';
}

/**
 * The beginnings of the query keys of a map's replies. Live messages say when a reply is out of
 * date.
 */
export const mapKeys = {
  collaborators: (mapId: number) => ['rrm', mapId, 'collaborators'] as const,
  comments: (mapId: number) => ['rrm', mapId, 'comments'] as const,
  features: (mapId: number) => ['rrm', mapId, 'features'] as const,
  history: (mapId: number) => ['rrm', mapId, 'history'] as const,
  layers: (mapId: number) => ['rrm', mapId, 'layers'] as const,
  rasters: (mapId: number) => ['rrm', mapId, 'rasters'] as const,
};
