import type { CollaborativeMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { MapAccess } from '../calls/map-access.ts';

export interface AboutProps extends MapAccess {
  /** Called with the map as it is after a change. */
  onMapChange: (map: CollaborativeMap) => void;
  onManageCollaborators: () => void;
}
