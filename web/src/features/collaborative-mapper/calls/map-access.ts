import type { CollaborativeMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { CallApi } from '../../../lib/api-client.ts';

/** What every panel of a map's screen stands on. */
export interface MapAccess {
  /** Sends the map's token along, where there is one. */
  call: CallApi;
  map: CollaborativeMap;
}

/** The owner changes a map directly. */
export function isOwner({ status }: CollaborativeMap): boolean {
  return status === 'creator';
}

/** Owner and collaborators bring layers in; what collaborators change of shapes is a proposal. */
export function isCollaborator({ status }: CollaborativeMap): boolean {
  return status !== 'viewer';
}

/** Begin the keys of what is kept of a map's replies; live messages say when to ask again. */
export const mapKeys = {
  collaborators: (mapId: number) => ['rrm', mapId, 'collaborators'] as const,
  comments: (mapId: number) => ['rrm', mapId, 'comments'] as const,
  features: (mapId: number) => ['rrm', mapId, 'features'] as const,
  history: (mapId: number) => ['rrm', mapId, 'history'] as const,
  layers: (mapId: number) => ['rrm', mapId, 'layers'] as const,
  rasters: (mapId: number) => ['rrm', mapId, 'rasters'] as const,
};
