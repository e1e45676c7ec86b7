import { mapIdSchema } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { KeyHolder } from '../../../services/keys/routes.ts';
import { mapNotFound, readMap, requireOwner } from './access.ts';
import { mapAddress } from './announcements.ts';

/** The view-only links of maps: keys that the map's owner makes and revokes. */
export function viewKeysOfMaps(platform: Platform): KeyHolder {
  return {
    type: 'map',
    kinds: ['view'],
    async requireManager(request, id) {
      const { data: mapId } = mapIdSchema.safeParse(id);
      if (mapId === undefined) throw mapNotFound();
      return requireOwner(await readMap(platform, request, mapId));
    },
    addressOf: (id, key) =>
      new URL(mapAddress(Number(id), `&key=${key}`), platform.config.publicUrl).href,
  };
}
