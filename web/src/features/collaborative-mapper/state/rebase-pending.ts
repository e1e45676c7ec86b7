import { mergeStates } from '@refugia/engine/merge/index.ts';
import type { ConfirmedFeature, FeatureChange, MapState, PendingEdit } from './map-state.ts';

/**
 * The map after one of its edits was confirmed. What was done to the same features while that edit was
 * on its way started from a state that no revision had: the next edit of each starts from the confirmed
 * one instead. Where both do not fit together it stays as it is, and the server tells of the conflict.
 */
export function withRebased(state: MapState, confirmed: PendingEdit): MapState {
  const waiting = new Set(confirmed.changes.map(({ featureId }) => featureId));
  const pending = state.pending.map((edit) => {
    if (edit.kind !== 'operation' || edit.id === confirmed.id) return edit;
    if (!edit.changes.some(({ featureId }) => waiting.has(featureId))) return edit;
    const changes = edit.changes.map((change) =>
      waiting.delete(change.featureId)
        ? rebased(change, state.features.get(change.featureId))
        : change,
    );
    return { ...edit, changes };
  });
  return { ...state, pending };
}

function rebased(change: FeatureChange, feature: ConfirmedFeature | undefined): FeatureChange {
  if (!feature) return change;
  const { before: base, after: incoming } = change;
  const outcome = mergeStates({ base, current: feature.state, incoming });
  if (outcome.kind === 'conflict') return change;
  const { state: before, revision: baseRevision } = feature;
  return { ...change, baseRevision, before, after: outcome.feature };
}
