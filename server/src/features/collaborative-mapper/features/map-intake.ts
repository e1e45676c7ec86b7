import { randomUUID } from 'node:crypto';
import type { Platform } from '../../../platform/platform.ts';
import type { MapIntake } from '../../../services/map-intake/map-intake.ts';
import { applyAll, type FeatureChange } from '../log/apply-changes.ts';
import { cleanNewState } from '../log/clean-state.ts';
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
      const changes = features.map((feature): FeatureChange => {
        const state = cleanNewState(feature);
        return { featureId: randomUUID(), baseRevision: 0, isNew: true, incoming: () => state };
      });
      const author = authorOf(access, request, reply);
      if (access.role !== 'creator') {
        const content = { handedOver: features };
        const proposal = { mapId, author, id: randomUUID(), note, changes, content };
        return { proposal: await propose(orm, { ...proposal, mayEditPoints: false }) };
      }
      await editMap(orm, { mapId, author }, (edit) => applyAll(edit, changes));
      return { features: changes.map(({ featureId }) => featureId) };
    },
  };
}
