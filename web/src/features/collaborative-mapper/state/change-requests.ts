import type { FeatureChangeRequest } from '@refugia/contract/collaborative-mapper/operations.ts';
import { makePatch } from '@refugia/engine/merge/index.ts';
import type { FeatureChange } from './map-state.ts';

/**
 * Changes in the form of the calls, which contain only what each changes. A change without a
 * difference is left out.
 */
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
