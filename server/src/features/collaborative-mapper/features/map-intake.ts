import { randomUUID } from 'node:crypto';
import type { Platform } from '../../../platform/platform.ts';
import type { MapIntake } from '../../../services/map-intake/map-intake.ts';
import { additionOf, applyChanges } from '../log/apply-changes.ts';
import { editMap } from '../log/map-edit.ts';
import { authorOf } from '../maps/access.ts';
import { createMapContext } from '../maps/map-context.ts';
import { propose } from '../proposals/propose.ts';

/** Takes features of other parts of the product into maps. */
export function createMapIntake(platform: Platform): MapIntake {
  const context = createMapContext(platform);
  const { orm } = context;
  return {
    async add({ request, reply }, { mapId, features, note }) {
      const access = await context.edit(request, mapId);
      const changes = features.map((feature) => additionOf(randomUUID(), feature));
      const author = authorOf(access, request, reply);
      if (access.role !== 'creator') {
        const content = { handedOver: features };
        const proposal = { map: access.map, author, id: randomUUID(), note, changes, content };
        return { proposal: await propose(orm, { ...proposal, mayEditPoints: false }) };
      }
      await editMap(orm, { mapId, author }, (edit) => applyChanges(edit, changes));
      return { features: changes.map(({ featureId }) => featureId) };
    },
  };
}
