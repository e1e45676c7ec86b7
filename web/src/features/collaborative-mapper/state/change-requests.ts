import type { FeatureChangeRequest } from '@refugia/contract/collaborative-mapper/operations.ts';
import { makePatch } from '@refugia/engine/merge/index.ts';
import type { FeatureChange } from './map-state.ts';

/** Changes as the calls take them: only what each changes. Those that change nothing are left out. */
export function changeRequests(changes: readonly FeatureChange[]): FeatureChangeRequest[] {
  return changes.flatMap(({ featureId, baseRevision, before, after }): FeatureChangeRequest[] => {
    const patch = makePatch(before, after);
    if (!patch) return [];
    const sent = patch.kind === 'delete' ? { kind: patch.kind } : patch;
    return [
      {
        feature_id: featureId,
        base_revision: baseRevision,
        patch: sent as FeatureChangeRequest['patch'],
      },
    ];
  });
}
